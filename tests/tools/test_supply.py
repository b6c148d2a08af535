"""Supply chain: vulnerabilities, the list of parts, and the base image."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.audit import main, read_findings
from tools.base_image import newest_tag, pin
from tools.sbom import list_components

ROOT = Path(__file__).parents[2]
LOCK = "# one==9\naiohttp==3.1 ; python_version < '4'\nyarl==1.0\n    # via aiohttp==3.1\n"
WEAK = {"name": "yarl", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}


def test_only_what_could_be_asked_about_counts() -> None:
    skipped = {"name": "aiohttp", "version": "3.1", "skip_reason": "not there"}
    found = read_findings(json.dumps({"dependencies": [skipped, WEAK]}), LOCK)
    assert (found.asked, found.packages) == (1, 2)
    assert str(found) == "audit: 1 of 2 packages checked\nyarl 1.0: CVE-1, fixed in 1.1"
    assert read_findings("", LOCK).asked == 0
    assert read_findings(json.dumps({"dependencies": [skipped]}), LOCK).asked == 0


@pytest.mark.parametrize(
    ("report", "plain", "lenient"),
    [([], 2, 0), ([WEAK], 1, 1), ([{**WEAK, "vulns": []}], 0, 0)],
)
def test_an_audit_fails_for_a_weakness_and_where_nobody_is_asked(
    report: list[object], plain: int, lenient: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program = tmp_path / "pip-audit"
    program.write_text(f"#!/bin/sh\necho '{json.dumps({'dependencies': report})}'\n")
    program.chmod(0o700)
    assert main([str(program)]) == plain
    assert main([str(program), "--if-reachable"]) == lenient
    assert main([str(tmp_path / "none")]) == 2


def test_the_list_has_the_image_and_each_package() -> None:
    lock, dockerfile = ((ROOT / name).read_text() for name in ("requirements.lock", "Dockerfile"))
    image, *packages = list_components(lock, dockerfile)
    assert image["purl"].startswith("pkg:docker/python@sha256%3A")
    assert len(packages) == read_findings("", lock).packages
    assert {"discord-py", "sqlalchemy"} <= {each["name"] for each in packages}
    assert all(each["version"] in each["purl"] for each in packages)


def test_the_image_is_pinned_anew() -> None:
    tags = ["3.11.9-slim-bookworm", "3.11.15-slim-bookworm", "3.11-slim-bookworm", "3.11.99-bookworm"]
    tag = newest_tag(tags, "3.11", "slim-bookworm")
    assert tag == "3.11.15-slim-bookworm"
    digest = "sha256:" + "0" * 64
    pinned = pin((ROOT / "Dockerfile").read_text(), tag, digest)
    assert pinned.count(f"FROM python:{tag}@{digest}") == 2
