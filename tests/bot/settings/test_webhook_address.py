"""Which addresses the bot may call for people, and how it signs."""

from __future__ import annotations

import base64

import pytest

from bot.settings.webhook_address import check_address, make_secret, may_call, sign
from rules.errors import NotAllowed

PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
HERE = ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"]
PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:10.0.0.1",
    "2002:0a00:0001::1",
    "64:ff9b::a00:1",
    "64:ff9b::7f00:1",
    "nonsense",
    "",
]


def test_only_public_addresses_are_called() -> None:
    """This machine's too where the operator says so; nobody's if webhooks are off."""
    assert [each for each in (*HERE, *PRIVATE) if may_call(each, "on")] == []
    assert [each for each in PUBLIC if not may_call(each, "on")] == []
    assert [each for each in PRIVATE if may_call(each, "local") and each != "64:ff9b::7f00:1"] == []
    assert [each for each in (*HERE, *PUBLIC) if not may_call(each, "local")] == []
    assert [each for each in (*HERE, *PUBLIC, *PRIVATE) if may_call(each, "off")] == []


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "example.org",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org/#part",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/hook",
        "https://169.254.169.254/latest/meta-data",
        f"https://example.org/{'x' * 500}",
    ],
)
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(NotAllowed):
        check_address(address, "on")


def test_addresses_that_are_taken() -> None:
    assert (
        check_address(" https://example.org:8443/hook?key=1 ", "on") == "https://example.org:8443/hook?key=1"
    )
    for address in ("http://127.0.0.1:9000/hook", "http://localhost:9000/hook", "https://[::1]/hook"):
        assert check_address(address, "local") == address
    for address in ("http://example.org/", "http://10.0.0.1/", "https://10.0.0.1/"):
        with pytest.raises(NotAllowed):
            check_address(address, "local")


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example of its specification."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signed = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_differ_and_are_long() -> None:
    first, second = make_secret(), make_secret()
    assert first != second
    assert len(base64.b64decode(first.removeprefix("whsec_"))) == 24
