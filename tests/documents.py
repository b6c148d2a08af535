"""YAML in tests, read and written by libyaml where it is there: the Python of PyYAML takes ten times as long,
and it is done thousands of times."""

from __future__ import annotations

from typing import Any

import yaml


def read(text: str) -> Any:
    """What a document says."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def write(content: Any, **form: Any) -> str:
    """A document that says this."""
    text: str = yaml.dump(content, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), **form)
    return text
