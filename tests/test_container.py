"""The image and the compose file: their settings exist, and they stay locked down."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.discord_app.environment import Environment
from db.connection.address import add_password

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: Any = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
BOTS = [name for name in COMPOSE["services"] if name != "database"]


def test_the_image_is_pinned_and_nobody_s_root() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    assert len(set(bases)) == 1
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base) for base in bases)
    assert re.search(r"^USER durbar$", DOCKERFILE, re.M)
    minor = re.findall(r"^FROM python:(\d+\.\d+)", DOCKERFILE, re.M)[0]
    assert f"rm -r /opt/durbar/lib/python{minor}/site-packages/sandbox" in DOCKERFILE


def test_the_image_says_how_it_is() -> None:
    whole = DOCKERFILE.replace("\\\n", "")
    [check] = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", whole, re.M)
    program, option, script = yaml.safe_load(check)
    assert (program, option) == ("python", "-c")
    compile(script, "HEALTHCHECK", "exec")
    assert "DURBAR_HEALTH=" in whole
    assert "/healthz" in script


def test_all_that_is_copied_is_there() -> None:
    own = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.M)
    assert own
    for place in " ".join(own).split():
        assert (ROOT / place).exists(), place


def test_the_image_has_what_the_program_imports() -> None:
    """The image has each package of the wheel except the lab, and each library that the wheel depends on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for package in set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) - {"lab"}:
        assert f"COPY {package} /src/{package}\n" in DOCKERFILE, package
        assert f"!{package}" in ignored, package
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.M)
    for needed in project["project"]["dependencies"]:
        name = re.split(r"[\[<>=]", needed)[0]
        assert name.lower().replace("_", "-").replace(".", "-") in locked, needed


def has_builder() -> bool:
    """Return whether images can be built here: there is a program, its server, and the base image."""
    if shutil.which("docker") is None:
        return False
    base = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)[0]
    commands = (["docker", "info"], ["docker", "pull", "--quiet", base])
    try:
        return not any(subprocess.run(each, capture_output=True, timeout=300).returncode for each in commands)
    except subprocess.TimeoutExpired:
        return False


def test_the_image_is_built_and_starts() -> None:
    if not has_builder():
        return  # the statements are checked above
    subprocess.run(["docker", "build", "--quiet", "--tag", "durbar:test", "."], cwd=ROOT, check=True)
    locked = ["--rm", "--init", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"]
    ended = subprocess.run(
        ["docker", "run", *locked, "durbar:test"], capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 2
    assert "DURBAR_TOKEN" in ended.stderr
    shown = subprocess.run(
        ["docker", "run", *locked, "durbar:test", "durbar", "db", "upgrade"], capture_output=True, check=True
    )
    assert b"newest" in shown.stdout


@pytest.mark.parametrize("name", BOTS)
def test_each_process_is_locked_down_and_set_as_settings_are(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"]
    assert service["init"]
    assert service["cap_drop"] == ["ALL"]
    for variable in service["environment"]:
        assert variable.removeprefix("DURBAR_").lower() in Environment.model_fields, variable


def test_the_processes_are_all_the_shards_and_a_worker(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = []
    for name in BOTS:
        with monkeypatch.context() as patch:
            for variable, value in COMPOSE["services"][name]["environment"].items():
                patch.setenv(variable, value)
            patch.setenv("DURBAR_TOKEN", "x")
            found.append(Environment().shard)
    assert found == [(0, 2), (1, 2), None]
    (tmp_path / "secret").write_text("p@ss/word\n")
    url = add_password("postgresql+asyncpg://durbar@database/durbar", tmp_path / "secret")
    assert url == "postgresql+asyncpg://durbar:p%40ss%2Fword@database/durbar"


@pytest.mark.parametrize("shards", ["2/2", "x", "1", "-1/2", "0/0"])
def test_shards_that_are_none(shards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", "x")
    monkeypatch.setenv("DURBAR_DATABASE", "postgresql+asyncpg://a@b/c")
    monkeypatch.setenv("DURBAR_SHARDS", shards)
    with pytest.raises(ValueError, match="DURBAR_SHARDS"):
        Environment()


def test_one_file_has_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", "x")
    monkeypatch.setenv("DURBAR_SHARDS", "0/2")
    with pytest.raises(ValueError, match="PostgreSQL"):
        Environment()
