"""Puts an SDK written in Python behind two pipes; it knows no SDK and no suite.

`serve` speaks the protocol of Documentation/Protocol.md. The port hands it a function that makes a
fresh SDK for each launch, on a `World` that stands for the device: its network, storage, clock,
chance, and the objects of the app.
"""

import asyncio
import binascii
import datetime
import itertools
import json
import logging
import math
import os
import re
import selectors
import traceback
import uuid
from collections import namedtuple

Reply = namedtuple("Reply", "status headers body")  # headers: name → text; body: str, bytes, None
Opaque = namedtuple("Opaque", "text")  # a value that no JSON can hold


class Url(str):
    """A URL that the app hands over as such, not as a text."""


class TransportError(OSError):
    """The network failed: `offline`, `timeout` or `lost`."""


class Unsupported(Exception):
    """A member, an input or a value that the port has not built."""


class Port:
    """What a launch consists of; a port fills in what it has."""

    members = {}  # name → function, or (get, set) for a property; arguments come in snake_case
    app = {}  # foreground, background, terminate, unlock, appear … → function
    callbacks = {}  # method of the app's objects in Python → (its member, names of its arguments…)

    def device(self, **changes):
        """The world has changed; `World.device` has it already."""

    def user(self, show, act, **arguments):
        raise Unsupported(f"user {act}")


class Channel:
    """The lines. Stray prints go to stderr, and no child can read the runner's lines."""

    _encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode

    def __init__(self):
        self._lines, self._out = os.fdopen(os.dup(0), "rb", 1 << 16), os.fdopen(
            os.dup(1), "wb", 1 << 16
        )
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self.re = None

    def write(self, **fields):
        self._out.write(self._encode({"re": self.re, **fields}).encode() + b"\n")

    def read(self):
        """The next line, once all of the last turn is out; none at the end of the input."""
        self._out.flush()
        line = self._lines.readline()
        if not line:
            os._exit(0)  # what the last launch left undone never happens
        line = json.loads(line)
        self.re = line["id"]
        return line


class Loop(asyncio.SelectorEventLoop):
    """An event loop in virtual time: it waits where nothing can run, and timers fire in ticks."""

    def __init__(self, turn):
        super().__init__(self.Turns())
        self._selector.loop, self.turn = self, turn
        self.now, self.timers, self.busy = 0, [], 0

    class Turns(selectors.DefaultSelector):
        def select(self, timeout=None):
            if self.loop.busy:
                return super().select(timeout)
            if timeout != 0:
                self.loop.turn()
            return []

    def time(self):
        return self.now / 1000

    def call_at(self, when, callback, *args, context=None):
        at = math.ceil(round(when * 1000, 3))  # sums of seconds are off by less than this
        if at <= self.now:
            return self.call_soon(callback, *args, context=context)
        self.timers.append((at, asyncio.TimerHandle(at / 1000, callback, args, self, context)))
        return self.timers[-1][1]

    def alive(self):
        self.timers = [timer for timer in self.timers if not timer[1].cancelled()]
        return [{"at": at} for at, _ in self.timers]

    def fire(self):
        """Fires one timer that is due, of equal ones the first that was set."""
        due = min(
            (timer for timer in self.timers if timer[0] <= self.now),
            key=lambda timer: timer[0],
            default=None,
        )
        if due:
            self.timers.remove(due)
            self._ready.append(due[1])

    def run_in_executor(self, executor, function, *args):
        self.busy += 1
        future = super().run_in_executor(executor, function, *args)
        future.add_done_callback(self._back)
        return future

    def _back(self, _):
        self.busy -= 1


class AppObject:
    """One of the app's objects; a method that it lacks is no attribute."""

    def __init__(self, world, name):
        self._world, self._name, self._description = world, name, {}

    def __getattr__(self, attribute):
        world, description = self._world, self._description
        member, *names = world.port.callbacks.get(attribute, (None,))
        if member is None or member in description.get("lacks", ()):
            raise AttributeError(attribute)

        def method(*values):
            arguments = {name: world.encode(value) for name, value in zip(names, values)}
            world.see("callback", object=self._name, member=member, **{"with": arguments})
            world.make(description.get("calls", {}).get(member, ()))
            return world.decode(description.get("returns", {}).get(member))

        return method


class World:
    """One launch: what the SDK has of its device, and what the app does to the SDK."""

    def __init__(self, channel, launch, line):
        self._channel, self._launch, self._next = channel, launch, line
        self._objects, self._open, self._handed, self._tasks = {}, {}, {}, []
        self._count = itertools.count(1)
        self.wall, self.place, self.chance, self.seed = (
            line["wall"],
            line["app"],
            line["chance"],
            line["seed"],
        )
        self.device, self.disk, self.keychain, self.port = line["device"], None, None, None

    def run(self):
        """Lives until the next launch, and gives its line."""
        self.loop = Loop(self._turn)
        self.loop.set_task_factory(self._task)
        self.loop.set_exception_handler(
            lambda _, context: self.fault(context.get("exception") or context["message"])
        )
        self.loop.call_soon(self._take, self._next)
        self.loop.run_forever()
        self._channel = None
        self.loop.close()
        return self._next

    # What the SDK asks of the device.

    @property
    def is_locked(self):
        return self.disk is None

    def store(self, disk={}, keychain={}):
        """Keeps these texts now, all of them or none; None removes a key."""
        for area, changes in (self.disk, disk), (self.keychain, keychain):
            area.update(changes)
            for key in [key for key, value in changes.items() if value is None]:
                del area[key]
        self.see(
            "store",
            **{name: area for name, area in (("disk", disk), ("keychain", keychain)) if area},
        )

    async def send(self, method, url, headers, body=None):
        """Hands a request to the network; cancelling the task gives it up."""
        request, future = self._ask("r")
        text = (
            {}
            if body is None
            else (
                {"text": body}
                if isinstance(body, str)
                else {"base64": binascii.b2a_base64(body, newline=False).decode()}
            )
        )
        self.see("request", request=request, method=method, url=url, headers=headers, **text)
        try:
            return await future
        except asyncio.CancelledError:
            if self._open.pop(request, None):
                self.see("cancel", request=request)
            raise

    def ask(self, see, name, **arguments):
        """Asks the world, and gives a future of its answer: `prompt`, `clipboard`, `load`."""
        return self._question("a", "ask", see, name, arguments)[1]

    def show(self, name, **arguments):
        """Puts a message on screen, and gives its id with a future of whether it was drawn."""
        return self._question("s", "show", "show", name, arguments)

    def _question(self, prefix, key, see, name, arguments):
        asked = self._ask(prefix)
        self.see(see, **{key: asked[0], "name": name, "with": self.encode(arguments)})
        return asked

    def _ask(self, prefix):
        name, future = f"{prefix}{next(self._count)}", self.loop.create_future()
        self._open[name] = future
        return name, future

    def see(self, see, **fields):
        """Writes an effect, unless the launch is over."""
        if self._channel:
            self._channel.write(see=see, **fields)

    def fault(self, problem):
        text = (
            "".join(traceback.format_exception(problem))
            if isinstance(problem, BaseException)
            else problem
        )
        self.see("fault", message=text)

    # Turns.

    def _turn(self):
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            if not task.cancelled() and task._log_traceback:  # failed, and nobody has looked
                self.fault(task.exception())
        self._channel.write(idle={"timers": self.loop.alive()})
        line = self._channel.read()
        if line["do"] == "launch":
            self._next = line
            self.loop.stop()
        else:
            self.loop.call_soon(self._take, line)

    def _task(self, loop, coroutine, **options):
        task = asyncio.Task(coroutine, loop=loop, **options)
        self._tasks.append(task)
        return task

    def _take(self, line):
        self.loop.now, self.wall = line["now"], line["wall"]
        try:
            getattr(self, "_do_" + line["do"], self._unknown)(line)
        except Unsupported as error:
            self.see("unsupported", what=str(error))
        except Exception as error:
            self.fault(error)

    def _unknown(self, line):
        raise Unsupported(line["do"])

    def _do_launch(self, line):
        self._unlock(line["storage"])
        self.port = self._launch(self)

    def _unlock(self, storage):
        if storage is not None:
            self.disk, self.keychain = storage.get("disk", {}), storage.get("keychain", {})

    def _do_call(self, line):
        self.make([line])

    def make(self, calls):
        """Makes calls for the app."""
        for call in calls:
            self._call(call["call"], call["member"], call["with"])

    def _call(self, call, member, given):
        function = self.port.members.get(member)
        if isinstance(function, tuple):
            function = function[1] if "newValue" in given else function[0]
        if function is None:
            raise Unsupported(member)
        names = [None] if "newValue" in given else []
        values = [self.decode(given[key], call) for key in given if key == "newValue"]
        result = function(
            *values,
            **{snake(key): self.decode(given[key], call) for key in given if key != "newValue"},
        )
        if asyncio.iscoroutine(result):
            self.loop.create_task(self._later(call, result))
        else:
            self.see("return", call=call, value=self.encode(result))

    async def _later(self, call, coroutine):
        self.see("return", call=call, value=self.encode(await coroutine))

    def _do_reply(self, line):
        body = binascii.a2b_base64(line["base64"]) if "base64" in line else line.get("text")
        headers = {
            name: text if isinstance(text, str) else ", ".join(text)
            for name, text in line["headers"].items()
        }
        self._settle(
            line["request"], lambda future: future.set_result(Reply(line["status"], headers, body))
        )

    def _do_fail(self, line):
        self._settle(
            line["request"], lambda future: future.set_exception(TransportError(line["kind"]))
        )

    def _do_answer(self, line):
        self._settle(line["to"], lambda future: future.set_result(self.decode(line["with"])))

    def _settle(self, name, settle):
        future = self._open.pop(name, None)
        if future and not future.done():
            settle(future)

    def _do_tick(self, line):
        self.loop.fire()

    def _do_app(self, line):
        arguments = dict(line.get("with", {}))
        self._unlock(arguments.pop("storage", None))
        if line["to"] not in self.port.app:
            raise Unsupported(f"app {line['to']}")
        self.port.app[line["to"]](
            **{snake(key): self.decode(value) for key, value in arguments.items()}
        )

    def _do_device(self, line):
        self.device.update(line["with"])
        self.port.device(**line["with"])

    def _do_user(self, line):
        self.port.user(line["show"], line["act"], **self.decode(line.get("with", {})))

    def _do_release(self, line):
        self._objects.pop(line["object"], None)

    # Values.

    def decode(self, value, call=None):
        """What the app hands over, as Python has it."""
        if isinstance(value, list):
            return [self.decode(item, call) for item in value]
        if not isinstance(value, dict):
            return value
        tag = next((key for key in value if key[:1] == "$" and key[:2] != "$$"), None)
        if tag is None:
            return {
                key[1:] if key[:2] == "$$" else key: self.decode(item, call)
                for key, item in value.items()
            }
        text = value[tag]
        if tag == "$object":
            return self._object(text, value)
        if tag == "$closure":
            return self._closure(text, value, call)
        if tag == "$date":
            return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return {
            "$int": int,
            "$number": float,
            "$data": bytes.fromhex,
            "$url": Url,
            "$uuid": uuid.UUID,
            "$opaque": Opaque,
        }[tag](text)

    def _object(self, name, description):
        if name in self._handed:
            return self._handed[name]
        thing = self._objects.setdefault(name, AppObject(self, name))
        thing._description = description
        return thing

    def _closure(self, name, description, call):
        def closure(*values, **named):
            given = [self.encode(value) for value in values] or (
                [self.encode(named)] if named else []
            )
            self.see("completion", call=call, name=name, **({"with": given[0]} if given else {}))
            self.make(description.get("calls", ()))
            return self.decode(description.get("returns"))

        return closure

    def encode(self, value):
        """The same the other way; any other object is one that the SDK hands out."""
        if value is None or isinstance(value, (bool, int)) or type(value) is str:
            return value
        if isinstance(value, float):
            return (
                value
                if math.isfinite(value)
                else {"$number": {math.inf: "inf", -math.inf: "-inf"}.get(value, "nan")}
            )
        if isinstance(value, (list, tuple)) and not isinstance(value, Opaque):
            return [self.encode(item) for item in value]
        if isinstance(value, dict):
            return {
                "$" + key if key[:1] == "$" else key: self.encode(item)
                for key, item in value.items()
            }
        if isinstance(value, datetime.datetime):
            return {
                "$date": value.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds")[
                    :23
                ]
                + "Z"
            }
        if isinstance(value, bytes):
            return {"$data": value.hex()}
        if isinstance(value, Opaque):
            return {"$opaque": value.text}
        if isinstance(value, AppObject):
            return {"$object": value._name}
        for kind, tag in (Url, "$url"), (uuid.UUID, "$uuid"):
            if isinstance(value, kind):
                return {tag: str(value)}
        if isinstance(value, str):
            return str(value)
        name = next(
            (name for name, thing in self._handed.items() if thing is value),
            f"o{next(self._count)}",
        )
        self._handed[name] = value
        return {"$object": name}


def snake(name, words=re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")):
    """`APIKey` as `api_key`."""
    return words.sub("_", name).lower()


class Log(logging.Handler):
    """Writes what the SDK's own logger lets through."""

    world = None

    def emit(self, record):
        level = (
            "error"
            if record.levelno >= logging.ERROR
            else "warn" if record.levelno >= logging.WARNING else "info"
        )
        self.world.see("log", level=level, text=record.getMessage())


def serve(name, sdk, claims, launch, logger=None):
    """Answers the runner until its lines end; `launch` makes a `Port` on a fresh `World`."""
    channel, log = Channel(), Log()
    if logger:
        logging.getLogger(logger).addHandler(log)
        logging.getLogger(logger).propagate = False
    line = channel.read()
    while True:
        if line["do"] == "launch":
            log.world = World(channel, launch, line)
            line = log.world.run()
        else:
            channel.write(hello={"protocol": 1, "name": name, "sdk": sdk, "claims": claims})
            line = channel.read()
