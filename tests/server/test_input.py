"""Bad input of every kind gets one sentence and changes nothing; pages and headers are as they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from flagplot.client import Client
from flagplot.server.pages import VERSION
from tests.server.running import RunningServer
from tests.server.test_refusals import as_guest

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def wire(server: RunningServer, guest: Client) -> Iterator[httpx.Client]:
    guest.rename("Wire")
    with as_guest(server, guest) as connection:
        yield connection


def refused(response: httpx.Response, *statuses: int) -> None:
    """It was refused with one sentence."""
    assert response.status_code in statuses, response.text
    assert set(response.json()) <= {"error", "position"}
    sentence = response.json()["error"]
    assert sentence[-1] == "."
    assert len(sentence) < 400
    assert "Traceback" not in sentence


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b'"x"', b"{", b"\xff", b"{}", b'{"game": 1}', b'{"game": "chess"}',
        b'{"game": "sea-control", "x": 1}', b'{"game": "sea-control", "seats": []}',
        b'{"game": "sea-control", "seats": {"axis": "admiral"}}', b'{"game": "sea-control", "seats": {"x": "me"}}',
        b'{"game": "sea-control", "seats": {"axis": "captain"}}', b'{"game": "sea-control", "scenario": "x"}',
        b'{"game": "sea-control", "scenario": 1}', b'{"game": "sea-control", "options": {"x": true}}',
        b'{"game": "atlantic-wolves", "options": {"rudeltaktik": 7}}', b'{"game": "sea-control", "seed": "abc"}',
        b'{"game": "sea-control", "seed": -1}', b'{"game": "sea-control", "seed": 1.5}',
        b'{"game": "sea-control", "typed_dice": "yes"}', b'{"game": "' + b"x" * 10000 + b'"}',
        b'{"game": "sea-control", "options": ' + b'{"a":' * 2000 + b"1" + b"}" * 2001,
    ],
)  # fmt: skip
def test_a_bad_wish_for_a_match_is_refused(wire: httpx.Client, body: bytes) -> None:
    before = wire.get("/api/matches").json()
    response = wire.post("/api/matches", content=body, headers=JSON)
    if len(body) < 5000:
        refused(response, 400, 422)
    assert response.status_code in (400, 422)
    assert wire.get("/api/matches").json() == before


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"{}", b"{", b'{"seat": "german", "seq": 0}', b'{"seat": 1, "seq": 0, "option": "hq"}',
        b'{"seat": "german", "seq": "0", "option": "hq"}', b'{"seat": "german", "seq": 0.5, "option": "hq"}',
        b'{"seat": "german", "seq": 0, "option": "hq", "x": 1}', b'{"seat": "axis", "seq": 0, "option": "hq"}',
        b'{"seat": "german", "seq": true, "option": "hq"}', b'{"seat": "german", "seq": 0, "option": NaN}',
        b'{"seat": "german", "seq": 0, "option": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"seat": "german", "seq": 0, "option": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"seat": "german", "seq": 0, "option": {"a": ["hq"]}}', b'{"seat": "\\ud800", "seq": 0, "option": "hq"}',
        b'{"seat": "german", "seq": 99999999999999999999999999, "option": "hq"}',
    ],
)  # fmt: skip
def test_a_bad_choice_is_refused(guest: Client, wire: httpx.Client, body: bytes) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    refused(wire.post(f"/api/matches/{match.id}/choices", content=body, headers=JSON), 400, 409, 422)
    assert match.refresh().seq == 0
    assert guest.match(match.id).position == match.position


def test_bad_queries_are_refused(guest: Client, wire: httpx.Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    url = f"/api/matches/{match.id}"
    for path in (
        "?seat=axis", "?seat=", "/changes", "/changes?since=x", "/changes?since=0&wait=x", "/changes?since=0&seat=x",
        "/moments?seat=x", "/moments/0?seat=x", "/outlook", "/outlook?seat=german&seq=x", "/outlook?seat=x&seq=0",
        "/moments/99", "/moments/x", "/nothing", "/moments?seat=*",
    ):  # fmt: skip
        refused(wire.get(url + path), 400, 403, 404, 422)
    refused(wire.get("/api/matches/nonsense"), 404)
    refused(wire.get("/api/games/chess/rules"), 404)
    refused(wire.get("/api/games/chess/guide"), 404)
    refused(wire.get("/api/nothing"), 404)
    refused(wire.patch(url), 405)
    asks = {"seat": "german", "seq": 0}
    refused(wire.post(f"{url}/odds", json={**asks, "options": "hq"}), 400)
    refused(wire.post(f"{url}/odds", json={**asks, "options": ["hq"] * 501}), 422)
    refused(wire.post(f"{url}/odds", json={**asks, "options": [{"a": 1}]}), 422)
    refused(wire.post(f"{url}/why-not", json={**asks, "target": ["hq"]}), 400)
    refused(wire.post(f"{url}/branch", json={"seat": "german", "moment": "0"}), 400)
    refused(wire.post(f"{url}/join", json={"seat": "axis"}), 404)


def test_endless_waits_are_cut_short(wire: httpx.Client, guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    for wait in ("-5", "nan", "0"):
        response = wire.get(f"/api/matches/{match.id}/changes", params={"since": 0, "wait": wait})
        assert response.status_code in (204, 400)


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "a\nb\x00", "\u202e", 7, None, ["a"]])
def test_a_bad_name_is_refused(wire: httpx.Client, name: object) -> None:
    refused(wire.put("/api/me", json={"name": name}), 400, 422)
    assert wire.get("/api/me").json()["name"] == "Wire"


def test_large_bodies_are_refused(wire: httpx.Client) -> None:
    answer = wire.put("/api/me", json={"name": "x" * 1_100_000})
    refused(answer, 413)
    assert answer.json()["error"] == "The request is too large: at most 1 MB can be sent here."


@pytest.mark.parametrize("digits", [25, 400, 4400])
def test_overlong_integers_are_refused(guest: Client, wire: httpx.Client, digits: int) -> None:
    match, number = guest.create("atlantic-wolves", seed=1), "9" * digits
    url = f"/api/matches/{match.id}"
    for path, body in (
        ("/api/matches", '{"game": "atlantic-wolves", "seed": -N}'),
        ("/api/matches", '{"game": "atlantic-wolves", "seed": "N"}'),
        ("/api/matches", '{"game": "atlantic-wolves", "pace": N}'),
        ("/api/matches", '{"game": "atlantic-wolves", "options": {"tonnage_target": N}}'),
        (f"{url}/choices", '{"seat": "german", "seq": N, "option": "hq"}'),
        (f"{url}/choices", '{"seat": "german", "seq": 0, "option": [N]}'),
        (f"{url}/odds", '{"seat": "german", "seq": 0, "options": [N]}'),
        (f"{url}/branch", '{"seat": "german", "moment": N}'),
        (f"{url}/orders", '{"seat": "german", "seq": 0, "captain": false, "option": N, "span": "game"}'),
        ("/api/matches/upload", '{"flagplot": N, "game": "atlantic-wolves"}'),
        ("/api/matches/upload", '{"flagplot_sealed": N, "game": "atlantic-wolves"}'),
        ("/api/matches/upload", '{"flagplot": 1, "rules": N, "game": "atlantic-wolves"}'),
    ):
        answer = wire.post(path, content=body.replace("N", number), headers=JSON)
        assert answer.status_code in (400, 404, 409, 422), (path, body, answer.text)
    for path in (f"{url}/changes?since=N", f"{url}/moments/N", f"{url}/outlook?seat=german&seq=N"):
        assert wire.get(path.replace("N", number)).status_code in (200, 400, 404, 409)


def test_what_is_private_is_not_kept_by_browsers_and_proxies(guest: Client, wire: httpx.Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    url = f"/api/matches/{match.id}"
    for path in ("/api/me", "/api/matches", url, f"{url}/save", f"{url}/moments", f"{url}/notes", "/api/matches/x"):
        assert wire.get(path).headers.get_list("cache-control") == ["no-store"], path
    assert "cache-control" not in wire.get("/api/games").headers


@pytest.mark.parametrize("path", ["/", "/nothing", "/rules/sea-control", "/metrics", "/docs/api", "/api/games"])
def test_a_type_names_its_charset_once(wire: httpx.Client, path: str) -> None:
    (kind,) = wire.get(path).headers.get_list("content-type")
    assert kind.count("charset") == kind.startswith("text/")


def test_an_empty_body_is_told_in_one_sentence(wire: httpx.Client) -> None:
    answer = wire.put("/api/me", content=b"", headers=JSON)
    refused(answer, 400)
    assert answer.json()["error"] == "The request has no body. Send JSON."


def test_what_a_value_can_be_is_told(guest: Client, wire: httpx.Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    answer = wire.post(f"/api/matches/{match.id}/offers", json={"seat": "german", "kind": "migrate"})
    refused(answer, 400)
    assert answer.json()["error"].startswith("The request cannot be read: kind: it cannot be 'migrate'; it can be ")
    assert "'draw'" in answer.json()["error"]


def test_names_are_kept(wire: httpx.Client) -> None:
    assert wire.put("/api/me", json={"name": "  Jürgen   Oesten "}).json()["name"] == "Jürgen Oesten"
    assert wire.get("/api/me").json()["name"] == "Jürgen Oesten"


def test_pages_of_other_sites_can_change_nothing(server: RunningServer, guest: Client, wire: httpx.Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    choice = {"seat": "german", "seq": 0, "option": "hq"}
    url = f"/api/matches/{match.id}"
    elsewhere = ("http://example.com", "null", "http://127.0.0.1", f"http://127.0.0.1:{server.port}.example.com")
    for origin in (*elsewhere, "http://[", "//"):
        refused(wire.post(f"{url}/choices", json=choice, headers={"Origin": origin}), 403)
        refused(wire.delete(url, headers={"Origin": origin}), 403)
        live = f"ws://127.0.0.1:{server.port}{url}/live"
        with (
            pytest.raises(InvalidStatus),
            connect(live, origin=Origin(origin), additional_headers={"Cookie": f"flagplot_session={guest.guest}"}),
        ):
            pass
    assert match.refresh().seq == 0
    assert wire.post(f"{url}/choices", json=choice, headers={"Origin": server.url}).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/api/games", "/api/nothing", "/nothing", "/g/x", "/g/x/dice", "/rules/sea-control", "/rules/x", "/docs/api",
     "/guide/sea-control", "/static/nothing.js", "/games/sea-control/board.svg", "/docs/api/openapi.json"],
)  # fmt: skip
def test_every_answer_forbids_to_load_from_elsewhere(server: RunningServer, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code in (200, 404)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    if "html" in answer.headers["content-type"]:
        assert not re.search(r"(src|href)=[\"']?(https?:)?//", answer.text)
        assert not re.search(r"<(script|style)>|\sstyle=|\son\w+=", answer.text)


def test_unknown_pages_say_so(server: RunningServer) -> None:
    for path in ("/nothing", "/rules/chess", "/guide/chess", "/games/chess/board.svg"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 404
        assert "<h1>Not found</h1>" in answer.text


def test_static_files_do_not_reach_outside(server: RunningServer) -> None:
    outside = ["../cli.py", "..%2fcli.py", "%2e%2e/cli.py", "....//cli.py", "/etc/passwd", "%00", "..\\cli.py", ""]
    for path in (*outside, *(f"{VERSION}/{path}" for path in outside), VERSION):
        with httpx.Client() as plain:
            request = plain.build_request("GET", server.url)
            request.url = request.url.copy_with(raw_path=f"/static/{path}".encode())
            assert plain.send(request).status_code in (400, 404)


def test_a_page_is_sent_packed_and_asks_for_one_script_and_one_style_sheet(server: RunningServer) -> None:
    page = httpx.get(f"{server.url}/")
    plain = httpx.get(f"{server.url}/", headers={"Accept-Encoding": "identity"})
    assert page.text == plain.text
    assert page.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert page.headers["etag"] != plain.headers["etag"]
    (script,) = re.findall(r'<script type="module" src="([^"]+)">', page.text)
    assert script == f"/static/{VERSION}/joined/scripts/front/main.js"
    assert 'makers["scripts/front/gallery.js"]' in httpx.get(server.url + script).text
    (styles,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page.text)
    for style in ("theme", "page", "front"):
        alone = httpx.get(f"{server.url}/static/styles/{style}.css").text
        assert alone in httpx.get(server.url + styles).text


@pytest.mark.parametrize(
    "path",
    [
        "joined/scripts/nothing.js", "joined/styles/theme.css", "joined/../../cli.py", "joined/", "joined/scripts",
        "styles/theme+nothing.css", "styles/theme+.css", "styles/theme+page.js", "styles/" + "a+" * 40 + "a.css",
    ],
)  # fmt: skip
def test_what_cannot_be_joined_is_not_found(server: RunningServer, path: str) -> None:
    assert httpx.get(f"{server.url}/static/{path}").status_code == 404


def test_a_page_is_sent_once(server: RunningServer) -> None:
    page = httpx.get(f"{server.url}/")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    again = httpx.get(f"{server.url}/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/", "/g/nosuchgame", "/rules/sea-control", "/guide/sea-control", "/lobby", "/account"]
)
def test_a_page_names_its_files_with_their_version_and_the_browser_keeps_them(server: RunningServer, path: str) -> None:
    named = re.findall(r'"(/static/[^"]+)"', httpx.get(f"{server.url}{path}").text)
    assert named
    for name in named:
        assert name.startswith(f"/static/{VERSION}/")
        answer = httpx.get(f"{server.url}{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "max-age=31536000, immutable")
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("version", ["", "0123456789abcdef/"])
def test_a_file_of_another_version_is_not_kept(server: RunningServer, version: str) -> None:
    """A page that was opened before an update gets the present files, and asks anew the next time."""
    answer = httpx.get(f"{server.url}/static/{version}scripts/table/main.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_the_api_describes_itself(server: RunningServer) -> None:
    schema = httpx.get(f"{server.url}/docs/api/openapi.json").json()
    assert len(schema["paths"]) >= 20
    assert {"Position", "Change", "MatchInfo", "GameInfo", "View"} <= set(schema["components"]["schemas"])
    page = httpx.get(f"{server.url}/docs/api").text
    for path in schema["paths"]:
        assert path.startswith("/api/")
        assert path in page


@pytest.mark.parametrize(
    ("origin", "headers", "status"),
    [
        ("https://games.example.org", {"X-Forwarded-Proto": "https"}, 200),
        ("http://games.example.org", {"X-Forwarded-Proto": "https"}, 403),
        ("http://games.example.org", {}, 403),  # it is known by its public address
        ("https://other.example.org", {"Host": "other.example.org", "X-Forwarded-Proto": "https"}, 200),
        ("http://other.example.org", {"Host": "other.example.org", "X-Forwarded-Proto": "https"}, 403),
        ("https://other.example.org", {"Host": "other.example.org"}, 200),  # nobody says by which scheme it came
    ],
)
def test_a_page_without_tls_is_another_site_where_there_is_tls(
    behind_tls: RunningServer, origin: str, headers: dict[str, str], status: int
) -> None:
    headers = {"Host": "games.example.org", "Origin": origin, **headers}
    assert httpx.put(f"{behind_tls.url}/api/me", json={"name": "Ann"}, headers=headers).status_code == status


@pytest.fixture(scope="module")
def behind_tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    settings = 'public_url = "https://games.example.org"\nbehind_proxy = true\n'
    running = RunningServer(tmp_path_factory.mktemp("tls"), settings=settings)
    yield running
    assert running.stop() == 0
