"""`make docs` builds the site without broken links."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT


def test_the_site_can_be_built(tmp_path: Path) -> None:
    words = ["-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "reference/commands.html").exists()
    assert (tmp_path / "reference/changelog.html").exists()
