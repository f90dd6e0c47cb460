"""Puts an SDK written in Python behind two pipes; it knows no SDK and no suite.

`serve` speaks the protocol of Documentation/Protocol.md. Import this file before the SDK: it moves
stdout away. A port is a function that makes a fresh SDK on a `World`, which stands for the device:
its network, storage, clock, chance and questions. It gives an object with

    members    name → function, or (get, set) for a property; arguments come in snake_case
    app        foreground, background, terminate, unlock, appear … → function
    user       act → function of the shown message's id and the act's arguments (may be missing)

What a member returns is what the call returns; a coroutine returns when it is done.
"""

import asyncio
import base64
import itertools
import json
import logging
import math
import os
import random
import re
import selectors
import traceback
import uuid
from collections import namedtuple

import smoke
from values import Values

Reply = namedtuple("Reply", "status headers body")  # the body is a str, bytes, or None


class TransportError(OSError):
    """The network failed: `offline`, `timeout` or `lost`."""


class Unsupported(Exception):
    """A member, an input or a value that the port has not built."""


class Channel:
    """The lines. Stray prints go to stderr, and no child can read the runner's lines."""

    _encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode

    def __init__(self):
        self._lines, self._out = os.fdopen(os.dup(0), "rb", 1 << 16), os.fdopen(os.dup(1), "wb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self.re = None

    def write(self, **fields):
        self._out.write(self._encode({"re": self.re, **fields}).encode() + b"\n")

    def read(self):
        """The next line, once all of the last turn is out."""
        self._out.flush()
        print(end="", flush=True)  # strays show while they matter
        line = self._lines.readline()
        if not line:
            os._exit(0)  # the end: what the last launch left undone never happens
        line = json.loads(line)
        self.re = line["id"]
        return line


channel = Channel()  # at once, so that what is imported next cannot print into it


class Loop(asyncio.SelectorEventLoop):
    """An event loop in virtual time: where nothing can run a turn ends, and timers fire in ticks."""

    class Selector(selectors.DefaultSelector):
        def select(self, timeout=None):
            if self.loop.busy:
                return super().select(timeout)
            if timeout != 0:
                self.loop.turn()
            return []

    def __init__(self, turn):
        super().__init__(self.Selector())
        self._selector.loop, self.turn = self, turn
        self.now, self.timers, self.busy = 0, [], 0

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
        due = min((timer for timer in self.timers if timer[0] <= self.now), key=lambda it: it[0])
        self.timers.remove(due)
        self._ready.append(due[1])

    def run_in_executor(self, executor, function, *args):
        self.busy += 1  # the turn goes on until the thread is back
        future = super().run_in_executor(executor, function, *args)
        future.add_done_callback(lambda _: setattr(self, "busy", self.busy - 1))
        return future


class World:
    """One launch: what the SDK has of its device, and what the app does to the SDK."""

    def __init__(self, line, launch, callbacks):
        self._channel, self._next, self._launch = channel, line, launch
        self._open, self._tasks, self._count = {}, [], itertools.count(1)
        self._values = Values(self.see, self._make, {**callbacks, **smoke.CALLBACKS})
        self._smoke = smoke.Smoke(self)
        self.place, self.chance, self.seed = line["app"], line["chance"], line["seed"]
        self.wall, self.device, self.disk, self.keychain = line["wall"], line["device"], None, None
        self._random = random.Random(self.seed)

    def run(self):
        """Lives until the next launch, and gives its line."""
        self.loop = Loop(self._turn)
        self.loop.now = self._next["now"]
        self.loop.set_task_factory(self._task)
        self.loop.set_exception_handler(
            lambda _, it: self._fault(it.get("exception") or RuntimeError(it["message"]))
        )
        self.loop.call_soon(self._take, self._next)
        self.loop.run_forever()
        self._channel = None
        self.loop.close()
        return self._next

    # What the SDK has of its device: place, chance, seed, wall, device, and

    @property
    def is_locked(self):
        """Whether disk and keychain cannot be read yet."""
        return self.disk is None

    def uuid(self):
        """A new UUID, the same one whenever a launch is played again."""
        return uuid.UUID(int=self._random.getrandbits(128), version=4)

    def store(self, **areas):
        """Keeps these keys of `disk` and `keychain` now, all or none; None removes one."""
        for area, changes in areas.items():
            kept = getattr(self, area)
            kept.update(changes)
            for key in [key for key in changes if changes[key] is None]:
                del kept[key]
        self.see("store", **areas)

    async def send(self, method, url, headers, body=None):
        """Hands a request to the network; cancelling the task gives it up."""
        name, future = self._ask("r")
        if isinstance(body, bytes):
            content = {"base64": base64.b64encode(body).decode()}
        else:
            content = {} if body is None else {"text": body}
        self.see("request", request=name, method=method, url=url, headers=headers, **content)
        try:
            return await future
        except asyncio.CancelledError:
            if self._open.pop(name, None):
                self.see("cancel", request=name)
            raise

    def ask(self, see, name, **arguments):
        """Shows or asks something, and gives its id and a future of the world's answer."""
        key = "show" if see == "show" else "ask"
        asked, future = self._ask(key[0])
        given = self._values.encode(arguments)
        self.see(see, **{key: asked, "name": name, "with": given})
        return asked, future

    def see(self, see, **fields):
        """Writes any effect, unless the launch is over."""
        if self._channel:
            self._channel.write(see=see, **fields)

    # Turns.

    def _turn(self):
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            if not task.cancelled() and task._log_traceback:  # it failed, and nobody has looked
                self._fault(task.exception())
        self._channel.write(idle={"timers": self.loop.alive()})
        line = self._channel.read()
        if line["do"] == "launch":
            self._next = line
            self.loop.stop()
        else:
            self.loop.call_soon(self._take, line)

    def _task(self, loop, coroutine, **options):
        self._tasks.append(asyncio.Task(coroutine, loop=loop, **options))
        return self._tasks[-1]

    def _fault(self, error):
        self.see("fault", message="".join(traceback.format_exception(error)))

    def _take(self, line):
        self.loop.now, self.wall = line["now"], line["wall"]
        try:
            getattr(self, "_do_" + line["do"], self._unknown)(line)
        except Unsupported as error:
            self.see("unsupported", what=str(error))
        except Exception as error:
            self._fault(error)

    def _unknown(self, line):
        raise Unsupported(line["do"])

    def _do_launch(self, line):
        self._unlock(line["storage"])
        self.port = self._launch(self)

    def _unlock(self, storage):
        if storage is not None:
            self.disk, self.keychain = storage.get("disk", {}), storage.get("keychain", {})

    def _do_call(self, line):
        self._make([line])

    def _make(self, calls):
        for call in calls:
            result = self._call(self._member(call), call)
            if asyncio.iscoroutine(result):
                self.loop.create_task(self._later(call, result))
            else:
                self._return(call, result)

    def _member(self, call):
        name = call["member"]
        member = self.port.members.get(name) or self._smoke.members.get(name)
        if member is None:
            raise Unsupported(call["member"])
        return member["newValue" in call["with"]] if isinstance(member, tuple) else member

    def _call(self, function, call):
        given = {key: self._values.decode(value, call["call"]) for key, value in call["with"].items()}
        values = [given.pop("newValue")] if "newValue" in given else []
        return function(*values, **{snake(key): value for key, value in given.items()})

    async def _later(self, call, coroutine):
        self._return(call, await coroutine)

    def _return(self, call, result):
        self.see("return", call=call["call"], value=self._values.encode(result))

    def _do_reply(self, line):
        body = base64.b64decode(line["base64"]) if "base64" in line else line.get("text")
        texts = {name: [text] if isinstance(text, str) else text for name, text in line["headers"].items()}
        headers = {name: ", ".join(text) for name, text in texts.items()}
        self._settle(line["request"]).set_result(Reply(line["status"], headers, body))

    def _do_fail(self, line):
        self._settle(line["request"]).set_exception(TransportError(line["kind"]))

    def _do_answer(self, line):
        self._settle(line["to"]).set_result(self._values.decode(line["with"]))

    def _ask(self, letter):
        name, future = f"{letter}{next(self._count)}", self.loop.create_future()
        self._open[name] = future
        return name, future

    def _settle(self, name):
        # What was given up meanwhile is answered to nobody.
        return self._open.pop(name, None) or self.loop.create_future()

    def _do_tick(self, line):
        if any(at <= self.loop.now for at in map(lambda it: it["at"], self.loop.alive())):
            self.loop.fire()

    def _do_app(self, line):
        given = dict(line.get("with", {}))
        self._unlock(given.pop("storage", None))
        if line["to"] not in self.port.app:
            raise Unsupported(f"app {line['to']}")
        given = {snake(key): self._values.decode(value) for key, value in given.items()}
        self.port.app[line["to"]](**given)

    def _do_device(self, line):
        self.device.update(line["with"])
        if "device" in self.port.app:
            self.port.app["device"]()

    def _do_user(self, line):
        if line["act"] not in getattr(self.port, "user", {}):
            raise Unsupported(f"user {line['act']}")
        self.port.user[line["act"]](line["show"], **self._values.decode(line.get("with", {})))

    def _do_release(self, line):
        self._values.objects.pop(line["object"], None)


def snake(name, words=re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")):
    """`APIKey` as `api_key`."""
    return words.sub("_", name).lower()


class Log(logging.Handler):
    """Writes what the SDK's own logger lets through."""

    world = None

    def emit(self, record):
        level = {"CRITICAL": "error", "WARNING": "warn"}.get(record.levelname, record.levelname)
        self.world.see("log", level=level.lower(), text=record.getMessage())


def serve(name, sdk, claims, launch, callbacks={}, logger=None):
    """Answers the runner until its lines end.

    `claims` are lists of capabilities by the name of their suite. `callbacks` tells of the app's
    objects: method in Python → (member, names of its arguments …).
    """
    log = Log()
    if logger:
        logging.getLogger(logger).addHandler(log)
        logging.getLogger(logger).propagate = False
    line = channel.read()
    while True:
        if line["do"] == "launch":
            log.world = World(line, launch, callbacks)
            line = log.world.run()
        else:
            claimed = claims.get(line["suite"], [])
            channel.write(hello={"protocol": 1, "name": name, "sdk": sdk, "claims": claimed})
            line = channel.read()
