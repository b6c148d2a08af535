"""Games in installed packages: found by entry points, refused with the package and the reason."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from rules.loading import registry
from rules.loading.games import GAMES, OWN
from rules.loading.registry import BadPackage, Registry

Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs entry points by name and value."""

    def installed(**values: str) -> None:
        entries = EntryPoints(EntryPoint(name, value, "games") for name, value in values.items())
        monkeypatch.setattr(registry, "entry_points", lambda group: entries.select(group=group))

    return installed


def texts(_: str, found: Any) -> str:
    """Accept only texts."""
    if not isinstance(found, str):
        raise TypeError("no text")
    return found


def made() -> Registry[str]:
    return Registry("games", {"own": "string:digits"}, texts)


def test_our_own_come_first_then_those_of_packages_by_their_keys(install: Install) -> None:
    install(zeta="string:hexdigits", alpha="string:octdigits")
    found = made()
    assert list(found) == ["own", "alpha", "zeta"]
    assert (len(found), found["alpha"], found["own"]) == (3, "01234567", "0123456789")
    assert "zeta" in found
    assert "beta" not in found
    with pytest.raises(KeyError):
        found["beta"]


@pytest.mark.parametrize(("name", "value"), [("own", "string:hexdigits"), ("No-Key", "string:digits")])
def test_a_package_whose_key_can_not_be_used_is_left_out(install: Install, name: str, value: str) -> None:
    install(**{name: value}, other="string:octdigits")
    found = made()
    assert dict(found) == {"own": "0123456789", "other": "01234567"}
    [why] = found.refused
    assert value in why
    assert name in why


def test_a_dropped_package_is_as_if_it_were_not_installed(install: Install) -> None:
    install(gone="no_such_package", other="string:octdigits")
    found = made()
    found.drop("gone", "it is broken")
    assert "gone" not in found
    assert (list(found), found.package("gone")) == (["own", "other"], None)
    assert found.refused == ["it is broken"]
    with pytest.raises(KeyError):
        found["gone"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gone", "string:nothing_there"),
        ("gone", "no_such_package"),
        ("wrong", "string:capwords"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_place(install: Install, name: str, value: str) -> None:
    install(**{name: value})
    with pytest.raises(BadPackage, match=value.partition(":")[0]):
        dict(made())


def test_nothing_is_loaded_before_it_is_asked_for(install: Install) -> None:
    install(broken="no_such_package")
    found = made()
    assert "broken" in found
    assert found["own"] == "0123456789"


def test_our_games_come_from_no_package() -> None:
    assert list(GAMES)[: len(OWN)] == list(OWN)
    assert [GAMES.package(key) for key in OWN] == [None] * len(OWN)
    assert GAMES.package("no game") is None
