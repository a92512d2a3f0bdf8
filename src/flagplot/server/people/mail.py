"""Mail: letters to people, handed to the operator's mail server."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from flagplot.server.settings import TLS_AT_ONCE, Mail

PATIENCE = 10.0  # seconds for each word of the mail server
PAUSES = (0.0, 5.0, 30.0, 180.0)  # before the tries of a letter that somebody waits for

logger = logging.getLogger(__name__)


class NotSent(Exception):
    """The mail server did not take a letter."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter in plain text; `switch`: the page where one says that no more such letters are wanted."""

    to: str
    subject: str
    text: str
    switch: str = ""


class Post:
    """The way to the mail server, one letter at a time; where none is set up, nothing is sent."""

    def __init__(self, mail: Mail | None) -> None:
        self._mail = mail
        self._thread = ThreadPoolExecutor(1, "mail")
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_finishing = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether letters can be sent."""
        return self._mail is not None

    async def send(self, letter: Letter) -> None:
        """Send a letter; NotSent when the mail server does not take it."""
        if self._mail is None:
            raise NotSent("no mail is set up")
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, _handed_over, self._mail, letter)
        except (OSError, smtplib.SMTPException, UnicodeError, ValueError) as error:
            raise NotSent(" ".join(str(error).split()) or type(error).__name__) from None

    def send_soon(self, letter: Letter) -> None:
        """Send a letter while whoever asked for it is answered; given up, with a line in the log, after some tries."""
        if self._mail is not None:
            task = asyncio.get_running_loop().create_task(self._sent_at_last(letter))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _sent_at_last(self, letter: Letter) -> None:
        for pause in PAUSES:
            is_last = await self._finishing_within(pause)
            try:
                return await self.send(letter)
            except NotSent as trouble:
                reason = trouble
            if is_last:
                break
        logger.warning("A mail (%s) could not be sent: %s.", letter.subject, reason)

    async def _finishing_within(self, seconds: float) -> bool:
        """Wait so long, or until there is no more time to wait."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_finishing.wait(), seconds)
        return self._is_finishing.is_set()

    async def finish(self) -> None:
        """Try all letters that still wait once more, without a pause."""
        self._is_finishing.set()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Send no more."""
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _handed_over(mail: Mail, letter: Letter) -> None:
    message = EmailMessage()
    message["From"] = mail.sender
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = make_msgid(domain=mail.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if letter.switch:
        message["List-Unsubscribe"] = f"<{letter.switch}>"
    message.set_content(letter.text)
    context = ssl.create_default_context()
    connection = (
        smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=context)
        if mail.port == TLS_AT_ONCE
        else smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)
    )
    with connection as server:
        if mail.starttls and mail.port != TLS_AT_ONCE:
            server.starttls(context=context)
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)
