"""Read and write YAML in tests, with libyaml if possible. PyYAML in Python takes ten times as long."""

from __future__ import annotations

from typing import Any

import yaml


def read(text: str) -> Any:
    """Return the content of a document."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def write(content: Any, **form: Any) -> str:
    """Return a document with this content."""
    text: str = yaml.dump(content, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), **form)
    return text
