"""A PostgreSQL server of the tests' own: made in a temporary directory, on a free port, and gone with them."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from tests.server.running import free_port

OWNER = "postgres"  # as whom PostgreSQL runs where the tests are run by root, which it refuses
PASSWORD = "Zaunkoenig"  # of the role `guarded`; nobody else needs one
ACCESS = """\
host all guarded 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
"""
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # a power cut may take the tests along
SECONDS_TO_START = 120


def program(name: str) -> str:
    """Where a program of PostgreSQL is; Debian keeps those of the server out of the way."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if config := shutil.which("pg_config"):
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        places.insert(0, Path(told.stdout.strip()))
    found = shutil.which(name, path=os.pathsep.join([*map(str, places), os.environ.get("PATH", "")]))
    assert found, "PostgreSQL is missing; `make database` installs it."
    return found


class Cluster:
    """A PostgreSQL server with a new database for whoever asks; `durable`: as it would be in earnest."""

    def __init__(self, durable: bool = False) -> None:
        self._settings = () if durable else QUICK
        self._numbers = itertools.count(1)
        initdb = program("initdb")
        self.directory = Path(tempfile.mkdtemp(prefix="flagplot-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self.directory, OWNER)
        data = self.directory / "data"
        switches = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        subprocess.run([*_as_owner(), initdb, "-D", data, *switches], stdout=subprocess.DEVNULL, check=True, cwd="/")
        (data / "pg_hba.conf").write_text(ACCESS, encoding="ascii")
        self.port = free_port()
        self.start()
        self.order(f"CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = (f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.directory}")
        switches = [part for setting in (*settings, *self._settings) for part in ("-c", setting)]
        command = [*_as_owner(), program("postgres"), "-D", str(self.directory / "data"), *switches]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        until = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                return self.order("SELECT 1")
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > until:
                    told = (self.directory / "log").read_text(encoding="utf-8")
                    raise RuntimeError(f"PostgreSQL did not start: {told}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """End it; whoever is connected is cut off."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(SECONDS_TO_START)

    def order(self, statement: str) -> None:
        """Have something done that only its owner may do."""
        with psycopg.connect(host=str(self.directory), port=self.port, user=OWNER, autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"flagplot_{next(self._numbers)}"
        self.order(f"CREATE DATABASE {name}")
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        """End it and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.directory)


def _as_owner() -> list[str]:
    """What runs a program as a user who may run PostgreSQL, and ends it with the tests, however those end."""
    whose = ["--reuid", OWNER, "--regid", OWNER, "--init-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *whose, "--pdeathsig", "INT", "--"]
