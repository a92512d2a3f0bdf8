"""The operator's settings: read strictly, and what is wrong is told in one sentence."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from flagplot.server.errors import ServerTrouble
from flagplot.server.settings import Rate, Settings, read_settings
from tests.server.running import free_port
from tests.server.test_starting import started

ALL = """
public_url = "https://games.example.org"
behind_proxy = true
abandon_after_days = 14

[mail]
host = "mail.example.org"
port = 25
user = "flagplot"
password = "secret"
sender = "flagplot@example.org"
starttls = true
after_minutes = 30

[webhook]
url = "http://127.0.0.1:8000/turns"
secret = "0123456789abcdef"

[limits]
logins = { times = 5, minutes = 10 }

[logs]
format = "json"

[metrics]
token = "0123456789abcdef"
"""
MAIL = '[mail]\nhost = "h"\nsender = "a@b.c"\n'
PUBLIC = 'public_url = "https://x"\n'

WRONG = [
    ("public_url = 3", "'public_url' is a whole number, expected text."),
    ('public_url = "games.example.org"', "'public_url': expected an address as https://games.example.org."),
    ('behind_proxy = "yes"', "'behind_proxy' is text, expected true or false."),
    ("abandon_after_days = 0", "'abandon_after_days' must be at least 1."),
    ("abandon_after_days = 2.5", "'abandon_after_days' is a number, expected a whole number."),
    ("port = 80", "the file has 'port', which is not a setting."),
    ("[post]", "the file has 'post', which is not a setting."),
    ("mail = true", "'mail' is true or false, expected a section."),
    (PUBLIC + '[mail]\nhost = "h"', "[mail] lacks 'sender'."),
    (PUBLIC + MAIL + "port = 70000", "'mail.port' must be at most 65535."),
    (PUBLIC + MAIL + 'port = "smtp"', "'mail.port' is text, expected a whole number."),
    (PUBLIC + MAIL + "tls = true", "[mail] has 'tls', which is not a setting."),
    (PUBLIC + MAIL.replace("a@b.c", "Flagplot"), "'mail.sender': expected an address as flagplot@example.org."),
    (PUBLIC + MAIL.replace('"h"', '""'), "'mail.host' must have at least 1 character."),
    (
        PUBLIC + MAIL + 'user = "u"\nstarttls = false',
        "'mail.starttls': it must be true, or the password could be read on the way.",
    ),
    (MAIL, "'public_url': it must be set, because [mail] sends links."),
    (PUBLIC + '[webhook]\nurl = "https://x"\nsecret = "short"', "'webhook.secret' must have at least 16 characters."),
    (
        PUBLIC + '[webhook]\nurl = "x"\nsecret = "0123456789abcdef"',
        "'webhook.url': expected an address as https://example.org/hook.",
    ),
    ("[limits]\nlogins = 5", "'limits.logins' is a whole number, expected a section."),
    ("[limits]\nlogins = { times = 0, minutes = 1 }", "'limits.logins.times' must be at least 1."),
    ("[limits]\nlogins = { times = 1 }", "[limits.logins] lacks 'minutes'."),
    ("[limits]\nloginss = { times = 1, minutes = 1 }", "[limits] has 'loginss', which is not a setting."),
    ('[logs]\nformat = "xml"', "'logs.format' cannot be 'xml'; it can be 'json' or 'text'."),
    ("public_url = 2026-01-01", "'public_url' is a date, expected text."),
    ('public_url = "https://x/sub"', "'public_url': the server cannot live below a path."),
    ("[limits]\npages_per_guest = 0", "'limits.pages_per_guest' must be at least 1."),
    ('sign_up = "no"', "'sign_up' is text, expected true or false."),
    ("[prune]\nafter_days = 0", "'prune.after_days' must be at least 1."),
    ('[prune]\nafter_days = "90d"', "'prune.after_days' is text, expected a whole number."),
    ("[prune]\nevery_hours = 200", "'prune.every_hours' must be at most 168."),
    ("[limits]\nreads = { times = 0, minutes = 1 }", "'limits.reads.times' must be at least 1."),
    ("[limits]\nrunning_games_per_guest = -1", "'limits.running_games_per_guest' must be at least 1."),
    ('[metrics]\ntoken = "x"', "'metrics.token' must have at least 16 characters."),
]

NO_ADDRESSES = [
    "http://127.0.0.1:port/hook", "https://example.org:port", "http://x:99999", "http://x:0", "http://x:",
    "https://x y", "https://x/a b", "https://x\\u0000", "https://x\\r\\nA: b", "https://user:pw@x", "https://user@x", "ftp://x",
    "https://", "https://[", "https://x?q=1", "https://x#y", "x",
]  # fmt: skip


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_of_the_web_is_refused(tmp_path: Path, address: str) -> None:
    path = tmp_path / "server.toml"
    hook = f'[webhook]\nurl = "{address}"\nsecret = "0123456789abcdef"\n'
    for text, key in ((f'public_url = "{address}"\n', "public_url"), (PUBLIC + hook, "webhook.url")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ServerTrouble, match=f"'{key}': expected an address as") as trouble:
            read_settings(path)
        assert str(trouble.value).count("\n") == 0


def test_everything_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text(ALL, encoding="utf-8")
    settings = read_settings(path)
    assert settings.mail
    assert (settings.mail.host, settings.mail.port) == ("mail.example.org", 25)
    assert settings.limits.logins == Rate(5, 10)
    assert settings.limits.creations == Settings().limits.creations
    assert settings.notice_after == timedelta(minutes=30)
    assert settings.link("/g/x") == "https://games.example.org/g/x"


def test_without_a_file_nothing_is_sent_anywhere() -> None:
    settings = read_settings(None)
    assert settings == Settings()
    assert settings.notice_after is None


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_a_wrong_setting_is_named_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "server.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ServerTrouble) as trouble:
        read_settings(path)
    assert str(trouble.value) == f"The settings in {path} cannot be used: {says}"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[mail", "are not TOML"),
        (b"a = 1\na = 2", "are not TOML"),
        (b"\xff", "cannot be read: they are not written in UTF-8."),
        (None, "cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_cannot_be_read_ends_the_program_with_2(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "server.toml"
    if content is not None:
        path.write_bytes(content)
    done = started("--port", str(free_port()), "--db", f"sqlite:///{tmp_path}/x.db", "--config", str(path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"flagplot: The settings in {path} {says}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "x.db").exists()


def test_a_wrong_setting_ends_the_program_with_2(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text("behind_proxy = 1", encoding="utf-8")
    done = started("--port", str(free_port()), "--db", f"sqlite:///{tmp_path}/x.db", "--config", str(path))
    assert done.returncode == 2
    sentence = "'behind_proxy' is a whole number, expected true or false."
    assert done.stderr == f"flagplot: The settings in {path} cannot be used: {sentence}\n"
