"""A small Grovs SDK for asyncio: configuration, deep links, payloads, events and screen views.

It runs on a `platform`: the device's storage, network, wall clock and chance. Everything happens
on one event loop; what takes time is a task or a timer of that loop.
"""

import asyncio
import itertools
import json
import logging
import math
import re
import uuid
import weakref
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

log = logging.getLogger("grovs")

CLOUD = "https://sdk.sqd.link"
TIME_LIMIT = 15
BROWSING = ("browsing", "NSUserActivityTypeBrowsingWeb")
TEXT_LIMIT = 255
WEEK = 7 * 24 * 3600 * 1000
# Unicode's white space; Python's own notion of it has some control characters, too.
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


def is_blank(text):
    return not text.strip(WHITE_SPACE)


def to_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def from_json(text):
    """The value of a text by the letter of the standard, or a ValueError."""

    def refuse(word):
        raise ValueError(word)

    def number(digits):
        value = float(digits)
        return value if math.isfinite(value) else refuse(digits)

    value = json.loads(text, parse_constant=refuse, parse_float=number)
    to_json(value).encode()  # half a surrogate pair is no text
    return value


class Failure(Exception):
    """A request has failed and may be tried again, after `least` seconds where the server asks."""

    def __init__(self, least=0):
        self.least = least


class Refusal(Exception):
    """The backend has answered for good."""

    def __init__(self, status):
        self.status = status


# ---- Configuration


@dataclass(frozen=True)
class Project:
    """What an API key stands for in one of its two environments."""

    api_key: str
    is_test: bool

    @property
    def id(self):
        return ("test:" if self.is_test else "live:") + self.api_key

    @property
    def header(self):
        return ("test_" if self.is_test else "") + self.api_key


_NAME = r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?"
_ADDRESS = re.compile(
    rf"((?:http|https)://)(\[([0-9A-Fa-f:.]+)\]|{_NAME})(:[0-9]*)?((?:[/?#].*)?)",
    re.I | re.A | re.S,
)
_CHARACTER = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*"
_TAIL = re.compile(f"{_CHARACTER}(?:#{_CHARACTER})?")


def base_address(url):
    """Scheme, host and port of a valid address, else None."""
    match = _ADDRESS.fullmatch(url)
    if not match or not _TAIL.fullmatch(match[5]):
        return None
    if match[3]:
        import ipaddress

        try:
            ipaddress.IPv6Address(match[3])
        except ValueError:
            return None
    port = match[4] or ""
    return match[1] + match[2] + (port if port != ":" else "")


class Backend:
    """Posts to the configured project, and sorts the answers."""

    def __init__(self, grovs, platform):
        self.grovs, self.platform = grovs, platform
        self.tasks = []

    def start(self, coroutine):
        """Runs what makes requests, until it is done or everything is cancelled."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.append(task)
        task.add_done_callback(self.tasks.remove)
        return task

    def cancel_all(self):
        for task in self.tasks:
            task.cancel()

    async def post(self, path, body, needs_answer=True):
        grovs, device = self.grovs, self.platform.device
        headers = {
            "PROJECT-KEY": grovs.project.header,
            "IDENTIFIER": device.get("bundle_id") or "",
            "PLATFORM": "ios",
            "SDK-VERSION": "3.1",
            "Content-Type": "application/json",
        }
        if grovs.device_id:
            headers["LINKSQUARED"] = grovs.device_id
        try:
            async with asyncio.timeout(TIME_LIMIT):
                reply = await self.platform.send(
                    "POST", f"{grovs.address}/api/v1/sdk{path}", headers, body
                )
        except OSError as error:
            raise Failure from error
        if 200 <= reply.status < 300:
            return self.read(reply.body) if needs_answer else {}
        if reply.status in (408, 425, 429) or 500 <= reply.status < 600:
            raise Failure(self.retry_after(reply.headers))
        raise Refusal(reply.status)

    @staticmethod
    def read(body):
        try:
            answer = from_json(body.decode() if isinstance(body, bytes) else body or "")
        except (ValueError, RecursionError) as error:
            raise Failure from error
        if not isinstance(answer, dict):
            raise Failure
        return answer

    @staticmethod
    def retry_after(headers):
        for name, value in headers.items():
            if name.lower() == "retry-after":
                digits = value.strip(WHITE_SPACE)
                return min(int(digits[:9]), 3600) if re.fullmatch("[0-9]+", digits) else 0
        return 0

    def device_fields(self):
        device = self.platform.device
        screen = device.get("screen") or {}
        agent = device.get("user_agent") or ""
        fields = {
            "user_agent": "Grovs/3.1" if is_blank(agent) else agent,
            "app_version": device.get("app_version"),
            "build": device.get("build"),
            "vendor_id": device.get("vendor_id"),
            "device": device.get("model"),
            "timezone": device.get("timezone"),
            "language": device.get("language"),
            "screen_width": screen.get("width"),
            "screen_height": screen.get("height"),
        }
        return {key: value for key, value in fields.items() if value is not None}


class Retries:
    """The waits before five further tries, each longer than the last."""

    def __init__(self, platform):
        self.platform = platform
        self.count, self.timer = 0, None

    @property
    def is_waiting(self):
        return self.timer is not None

    def reset(self):
        self.count = 0
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def wait(self, least, again):
        """Calls `again` after the next wait, or tells that there is none."""
        if self.count == 5:
            self.reset()
            return False
        self.count += 1
        seconds = min(2**self.count, 32) + math.ceil(self.platform.chance * 1000) / 1000
        self.timer = asyncio.get_running_loop().call_later(max(seconds, least), self.fire, again)
        return True

    def fire(self, again):
        self.timer = None
        again()


class Authentication:
    """Tells the backend of the device, and goes on trying until it has an answer."""

    def __init__(self, grovs, backend):
        self.grovs, self.backend = grovs, backend
        self.current, self.timer, self.delay = None, None, 10
        self.waiting = {}  # attempt → its completions

    def begin(self, completions=()):
        self.pause()
        self.current = attempt = object()
        self.waiting[attempt] = completions
        self.backend.start(self.run(attempt, to_json(self.backend.device_fields())))

    def configure(self, completions):
        self.delay = 10
        self.begin(completions)

    def resume(self):
        if self.grovs.is_authenticated:
            return
        self.delay = 10
        if not self.current:
            self.begin()

    def pause(self):
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def disable(self):
        self.pause()
        waiting, self.waiting, self.current = self.waiting, {}, None
        for completion in itertools.chain(*waiting.values()):
            self.grovs.soon(completion, False)

    async def run(self, attempt, body):
        try:
            answer = await self.backend.post("/authenticate", body)
            device_id, scheme = answer.get("linksquared"), answer.get("uri_scheme")
            if not (isinstance(device_id, str) and device_id and isinstance(scheme, str)):
                raise Failure
        except (Failure, Refusal) as error:
            return self.fail(attempt, error)
        is_current = self.finish(attempt, True)
        if is_current:
            self.grovs.authenticated(device_id, scheme)

    def finish(self, attempt, success):
        is_current = attempt is self.current
        if is_current:
            self.current = None
        for completion in self.waiting.pop(attempt):
            completion(success)
        return is_current

    def fail(self, attempt, error):
        self.grovs.report("authenticationFailed", "The backend could not authenticate this device.")
        if not self.finish(attempt, False):
            return
        if isinstance(error, Failure):
            wait = max(self.delay, error.least)
            self.timer = asyncio.get_running_loop().call_later(wait, self.begin)
            self.delay = min(self.delay * 2, 300)
        self.grovs.lookups.authentication_failed()


# ---- Deep links


def scheme_of(link):
    match = re.match("([A-Za-z][A-Za-z0-9+.-]*):", link)
    return match[1].lower() if match else None


def is_web(link):
    return scheme_of(link) in ("http", "https")


@dataclass(eq=False)
class Link:
    """An opened link, from its arrival until it was answered or is given up."""

    text: str
    arrived: float
    expires: bool = False
    is_asked: bool = False


class Lookups:
    """Asks the backend what is behind an opened link, or behind the device."""

    PATIENCE = 300

    def __init__(self, grovs, backend):
        self.grovs, self.backend = grovs, backend
        self.links, self.newest, self.newest_foreign = [], None, None
        self.device_task, self.is_device_answered = None, False
        self.is_failing = False

    def is_foreign(self, link):
        scheme = self.grovs.scheme
        return not is_web(link.text) and (scheme is None or scheme_of(link.text) != scheme.lower())

    @property
    def is_awaited(self):
        return self.device_task is not None or any(
            link.is_asked and not self.is_foreign(link) for link in self.links
        )

    def open(self, text):
        if scheme_of(text) is None:
            log.warning("A URL without a scheme was opened; it is ignored.")
            return
        if self.grovs.project and not self.grovs.is_enabled and self.grovs.was_enabled:
            log.warning("A link was opened while the SDK is disabled; it is dropped.")
            return
        link = Link(text, asyncio.get_running_loop().time(), self.is_failing)
        if not self.grovs.is_ready:
            # Which schemes are foreign is not known before authentication.
            self.drop(
                lambda held: (
                    is_web(text) if is_web(held.text) else scheme_of(held.text) == scheme_of(text)
                )
            )
            self.links.append(link)
            return
        is_foreign = self.is_foreign(link)
        self.drop(lambda waiting: self.is_foreign(waiting) == is_foreign)
        if is_foreign:
            self.newest_foreign = link
        else:
            self.newest = link
            self.give_device_up()
        self.links.append(link)
        self.ask(link)

    def drop(self, condition):
        self.links = [link for link in self.links if link.is_asked or not condition(link)]

    def start(self):
        """Looks up what was held, or the device where that was nothing."""
        self.is_failing = False
        self.expire()
        held = [link for link in self.links if not link.is_asked]
        direct = [link for link in held if not self.is_foreign(link)][-1:]
        foreign = [link for link in held if self.is_foreign(link)][-1:]
        self.newest, self.newest_foreign = (direct or [self.newest])[0], (
            foreign or [self.newest_foreign]
        )[0]
        self.links = [link for link in self.links if link.is_asked] + direct + foreign
        if any(not self.is_foreign(link) for link in self.links):
            self.give_device_up()
        else:
            self.ask_device()
        for link in direct + foreign:
            self.ask(link)

    def resume(self):
        """Looks up again what has failed."""
        self.expire()
        self.ask_device()
        for link in sorted(self.links, key=lambda link: link.arrived):
            if not link.is_asked:
                self.ask(link)

    def expire(self):
        now = asyncio.get_running_loop().time()
        for link in list(self.links):
            # In whole milliseconds, as sums of seconds are not exact.
            if (
                link.expires
                and not link.is_asked
                and round((now - link.arrived) * 1000) > self.PATIENCE * 1000
            ):
                log.warning(
                    "The lookup of a link has failed for five minutes; the link is dropped."
                )
                self.links.remove(link)

    def authentication_failed(self):
        self.is_failing = True
        for link in self.links:
            link.expires = link.expires or not link.is_asked

    def disable(self):
        for link in self.links:
            link.is_asked, link.expires = False, True
        self.device_task = None

    def ask(self, link):
        link.is_asked = True
        is_foreign = self.is_foreign(link)
        url = re.split("[?#]", link.text)[0] if is_foreign else link.text
        self.backend.start(self.look_up(link, self.body(url=url)))

    def ask_device(self):
        if not self.is_device_answered and not self.device_task:
            self.device_task = self.backend.start(self.look_device_up(self.body()))

    def give_device_up(self):
        if self.device_task:
            self.device_task.cancel()
            self.device_task = None

    def body(self, **fields):
        return to_json({**self.backend.device_fields(), "session_id": self.grovs.session, **fields})

    async def look_up(self, link, body):
        try:
            answer = await self.backend.post("/data_for_device_and_url", body)
        except (Failure, Refusal):
            self.grovs.report("networkRequestFailed", "The lookup of a link has failed.")
            link.is_asked, link.expires = False, True
            if link is not (self.newest_foreign if self.is_foreign(link) else self.newest):
                self.links.remove(link)
        else:
            self.links.remove(link)
            self.grovs.found(answer, is_foreign=self.is_foreign(link))
        if not self.is_foreign(link):
            self.grovs.events.looked_up()

    async def look_device_up(self, body):
        try:
            answer = await self.backend.post("/data_for_device", body)
        except (Failure, Refusal):
            self.device_task = None
            self.grovs.report("networkRequestFailed", "The lookup of the device has failed.")
        else:
            self.device_task, self.is_device_answered = None, True
            self.grovs.found(answer)
        self.grovs.events.looked_up()


# ---- Events


@dataclass(eq=False)
class Event:
    """An event that waits to be sent."""

    number: int
    project: str
    created: int
    item: dict

    @property
    def key(self):
        return f"event:{self.number:012}"

    @property
    def text(self):
        return to_json({"project": self.project, "created": self.created, "item": self.item})


@dataclass(eq=False)
class Batch:
    """What goes out in one request, and again in the same bytes."""

    project: str
    events: list
    body: str = field(init=False)

    def __post_init__(self):
        self.body = to_json({"events": [event.item for event in self.events]})


class Events:
    """Records what happens, keeps it on disk, and sends it in batches."""

    BATCH = 50
    LIMIT = 1000

    def __init__(self, grovs, backend, platform):
        self.grovs, self.backend, self.platform = grovs, backend, platform
        self.pending, self.batches, self.state = [], [], "idle"
        self.number, self.link, self.tags = 0, None, []
        self.retries = Retries(platform)
        self.delay, self.hold, self.held_until = None, None, None
        self.last_launch, self.is_launch_recorded = None, False
        self.engaged, self.since, self.last_screen = 0, None, None

    def now(self):
        return round(asyncio.get_running_loop().time() * 1000)

    def load(self, disk):
        self.last_launch = int(disk["launch"]) if "launch" in disk else None
        for key in sorted(key for key in disk if key.startswith("event:")):
            try:
                stored = json.loads(disk[key])
                self.pending.append(
                    Event(int(key[6:]), stored["project"], stored["created"], stored["item"])
                )
            except (ValueError, KeyError, TypeError):
                log.warning("A stored event is damaged; it is dropped.")
                self.platform.store(disk={key: None})
        self.number = self.pending[-1].number + 1 if self.pending else 0

    # What is recorded.

    def track(self, name, properties=None, tags=None):
        if not self.may_record("track", name):
            return
        name = name[:TEXT_LIMIT]
        item = {"event_name": name}
        if properties is not None:
            properties = self.wire(properties, name)
        if properties is not None:
            item["properties"] = properties
        self.record(item, tags or [])

    def track_screen(self, name, properties=None, member="trackScreenView"):
        if self.may_record(member, name):
            self.record_screen(name, properties)

    def record_screen(self, name, properties=None):
        name, now = name[:TEXT_LIMIT], self.now()
        if self.last_screen and self.last_screen[0] == name and now - self.last_screen[1] < 1000:
            log.info("The screen %s was recorded less than a second ago.", name)
            return
        self.last_screen = (name, now)
        self.record(
            {
                "event_name": "screen_view",
                "properties": {**(self.wire(properties or {}, name) or {}), "screen_name": name},
            }
        )

    def may_record(self, member, name):
        if not self.grovs.project:
            log.error("%s was called before configure; it is ignored.", member)
        elif not self.grovs.is_enabled:
            log.warning("%s was called while the SDK is disabled; it is ignored.", member)
        elif is_blank(name):
            log.error("%s was called with an empty name; it is ignored.", member)
        else:
            return True
        return False

    def wire(self, properties, name):
        """What is sent of the app's properties, or None where that is too much."""
        wired = {}
        for key, value in properties.items():
            try:
                wired[key] = self.wire_value(value, name)
            except TypeError:
                log.warning("The property %s of %s is no JSON; it is dropped.", key, name)
        if len(to_json(wired).encode()) > 8192:
            log.warning("The properties of %s are too large; they are dropped.", name)
            return None
        return wired

    def wire_value(self, value, name):
        if value is None or isinstance(value, (str, bool, int)):
            return value
        if isinstance(value, float) and math.isfinite(value):
            return value
        if isinstance(value, datetime):
            return iso(value)
        if isinstance(value, uuid.UUID):
            return str(value).upper()  # as on every platform of the SDK
        if isinstance(value, list):
            return [self.wire_value(item, name) for item in value]
        if isinstance(value, dict):
            wired = {}
            for key, item in value.items():
                try:
                    wired[key] = self.wire_value(item, name)
                except TypeError:
                    log.warning("The property %s of %s is no JSON; it is dropped.", key, name)
            return wired
        raise TypeError(type(value))

    def record(self, item, tags=()):
        self.platform.store(disk=self.add(item, tags))
        self.schedule()

    def add(self, item, tags=()):
        """Queues an event, and gives what has to be kept for it."""
        wall = self.platform.wall
        item |= {
            "event_id": str(self.platform.uuid()),
            "session_id": self.grovs.session,
            "created_at": iso_of(wall),
        }
        if self.link:
            item["link"] = self.link
        distinct = dict.fromkeys(
            tag[:TEXT_LIMIT] for tag in [*tags, *self.tags] if not is_blank(tag)
        )
        if distinct:
            item["tags"] = list(distinct)[:20]
        event = Event(self.number, self.grovs.project.id, wall, item)
        self.number += 1
        self.pending.append(event)
        changes = {event.key: event.text}
        if len(self.pending) > self.LIMIT:
            log.warning("More than %d events wait; the oldest is dropped.", self.LIMIT)
            changes[self.pending.pop(0).key] = None
        return changes

    # The app's life.

    def collect(self):
        """Records the launch, the first time that the SDK may."""
        if not self.is_launch_recorded:
            self.is_launch_recorded = True
            changes = {"launch": str(self.platform.wall)}
            if self.last_launch is None:
                changes |= self.add(
                    {"event": "reinstall" if self.grovs.is_device_known else "install"}
                )
            elif self.platform.wall - self.last_launch >= WEEK:
                changes |= self.add({"event": "reactivation"})
            changes |= self.add({"event": "app_open"})
            self.platform.store(disk=changes)
            self.schedule()
        self.start_clock()

    def start_clock(self):
        if self.grovs.is_foreground and self.grovs.is_enabled and self.since is None:
            self.since = self.now()

    def stop_clock(self):
        if self.since is not None:
            self.engaged += self.now() - self.since
            self.since = None

    def begin_session(self):
        self.last_screen, self.link = None, None
        if self.grovs.is_enabled and self.is_launch_recorded:
            self.record({"event": "app_open"})

    def background(self):
        self.stop_clock()
        seconds, self.engaged = self.engaged // 1000, 0
        if self.grovs.is_enabled:
            if seconds:
                self.record({"event": "time_spent", "engagement_time": seconds})
            self.flush()

    def attribute(self, link, is_foreign):
        if is_foreign and self.link:
            return
        self.link = link
        changes = {}
        sent = [event for batch in self.batches for event in batch.events]
        for event in self.pending:
            item = event.item
            if (
                item["session_id"] == self.grovs.session
                and event.project == self.grovs.project.id
                and "link" not in item
                and event not in sent
            ):
                item["link"] = link
                changes[event.key] = event.text
        if changes:
            self.platform.store(disk=changes)

    # Sending.

    def configure(self, project_changed):
        self.stop_timers()
        self.retries.reset()
        if self.state != "asked":
            self.state = "idle"
            if project_changed:
                self.batches = []

    def disable(self):
        self.stop_clock()
        self.stop_timers()
        self.retries.reset()
        self.state = "idle"

    def stop_timers(self):
        for timer in self.delay, self.hold:
            if timer:
                timer.cancel()
        self.delay, self.hold = None, None

    def authenticated(self):
        """From here on events are sent, behind the lookup that is awaited."""
        self.release()
        if self.grovs.lookups.is_awaited:
            self.held_until = asyncio.get_running_loop().time() + 25
        self.resume()

    def release(self):
        self.held_until = None
        if self.hold:
            self.hold.cancel()
            self.hold = None

    def resume(self):
        if self.held_until is not None:
            loop = asyncio.get_running_loop()
            if (
                not self.grovs.lookups.is_awaited
                or round((self.held_until - loop.time()) * 1000) <= 0
            ):
                self.release()
            elif not self.hold:
                self.hold = loop.call_at(self.held_until, self.looked_up)
        if self.state != "asked":
            self.retries.reset()
            self.state = "idle"
            self.flush()

    def looked_up(self):
        if self.held_until is not None:
            self.release()
            self.flush()

    @property
    def may_send(self):
        return self.grovs.is_ready and self.held_until is None and self.state == "idle"

    def schedule(self):
        if not self.may_send:
            return
        if sum(event.project == self.grovs.project.id for event in self.pending) >= self.BATCH:
            self.flush()
        elif not self.delay:
            self.delay = asyncio.get_running_loop().call_later(5, self.flush)

    def flush(self):
        """Sends the next batch, unless one is on its way."""
        if not self.may_send:
            return
        if self.delay:
            self.delay.cancel()
            self.delay = None
        self.drop_old()
        project = self.grovs.project.id
        if not self.batches:
            events = [event for event in self.pending if event.project == project][: self.BATCH]
            if not events:
                return
            self.batches = [Batch(project, events)]
        self.state = "asked"
        self.backend.start(self.send(self.batches[0]))

    async def send(self, batch):
        try:
            answer = await self.backend.post("/events/batch", batch.body)
        except (Failure, Refusal) as error:
            self.state = "idle"
            self.fail(batch, error)
        else:
            self.state = "idle"
            if isinstance(answer.get("rejected"), int) and answer["rejected"] > 0:
                log.warning(
                    "The backend rejects %d events: %s",
                    answer["rejected"],
                    to_json(answer.get("errors", [])),
                )
            self.batches.pop(0)
            self.remove(batch.events)
            self.go_on()

    def fail(self, batch, error):
        if batch.project != self.grovs.project.id:
            self.batches = []
            self.go_on()
        elif isinstance(error, Refusal):
            if error.status in (400, 413):
                self.halve(batch)
            else:
                self.give_up()
        elif self.grovs.is_ready:
            self.state = "waiting"
            if not self.retries.wait(error.least, self.try_again):
                self.give_up()

    def try_again(self):
        self.state = "idle"
        self.flush()

    def go_on(self):
        self.retries.reset()
        if self.batches and self.batches[0].project != self.grovs.project.id:
            self.batches = []
        self.flush()

    def give_up(self):
        self.retries.reset()
        self.state = "stuck"
        self.grovs.report("eventDispatchFailed", "A batch of events could not be sent.")

    def halve(self, batch):
        self.batches.pop(0)
        if len(batch.events) == 1:
            log.error("The backend refuses an event; it is dropped.")
            self.remove(batch.events)
        else:
            middle = len(batch.events) // 2
            halves = batch.events[:middle], batch.events[middle:]
            self.batches[:0] = [Batch(batch.project, half) for half in halves]
        self.go_on()

    def drop_old(self):
        wall, project = self.platform.wall, self.grovs.project.id
        old = [
            event
            for event in self.pending
            if event.project == project and wall - event.created > WEEK
        ]
        if old:
            log.info("%d events are older than 7 days; they are dropped.", len(old))
            self.remove(old)
            kept = []
            for batch in self.batches:
                events = [event for event in batch.events if event not in old]
                if len(events) == len(batch.events):
                    kept.append(batch)
                elif events:
                    kept.append(Batch(batch.project, events))
            self.batches = kept

    def remove(self, events):
        gone = [event for event in self.pending if event in events]
        if gone:
            self.pending = [event for event in self.pending if event not in events]
            self.platform.store(disk={event.key: None for event in gone})


def iso(moment):
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")[:23] + "Z"


def iso_of(wall):
    return iso(datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=wall))


# ---- Screens


class Screens:
    """Names the controllers that appear, and tells the backend of their aliases."""

    SYSTEM = {
        "UIActivityViewController", "UIAlertController", "UICompatibilityInputViewController",
        "UIEditingOverlayViewController", "UIInputViewController", "UIInputWindowController",
        "UINavigationController", "UIPageViewController", "UISplitViewController",
        "UISystemInputAssistantViewController", "UITabBarController",
    }  # fmt: skip

    def __init__(self, grovs, backend, platform):
        self.grovs, self.backend = grovs, backend
        self.provider = None
        self.table, self.accepted, self.update = {}, {}, {}
        self.task, self.is_stuck = None, False
        self.retries = Retries(platform)

    def appear(self, class_name, is_tracked=False, **own):
        if not (self.grovs.is_enabled and self.grovs.tracks_screens) or is_tracked:
            return
        bare = bare_name(class_name)
        if bare not in self.SYSTEM:
            name = self.name(class_name, bare, **own)
            if name is not None and not is_blank(name):
                self.grovs.events.record_screen(name)

    def name(self, class_name, bare, **own):
        if self.provider:
            answer = self.provider.screenNameProvider(**{"class": class_name})
            if answer == "suppress":
                return None
            if isinstance(answer, dict):
                if is_blank(answer["name"]):
                    log.warning(
                        "The screen name provider gave a blank name; the view is not recorded."
                    )
                return answer["name"]
        if "screen_name" in own:
            return own["screen_name"]
        return (
            self.table.get(class_name)
            or self.table.get(bare)
            or without(bare, "ViewController", "Controller")
        )

    def set_aliases(self, aliases):
        for class_name, alias in aliases.items():
            if is_blank(class_name) or is_blank(alias):
                log.warning("The alias of %s is blank; it is ignored.", class_name)
            else:
                self.table[class_name] = alias
        self.is_stuck = False
        self.send()

    def resume(self):
        if not self.task:
            self.retries.reset()
            self.is_stuck = False
        self.send()

    def configure(self, project_changed):
        self.retries.reset()
        if project_changed:
            self.task, self.accepted = None, {}

    def disable(self):
        self.retries.reset()
        self.task = None

    def send(self):
        if not self.grovs.is_ready or self.is_stuck or self.task or self.retries.is_waiting:
            return
        news = sorted(pair for pair in self.table.items() if self.accepted.get(pair[0]) != pair[1])[
            :200
        ]
        if news:
            self.update = dict(news)
            for class_name in self.update:
                # Sent and unanswered, an older alias of a class may be in force.
                self.accepted.pop(class_name, None)
            body = {
                "screen_aliases": [{"identifier": name, "alias": alias} for name, alias in news]
            }
            self.task = self.backend.start(self.run(to_json(body)))

    async def run(self, body):
        try:
            await self.backend.post("/screen_aliases", body, needs_answer=False)
        except (Failure, Refusal) as failure:
            error = failure
        else:
            error = None
        if self.task is not asyncio.current_task():
            return  # it was for another project
        self.task = None
        if not error:
            self.retries.reset()
            self.accepted |= self.update
            self.send()
        elif isinstance(error, Failure) and (
            not self.grovs.is_ready or self.retries.wait(error.least, self.send)
        ):
            pass
        else:
            self.retries.reset()
            self.is_stuck = True
            self.grovs.report("networkRequestFailed", "The screen aliases could not be sent.")


def bare_name(class_name):
    """A class without its generic part and its module."""
    plain, depth = "", 0
    for character in class_name:
        depth += (character == "<") - (character == ">")
        if depth <= 0 and character not in "<>":
            plain += character
    return plain.rpartition(".")[2]


def without(name, *endings):
    for ending in endings:
        if name.endswith(ending):
            return name[: -len(ending)] or name
    return name


# ---- The SDK


class Grovs:
    """The SDK on a platform.

    Its delegate has `grovsReceivedPayloadFromDeeplink` and, if it likes, `grovsDidEncounterError`.
    """

    SESSION_BREAK = 30 * 60

    def __init__(self, platform):
        log.setLevel(logging.ERROR)
        self.platform = platform
        self.project, self.address, self.device_id, self.scheme = None, None, None, None
        self.is_switched_on = self.was_enabled = self.is_authenticated = self.tracks_screens = False
        self.is_foreground = platform.place == "foreground"
        self.left_at = None if self.is_foreground else asyncio.get_running_loop().time()
        self.session, self.payloads, self.deferred = str(platform.uuid()), [], None
        self.is_loaded, self._delegate = False, None
        self.backend = Backend(self, platform)
        self.authentication = Authentication(self, self.backend)
        self.lookups = Lookups(self, self.backend)
        self.events = Events(self, self.backend, platform)
        self.screens = Screens(self, self.backend, platform)
        self.load()

    def load(self):
        if not self.is_loaded and not self.platform.is_locked:
            self.is_loaded = True
            self.scheme = self.platform.disk.get("scheme")
            self.events.load(self.platform.disk)

    # Standing.

    @property
    def is_enabled(self):
        return self.project is not None and self.is_switched_on

    @property
    def is_ready(self):
        return self.is_authenticated and self.is_enabled

    @property
    def is_device_known(self):
        return any(key.startswith("device:") for key in self.platform.keychain)

    @property
    def delegate(self):
        reference = self.deferred["delegate"] if self.deferred else self._delegate
        return reference() if reference else None

    @delegate.setter
    def delegate(self, delegate):
        reference = weakref.ref(delegate) if delegate is not None else None
        if self.deferred:
            self.deferred["delegate"] = reference
        elif self.project:
            self._delegate = reference
        else:
            log.info("A delegate was assigned before configure; it is not used.")

    def report(self, error, message):
        method = getattr(self._delegate and self._delegate(), "grovsDidEncounterError", None)
        if method:
            method(error=error, message=message)

    # Configuration.

    def configure(
        self, api_key, use_test_environment, delegate, base_url=None, auto_track_screen_views=True,
        clipboard_domains=None, enabled=True, completion=None,
    ):  # fmt: skip
        """Authenticates, and tells the completion whether that has worked."""
        address = CLOUD if base_url is None else base_address(base_url)
        if self.platform.place == "extension" or address is None:
            log.error(
                "configure was called in an extension or with an invalid address; it is refused."
            )
            self.soon(completion, False)
            return
        setup = {
            "project": Project(api_key, use_test_environment),
            "address": address,
            "tracks_screens": auto_track_screen_views,
            "enabled": enabled,
            "delegate": weakref.ref(delegate) if delegate is not None else None,
        }
        completions = [completion] if completion else []
        if self.is_loaded:
            self.apply(setup, completions)
        else:
            log.info("The device is locked; configure waits for its unlock.")
            setup["completions"] = (
                self.deferred["completions"] if self.deferred else []
            ) + completions
            self.deferred = setup

    def apply(self, setup, completions):
        project, enabled = setup["project"], setup["enabled"]
        project_changed = self.project is not None and self.project != project
        if not enabled:
            self.disable()
        self.project, self.address = project, setup["address"]
        self.tracks_screens, self._delegate = setup["tracks_screens"], setup["delegate"]
        self.is_switched_on, self.is_authenticated = enabled, False
        self.device_id = self.platform.keychain.get(f"device:{project.id}")
        self.scheme = self.platform.disk.get(f"scheme:{project.id}")
        self.screens.configure(project_changed)
        self.events.configure(project_changed)
        if enabled:
            self.was_enabled = True
            self.authentication.configure(completions)
            self.events.collect()
        else:
            for completion in completions:
                self.soon(completion, False)

    def run_deferred(self):
        if self.is_loaded and self.deferred:
            setup, self.deferred = self.deferred, None
            self.apply(setup, setup.pop("completions"))

    def set_enabled(self, enabled):
        """Gives or takes consent, for this launch."""
        if self.deferred:
            self.deferred["enabled"] = enabled
        elif not self.project:
            log.error("setSDK was called before configure; it is ignored.")
        elif not enabled:
            self.disable()
        elif not self.is_switched_on:
            self.is_switched_on = self.was_enabled = True
            if self.is_authenticated:
                self.events.collect()
                self.resume()
            else:
                self.authentication.resume()
                self.events.collect()

    @staticmethod
    def set_log_level(level):
        """Logs from this level on: info, warn or error; from error on unless it is called."""
        log.setLevel({"info": logging.INFO, "warn": logging.WARNING, "error": logging.ERROR}[level])

    def disable(self):
        if not self.is_enabled:
            return
        self.backend.cancel_all()
        self.is_switched_on = False
        self.authentication.disable()
        self.lookups.disable()
        self.screens.disable()
        self.events.disable()

    def authenticated(self, device_id, scheme):
        self.is_authenticated = True
        self.device_id, self.scheme = device_id, scheme
        self.keep(device_id, scheme)
        self.lookups.start()
        self.screens.resume()
        self.events.authenticated()

    def keep(self, device_id, scheme):
        disk = {
            key: scheme
            for key in ("scheme", f"scheme:{self.project.id}")
            if self.platform.disk.get(key) != scheme
        }
        key = f"device:{self.project.id}"
        keychain = {key: device_id} if self.platform.keychain.get(key) != device_id else {}
        if disk or keychain:
            self.platform.store(disk=disk, keychain=keychain)

    def resume(self):
        self.lookups.resume()
        self.screens.resume()
        self.events.resume()

    # Deep links.

    def handle_url(self, url):
        """Takes a URL that opened the app, and tells whether it is the project's."""
        is_ours = scheme_of(url) is not None and not self.lookups.is_foreign(Link(url, 0))
        self.lookups.open(url)
        return is_ours

    def handle_urls(self, urls):
        for url in sorted(urls):  # a set has no order of its own
            self.lookups.open(url)

    def handle_activities(self, *activities):
        """Takes what the person goes on with, and tells whether there is a link in it."""
        links = [
            a["url"]
            for a in activities
            if a.get("type") in BROWSING and a.get("url") and is_web(a["url"])
        ]
        self.handle_urls(links)
        return bool(links)

    def found(self, answer, is_foreign=False):
        link, payload, tracking = answer.get("link"), answer.get("data"), answer.get("tracking")
        link = link if isinstance(link, str) and link else None
        payload = payload if isinstance(payload, dict) else None
        tracking = tracking if isinstance(tracking, dict) else None
        if link:
            self.events.attribute(link, is_foreign)
        if link or payload is not None:
            if payload is not None:
                self.payloads.append(payload)
            delegate = self.delegate
            if delegate:
                delegate.grovsReceivedPayloadFromDeeplink(
                    link=link, payload=payload, tracking=tracking
                )

    def last_received_payload(self, completion):
        self.soon(completion, self.payloads[-1] if self.payloads else None)

    def all_received_payloads_since_startup(self, completion):
        self.soon(completion, list(self.payloads) or None)

    # Events and screens.

    @property
    def is_configured(self):
        return self.project is not None or self.deferred is not None

    def set_global_tags(self, tags):
        if self.is_configured:
            self.events.tags = list(tags or [])

    def set_screen_aliases(self, aliases):
        if self.is_configured:
            self.screens.set_aliases(aliases)

    def track_screen_view(self, screen_name, properties=None):
        """Records that a screen was seen, unless it is the last one again within a second."""
        self.events.track_screen(screen_name, properties)

    def grovs_screen(self, name=None, properties=None, file_id=__file__):
        """A view of that name has appeared, or one that is written in that file."""
        if name is None:
            name = without(without(file_id.rpartition("/")[2], ".swift"), "View")
        self.events.track_screen(name, properties, "grovsScreen")

    # The app's life.

    def did_unlock(self):
        self.load()
        self.run_deferred()

    def did_enter_foreground(self):
        self.load()
        self.is_foreground = True
        if self.left_at is not None:
            away = asyncio.get_running_loop().time() - self.left_at
            if round(away * 1000) > self.SESSION_BREAK * 1000:
                self.session = str(self.platform.uuid())
                self.events.begin_session()
        self.left_at = None
        self.run_deferred()
        self.events.start_clock()
        if self.is_ready:
            self.resume()
        elif self.is_enabled:
            self.lookups.expire()
            self.authentication.resume()

    def will_leave_foreground(self):
        if self.is_foreground:
            self.is_foreground = False
            self.left_at = asyncio.get_running_loop().time()
            self.events.background()

    def soon(self, function, *arguments):
        """Calls a completion of the app once the member has returned."""
        if function:
            asyncio.get_running_loop().call_soon(function, *arguments)
