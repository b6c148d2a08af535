"""Run `make audit`: list known vulnerabilities of the locked packages, and count the checked packages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

LOCK = "requirements.lock"
OPTIONS = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json")


class Findings(NamedTuple):
    """The findings of an audit.

    Attributes:
        asked: the number of checked packages.
        packages: the number of locked packages.
        weaknesses: a line for each vulnerability.
    """

    asked: int
    packages: int
    weaknesses: list[str]

    def __str__(self) -> str:
        return "\n".join([f"audit: {self.asked} of {self.packages} packages checked", *self.weaknesses])


def read_findings(report: str, lock: str) -> Findings:
    """Return the findings in pip-audit's report. If the text is not a report, `asked` is 0."""
    packages = sum("==" in line and not line.lstrip().startswith("#") for line in lock.splitlines())
    try:
        found: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Findings(0, packages, [])
    asked = [each for each in found if "skip_reason" not in each]
    weak = [
        f"{each['name']} {each['version']}: {weakness['id']}, "
        f"fixed in {', '.join(weakness['fix_versions']) or 'no version yet'}"
        for each in asked
        for weakness in each["vulns"]
    ]
    return Findings(len(asked), packages, weak)


def main(arguments: Sequence[str]) -> int:
    """Run pip-audit and print its findings; return the exit code.

    The exit code is 1 if there is a vulnerability. If no package could be checked, the exit code
    is 2; with `--if-reachable`, it is 0.
    """
    program, *options = arguments
    try:
        asked = subprocess.run(
            [program, *OPTIONS, "--requirement", LOCK], text=True, capture_output=True, check=False
        )
        report, why = asked.stdout, asked.stderr.strip().splitlines()[-1:]
    except OSError as error:
        report, why = "", [f"{program}: {error.strerror}"]
    with open(LOCK, encoding="utf-8") as lock:
        findings = read_findings(report, lock.read())
    print(findings)
    if not findings.asked:
        print("audit: no answer came, so no package was checked.", *why, file=sys.stderr)
        return 0 if "--if-reachable" in options else 2
    return int(bool(findings.weaknesses))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
