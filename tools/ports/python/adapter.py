"""Puts an SDK written in Python behind two pipes; it knows no SDK and no suite.

`serve` speaks the protocol of Documentation/Protocol.md. Import this file before the SDK: it moves
stdout away. A port is a function that makes a fresh SDK on a `World`, which stands for the device.
It gives an object with

    members    name → function, or (get, set) for a property
    app        foreground, background, terminate, unlock, appear … → function
    user       act → function of `show`, the message's id, and the act's fields; may be empty

All arguments come by name, in snake_case. What a member returns is what the call returns; a
coroutine returns when it is done. What is not built raises NotImplementedError.
"""

import asyncio, itertools, json, keyword, math, os, re, selectors  # fmt: skip
import traceback, uuid  # fmt: skip
from collections import namedtuple
from datetime import datetime, timezone

# ---- Lines. Stray prints go to stderr, and no child can read the runner's lines.

lines, out = os.fdopen(os.dup(0), "rb", 1 << 16), os.fdopen(os.dup(1), "wb")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)  # at once, so that what is imported next cannot print into the lines


def write(**fields):
    out.write(json.dumps(fields, allow_nan=False).encode() + b"\n")


def read():
    """The next line, once all of the last turn is out."""
    out.flush()
    print(end="", flush=True)  # strays show while they matter
    line = lines.readline()
    if not line:
        os._exit(0)  # the end: what the last launch left undone never happens
    return json.loads(line)


# ---- Time.


class Loop(asyncio.SelectorEventLoop):
    """An event loop in virtual time: where nothing can run a turn ends, and timers fire in ticks."""

    def __init__(self, now, turn):
        selector = selectors.DefaultSelector()
        selector.select = lambda timeout=None: (timeout != 0 and turn()) or []
        super().__init__(selector)
        self.now, self.timers = now, []

    def time(self):
        return self.now / 1000

    def call_at(self, when, callback, *args, context=None):
        at = math.ceil(round(when * 1000, 3))  # sums of seconds are off by less than this
        if at <= self.now:
            return self.call_soon(callback, *args, context=context)
        timer = asyncio.TimerHandle(at / 1000, callback, args, self, context)
        self.timers.append(timer)
        return timer

    def alive(self):
        self.timers = [timer for timer in self.timers if not timer.cancelled()]
        return [{"at": round(timer.when() * 1000)} for timer in self.timers]

    def fire(self):
        """Fires the first timer that is due, of equal ones the one that was set first."""
        self.alive()
        due = [timer for timer in self.timers if timer.when() <= self.time()]
        if due:
            self._ready.append(min(due, key=asyncio.TimerHandle.when))
            self.timers.remove(self._ready[-1])

    async def run_in_executor(self, executor, function, *args):
        return function(*args)  # here: nobody could tell when a thread is idle


# ---- The device.


class World:
    """One launch: `place`, `chance`, `seed`, `wall`, `device`, `disk`, `keychain`, and the network.

    Disk and keychain are None while the device is locked.
    """

    def __init__(self, line, launch):
        self.place, self.chance, self.seed = line["app"], line["chance"], line["seed"]
        self.wall, self.device, self.disk, self.keychain = line["wall"], line["device"], None, None
        self._line, self._launch, self._count = line, launch, itertools.count(1)
        self._open, self._objects, self._done = {}, {}, []

    def store(self, **areas):
        """Keeps these keys of `disk` and `keychain` now, all or none; None removes one."""
        for area, changes in areas.items():
            kept = getattr(self, area)
            kept.update(changes)
            for key in [key for key in changes if changes[key] is None]:
                del kept[key]
        self.see("store", **areas)

    async def send(self, method, url, headers, body=None):
        """Gives the reply: `status`, `headers`, and `text`, `base64` or neither; or an OSError.

        Cancelling the task gives the request up.
        """
        name, reply = self.ask("r")
        content = {} if body is None else {"text": body}
        self.see("request", request=name, method=method, url=url, headers=headers, **content)
        try:
            return await reply
        finally:
            if self._open.pop(name, None):
                self.see("cancel", request=name)

    def ask(self, letter):
        """A new id that begins so, such as a question's, and a future of what answers it."""
        name, future = f"{letter}{next(self._count)}", self.loop.create_future()
        self._open[name] = future
        return name, future

    def see(self, see, **fields):
        """Writes any effect, unless the launch is over."""
        if self._line:
            write(re=self._line["id"], see=see, **fields)

    # Turns.

    def run(self):
        """Lives until the next launch, and gives its line."""
        self.loop = Loop(self._line["now"], self._turn)
        self.loop.set_task_factory(self._task)
        self.loop.set_exception_handler(
            lambda _, it: self._fault(it.get("exception") or RuntimeError(it["message"]))
        )
        self.loop.call_soon(self._take)
        self.loop.run_forever()
        self._line, line = None, self._line
        self.loop.close()
        return line

    def _turn(self):
        for task in self._done:
            if not task.cancelled() and task._log_traceback:  # it failed, and nobody has looked
                self._fault(task.exception())
        self._done.clear()
        write(re=self._line["id"], idle={"timers": self.loop.alive()})
        self._line = read()
        self.loop.stop() if self._line["do"] == "launch" else self.loop.call_soon(self._take)

    def _task(self, loop, coroutine, **options):
        task = asyncio.Task(coroutine, loop=loop, **options)
        task.add_done_callback(self._done.append)
        return task

    def _fault(self, error):
        if isinstance(error, NotImplementedError):
            self.see("unsupported", what=str(error))
        else:
            self.see("fault", message="".join(traceback.format_exception(error)))

    def _take(self):
        line, self.loop.now, self.wall = self._line, self._line["now"], self._line["wall"]
        given = dict(line.get("with", {})) if line["do"] in ("app", "device", "user") else {}
        storage = line.get("storage", given.pop("storage", None))
        if storage is not None:
            self.disk, self.keychain = storage.get("disk", {}), storage.get("keychain", {})
        inputs = {
            "launch": lambda: setattr(self, "port", self._launch(self)),
            "call": lambda: self._make([line]),
            "reply": lambda: self._settle(line["request"]).set_result(line),
            "fail": lambda: self._settle(line["request"]).set_exception(OSError(line["kind"])),
            "answer": lambda: self._settle(line["to"]).set_result(self._decode(line["with"])),
            "tick": self.loop.fire,
            "app": lambda: self._call(self.port.app, line["to"], given),
            "device": lambda: self.device.update(given),
            "user": lambda: self._call(self.port.user, line["act"], given | {"show": line["show"]}),
            "release": lambda: self._objects.pop(line["object"], None),
        }
        try:
            self._call(inputs, line["do"], {})
        except Exception as error:
            self._fault(error)

    def _make(self, calls):
        for call in calls:
            result = self._call(self.port.members, call["member"], call["with"], call["call"])
            self._return(call["call"], result)

    def _call(self, functions, name, given, call=None):
        if name not in functions:
            raise NotImplementedError(name)
        function = functions[name]
        given = {snake(key): self._decode(value, call) for key, value in given.items()}
        if isinstance(function, tuple):
            return function["new_value" in given](*given.values())
        return function(**given)

    def _return(self, call, result):
        if asyncio.iscoroutine(result):
            task = self.loop.create_task(result)
            task.add_done_callback(lambda task: self._return(call, task.result()))
        else:
            self.see("return", call=call, value=self._encode(result))

    def _settle(self, name):
        # What was given up meanwhile is answered to nobody.
        return self._open.pop(name, None) or self.loop.create_future()

    # Values.

    def _decode(self, value, call=None):
        """What the app hands over, in this call."""
        if isinstance(value, list):
            return [self._decode(item, call) for item in value]
        if not isinstance(value, dict):
            return value
        if "$object" in value:
            name = value["$object"]
            thing = self._objects.setdefault(name, AppObject(self, name))
            if isinstance(thing, AppObject):
                thing._described = value
            return thing
        if "$closure" in value:
            return self._function(value, see="completion", call=call, name=value["$closure"])
        for tag in TYPES.keys() & value.keys():
            return TYPES[tag][1](value[tag])
        return {key[key[:2] == "$$" :]: self._decode(value[key], call) for key in value}

    def _function(self, described, **effect):
        """A function of the app's: that it is called is told, and answered at once."""

        def function(*value, **named):
            given = [self._encode(item) for item in value or [named] if value or named]
            self.see(**effect, **{"with": item for item in given})
            self._make(described.get("calls") or ())
            return self._decode(described.get("returns"))

        return function

    def _encode(self, value):
        """What the SDK hands over; an object of its own is known by a name from then on."""
        for tag, (kind, _, text) in TYPES.items():
            if type(value) is kind:
                return {tag: text(value)}
        if isinstance(value, float) and not math.isfinite(value):
            return {"$number": str(value)}
        if isinstance(value, dict):
            return {"$" * (key[:1] == "$") + key: self._encode(value[key]) for key in value}
        if isinstance(value, (list, tuple)):
            return [self._encode(item) for item in value]
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        for name, thing in self._objects.items():
            if thing is value:
                return {"$object": name}
        self._objects[f"o.{next(self._count)}"] = value
        return self._encode(value)


class AppObject:
    """One of the app's objects; methods take arguments by name, and one it lacks is no attribute."""

    def __init__(self, world, name):
        self._world, self._name, self._described = world, name, {}

    def __getattr__(self, member):
        if member[:1] == "_" or member in self._described.get("lacks", ()):
            raise AttributeError(member)
        described = {key: self._described.get(key, {}).get(member) for key in ("calls", "returns")}
        return self._world._function(described, see="callback", object=self._name, member=member)


Opaque = namedtuple("Opaque", "text")  # a value that no JSON can hold


class Url(str):
    """A URL that the app hands over as such, not as a text."""


def date_text(date):
    return date.astimezone(timezone.utc).isoformat(timespec="milliseconds")[:23] + "Z"


TYPES = {  # tag: its type, how it is read, how it is written
    "$int": (None, int, None),
    "$number": (None, float, None),
    "$date": (datetime, datetime.fromisoformat, date_text),
    "$data": (bytes, bytes.fromhex, bytes.hex),
    "$url": (Url, Url, str),
    "$uuid": (uuid.UUID, uuid.UUID, str),
    "$opaque": (Opaque, Opaque, lambda value: value.text),
}


def snake(name):
    """`APIKey` as `api_key`, and `class` as `class_`."""
    name = re.sub("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return name + "_" * keyword.iskeyword(name)


def serve(name, sdk, claims, launch):
    """Answers the runner until its lines end; `claims` has the capabilities of each suite."""
    line = read()
    while True:
        if line["do"] == "launch":
            line = World(line, launch).run()
        else:
            hello = {"name": name, "sdk": sdk, "claims": claims.get(line["suite"], [])}
            write(re=line["id"], hello={"protocol": 1, **hello})
            line = read()
