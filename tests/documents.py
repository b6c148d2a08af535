"""YAML in tests, read and written by libyaml: the Python of PyYAML takes ten times as long, and it is done
thousands of times."""

from __future__ import annotations

from typing import Any

import yaml


def read(text: str) -> Any:
    """What a document says."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def write(content: Any, **form: Any) -> str:
    """A document that says this."""
    text: str = yaml.dump(content, Dumper=yaml.CSafeDumper, **form)
    return text
