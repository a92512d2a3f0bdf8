"""Accounts: a name that is one's own, a password, and by mail a way back for who has forgotten it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from flagplot.payloads_together import Account, Credentials, Me, NoticeWishes
from flagplot.server.errors import Blocked, Closed, Conflict, NotFound, NotOffered, NotYours, Refused
from flagplot.server.people.guests import Guests, check_not_blocked
from flagplot.server.people.limits import Limits
from flagplot.server.people.mail import Letter, Post
from flagplot.server.people.names import NAME_OF_NEWCOMERS, check_own, checked_name, name_key
from flagplot.server.people.passwords import Passwords, check_password
from flagplot.server.people.sessions import LIFETIME, Sessions, Visitor, hashed
from flagplot.server.settings import Settings, is_mail_address
from flagplot.server.storage import data_queries, operator_queries, people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import NewSession, ago, ahead

WRONG = "The name or the password is wrong."
NO_ACCOUNT = "You do not have an account. Claim a name first."
NO_NEW_ACCOUNTS = "This server does not accept new accounts right now. If you have an account, sign in."
USED_UP = "This link was used already or has expired. Ask for another."
CONFIRM, RESET = "confirm", "reset"
CONFIRMED_WITHIN = timedelta(days=2)
RESET_WITHIN = timedelta(hours=1)
TIDIED_EVERY = 3600.0  # seconds


class Accounts:
    """The accounts of this server."""

    def __init__(
        self,
        database: Database,
        bulletin: Bulletin,
        sessions: Sessions,
        guests: Guests,
        limits: Limits,
        post: Post,
        settings: Settings,
    ) -> None:
        self._database = database
        self._bulletin = bulletin
        self._sessions = sessions
        self._guests = guests
        self._limits = limits
        self._post = post
        self._settings = settings
        self._passwords = Passwords()
        self._tasks: set[asyncio.Task[None]] = set()

    async def me(self, guest: str | None) -> Me:
        """Who somebody is; nothing is kept of those of whom nothing is known."""
        if guest is None:
            return self._told(NAME_OF_NEWCOMERS, False, None, 0)
        await self._guests.meet([guest])
        account, turns = await self._database.read(_standing, guest)
        return self._told(self._guests.name(guest), True, account, turns)

    def _told(self, name: str, known: bool, account: Account | None, turns: int) -> Me:
        """What a browser is told of its player, and of what the operator has set."""
        chosen = self._settings
        days = chosen.prune.after_days if chosen.prune else None
        mail = self._post.is_open
        return Me(name, known, account, turns, mail, chosen.abandon_after_days, chosen.sign_up, chosen.guests, days)

    # Claiming a name, and coming back to it

    async def claim(self, guest: str, wish: Credentials, address: str, session: NewSession) -> None:
        """Make a guest's account; their games stay theirs, and every session that they had before ends."""
        if not self._settings.sign_up:
            raise Closed(NO_NEW_ACCOUNTS)
        name = checked_name(wish.name)
        check_own(name)
        check_password(wish.password)
        await self._limits.count("account", address)
        password = await self._passwords.hashed(wish.password)
        is_new = self._guests.hand_over(guest)
        try:
            others = await self._database.write(self._claimed, guest, name, password, session, is_new)
        except IntegrityError:
            raise Conflict(_taken(name)) from None
        self._sessions.drop(guest)
        self._guests.is_called(guest, name)
        self._guests.are_guests_again(others)

    def _claimed(
        self, connection: Connection, guest: str, name: str, password: str, session: NewSession, is_new: bool
    ) -> list[str]:
        if people_queries.account_of(connection, guest) is not None:
            raise Conflict("You already have an account. Sign out before you claim another name.")
        if people_queries.account_named(connection, name_key(name)) is not None:
            raise Conflict(_taken(name))
        check_not_blocked(connection, name)
        if is_new:
            people_queries.add_guest(connection, guest, name, session)
        else:
            people_queries.name_guest(connection, guest, name)
            self._begin_anew(connection, guest, session)
            self._bulletin.pin(connection, "guest", guest)
        people_queries.add_account(connection, guest, name_key(name), password)
        return self._guests.give_up_name(connection, name_key(name))

    async def sign_in(
        self, wish: Credentials, address: str, visitor: Visitor | None, session: NewSession
    ) -> tuple[str, list[str]]:
        """The guest whose account it is, and the games that came along; NotYours when name or password is wrong.

        The session that the browser had before ends, so that who knew it knows nothing.
        """
        account = await self._proved(name_key(wish.name), wish.password, address)
        guest: str = account.guest
        better = await self._passwords.hashed(wish.password) if self._passwords.is_outdated(account.password) else None
        brought = await self._database.write(self._signed_in, guest, visitor, wish.bring_games, session, better)
        if visitor:
            self._sessions.drop(visitor.session)
            if brought:
                self._sessions.drop(visitor.guest)
        return guest, brought

    def _signed_in(
        self,
        connection: Connection,
        guest: str,
        visitor: Visitor | None,
        bring: bool,
        session: NewSession,
        better: str | None,
    ) -> list[str]:
        brought: list[str] = []
        _check_not_blocked(connection, guest)
        if visitor:
            people_queries.end_session(connection, visitor.session)
            self._bulletin.pin(connection, "session", visitor.session)
            if bring and visitor.guest != guest and people_queries.account_of(connection, visitor.guest) is None:
                brought = data_queries.bring_games(connection, visitor.guest, guest)
                self._tell_all(connection, visitor.guest, brought)
        if better:
            people_queries.change_account(connection, guest, password=better)
        people_queries.add_session(connection, guest, session)
        return brought

    async def _proved(self, key: str, password: str, address: str) -> Row[Any]:
        """The account of a name, if the password is right; else NotYours, or TooMany after too many tries."""
        await self._limits.sign_in(key, address)
        account = await self._database.read(people_queries.account_named, key)
        if not await self._passwords.is_right(account.password if account else None, password) or account is None:
            raise NotYours(WRONG)
        await self._limits.signed_in(key, address)
        return account

    async def sign_out(self, visitor: Visitor, everywhere: bool) -> None:
        """End this session, or all; Conflict for who could not come back to their games."""
        await self._of(visitor.guest)
        await self._database.write(self._signed_out, visitor, everywhere)
        self._sessions.drop(visitor.guest if everywhere else visitor.session)

    def _signed_out(self, connection: Connection, visitor: Visitor, everywhere: bool) -> None:
        if everywhere:
            people_queries.end_sessions(connection, visitor.guest)
        else:
            people_queries.end_session(connection, visitor.session)
        self._bulletin.pin(connection, "session", visitor.guest if everywhere else visitor.session)

    async def end_sessions(self, visitor: Visitor, is_meant: Callable[[str], bool]) -> list[str]:
        """End some of the sessions of somebody with an account; which were ended."""
        await self._of(visitor.guest)
        ended = await self._database.write(self._ended, visitor.guest, is_meant)
        for session in ended:
            self._sessions.drop(session)
        return ended

    def _ended(self, connection: Connection, guest: str, is_meant: Callable[[str], bool]) -> list[str]:
        found = [row.id for row in people_queries.sessions_of(connection, guest) if is_meant(row.id)]
        for session in found:
            people_queries.end_session(connection, session)
            self._bulletin.pin(connection, "session", session)
        return found

    # Passwords

    async def change_password(self, guest: str, old: str, new: str, address: str, session: NewSession) -> None:
        """Another password, granted by the old one; all sessions end."""
        check_password(new)
        account = await self._of(guest)
        try:
            await self._proved(account.name_key, old, address)
        except NotYours:
            raise NotYours("The old password is wrong.") from None
        await self._give_password(guest, await self._passwords.hashed(new), session, None)

    async def _give_password(self, guest: str, password: str, session: NewSession, token: str | None) -> None:
        await self._database.write(self._given_password, guest, password, session, token)
        self._sessions.drop(guest)

    def _given_password(
        self, connection: Connection, guest: str, password: str, session: NewSession, token: str | None
    ) -> None:
        _check_not_blocked(connection, guest)
        if token and not people_queries.use_token(connection, token):
            raise NotFound(USED_UP)
        people_queries.change_account(connection, guest, password=password)
        people_queries.drop_tokens(connection, guest, RESET)
        self._begin_anew(connection, guest, session)

    def _begin_anew(self, connection: Connection, guest: str, session: NewSession) -> None:
        """End all sessions of a guest but for a new one."""
        people_queries.end_sessions(connection, guest)
        people_queries.add_session(connection, guest, session)
        self._bulletin.pin(connection, "session", guest)

    async def forgotten(self, name: str, address: str) -> None:
        """Send a letter by which a password can be set anew, if there is somebody to write to.

        That is found out after the answer, which therefore takes the same time for all names.
        """
        key = name_key(name)
        await self._limits.count("mail", address)
        task = asyncio.get_running_loop().create_task(self._write_to(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_to(self, key: str) -> None:
        token = secrets.token_urlsafe(32)
        until = ahead(RESET_WITHIN)
        try:
            account = await self._database.read(people_queries.account_named, key)
            if account is None or not account.email or not account.email_confirmed or not self._post.is_open:
                return
            await self._limits.count("mail", account.guest)
            await self._database.write(people_queries.add_token, hashed(token), RESET, account.guest, "", until)
        except Refused:
            return  # whoever asked was answered already, and will ask again
        text = (
            f"Somebody, perhaps you, has forgotten the password of {account.name} at {self._settings.public_url}.\n\n"
            f"Choose another one here, within an hour:\n{self._settings.link(f'/reset/{token}')}\n\n"
            "If it was not you, do nothing. The old password stays valid.\n"
        )
        self._post.send_soon(Letter(account.email, "Your password at Flagplot", text))

    async def reset(self, token: str, password: str, session: NewSession) -> str:
        """Another password, granted by a letter; all sessions end. The guest whose account it is."""
        check_password(password)
        found = await self._database.read(people_queries.token_found, hashed(token), RESET)
        if found is None:
            raise NotFound(USED_UP)
        guest: str = found.guest
        await self._give_password(guest, await self._passwords.hashed(password), session, found.id)
        return guest

    # Mail

    async def wish(self, guest: str, wishes: NoticeWishes, address: str) -> None:
        """Set where somebody is told of their turns.

        A new address needs the password, because it can replace that, and is written to so that it can be confirmed;
        who names one again that was not confirmed yet is sent another letter.
        """
        account = await self._of(guest)
        email = wishes.email.strip() if wishes.email else None
        if email is not None and not is_mail_address(email):
            raise NotOffered(f"'{email[:60]}' is not a mail address.")
        if email and not self._post.is_open:
            raise NotOffered("This server does not send mail.")
        is_changed = email != account.email
        if email and is_changed:
            await self._check_change(account, wishes.password, address)
        must_confirm = bool(email) and (is_changed or not account.email_confirmed)
        if email and must_confirm:
            for who in (address, guest, email.casefold()):
                await self._limits.count("mail", who)
        token = secrets.token_urlsafe(32) if must_confirm else None
        await self._database.write(self._wished, account, email, wishes.wants_mail, token)
        if email and must_confirm:
            text = (
                f"{account.name} wants to get mail at this address when it is their turn in a game at "
                f"{self._settings.public_url}.\n\nIf that is you, confirm it within two days:\n"
                f"{self._settings.link(f'/confirm/{token}')}\n\nIf not, do nothing: you will get no other mail.\n"
            )
            self._post.send_soon(Letter(email, "Confirm your address at Flagplot", text))
        if is_changed and account.email and account.email_confirmed:
            text = (
                f"Mail for {account.name} at {self._settings.public_url} no longer goes to this address.\n\n"
                f"If you have not changed that yourself, choose another password:\n{self._settings.link('/account')}\n"
            )
            self._post.send_soon(Letter(account.email, "Your address at Flagplot was changed", text))

    async def _check_change(self, account: Row[Any], password: str | None, address: str) -> None:
        """Whoever changes the address of an account proves with the password that it is theirs."""
        if password is None:
            raise NotOffered("To change your mail address, also send your password.")
        try:
            await self._proved(account.name_key, password, address)
        except NotYours:
            raise NotYours("The password is wrong, so the address was not changed.") from None

    def _wished(
        self, connection: Connection, account: Row[Any], email: str | None, wants: bool, token: str | None
    ) -> None:
        values: dict[str, Any] = {"wants_mail": wants}
        if email != account.email:
            values |= {"email": email, "email_confirmed": False}
            people_queries.drop_tokens(connection, account.guest, CONFIRM)
            people_queries.drop_tokens(connection, account.guest, RESET)
        if email and token:
            until = ahead(CONFIRMED_WITHIN)
            people_queries.add_token(connection, hashed(token), CONFIRM, account.guest, email, until)
        people_queries.change_account(connection, account.guest, **values)

    async def confirm(self, token: str) -> None:
        """Whoever has the letter has the address."""
        if not await self._database.write(_confirmed, hashed(token)):
            raise NotFound(USED_UP)

    # All that is kept

    async def everything(self, guest: str) -> dict[str, Any]:
        """All that is kept of a guest."""
        found = await self._database.read(data_queries.everything, guest)
        if found is None:
            raise NotFound("Nothing is stored about you.")
        return found

    async def check_farewell(self, guest: str, password: str | None, address: str) -> None:
        """Whoever has an account proves with the password that it is theirs to delete."""
        account = await self._database.read(people_queries.account_of, guest)
        if account is not None:
            try:
                await self._proved(account.name_key, password or "", address)
            except NotYours:
                raise NotYours("The password is wrong, so nothing was deleted.") from None

    async def forget(self, guest: str) -> list[str]:
        """Forget a guest; the games that changed or are gone."""
        touched = await self._database.write(self._forgotten, guest)
        self._sessions.drop(guest)
        self._guests.forget(guest)
        return touched

    def _forgotten(self, connection: Connection, guest: str) -> list[str]:
        touched = data_queries.forget(connection, guest)
        self._tell_all(connection, guest, touched)
        return touched

    def _tell_all(self, connection: Connection, gone: str, match_ids: list[str]) -> None:
        """Other processes drop what they remember of a deleted guest and of the games."""
        self._bulletin.pin(connection, "session", gone)
        self._bulletin.pin(connection, "guest", gone)
        for match_id in match_ids:
            self._bulletin.pin(connection, "match", match_id)

    async def sessions(self, guest: str) -> list[Row[Any]]:
        """The browsers that are signed in."""
        return await self._database.read(people_queries.sessions_of, guest)

    async def _of(self, guest: str) -> Row[Any]:
        account = await self._database.read(people_queries.account_of, guest)
        if account is None:
            raise Conflict(NO_ACCOUNT)
        return account

    async def keep_tidy(self) -> None:
        """Forget, now and then, what is of no use any more."""
        while True:
            await asyncio.sleep(TIDIED_EVERY)
            with suppress(Refused):
                await self._database.write(people_queries.tidy_people, ago(LIFETIME))

    async def finish(self) -> None:
        """See to it that all letters that were asked for are with the post."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """End in good order."""
        self._passwords.close()


def _standing(connection: Connection, guest: str) -> tuple[Account | None, int]:
    row = people_queries.account_of(connection, guest)
    account = row and Account(row.email, row.email_confirmed, row.wants_mail, row.created)
    return account, people_queries.turns(connection, guest)


def _check_not_blocked(connection: Connection, guest: str) -> None:
    """Blocked when nobody may sign in to the account of a guest."""
    account = people_queries.account_of(connection, guest)
    if account is not None and operator_queries.is_name_blocked(connection, account.name_key):
        raise Blocked("This account is blocked on this server.")


def _confirmed(connection: Connection, token: str) -> bool:
    found = people_queries.token_found(connection, token, CONFIRM)
    account = found and people_queries.account_of(connection, found.guest)
    if found is None or account is None or account.email != found.value:
        return False
    people_queries.change_account(connection, found.guest, email_confirmed=True)
    return people_queries.use_token(connection, token)


def _taken(name: str) -> str:
    return f"The name {name} is taken. Choose another, or sign in if it is yours."
