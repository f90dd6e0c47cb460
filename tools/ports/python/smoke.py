"""The members that `conformance smoke` asks of an adapter: they try its manners, and no SDK."""

import asyncio
import json
import weakref

CALLBACKS = {"ping": ("ping", "value")}


class Smoke:
    """One launch of them; `conformance smoke --help` says what each does."""

    def __init__(self, world):
        self._world, self._object = world, lambda: None
        self.members = {
            "smoke.echo": lambda value: value,
            "smoke.object": self.object,
            "smoke.alive": lambda: self._object() is not None,
            "smoke.send": self.send,
            "smoke.keep": lambda key, value: world.store(disk={key: json.dumps(value)}),
            "smoke.kept": lambda key: json.loads(world.disk.get(key, "null")),
            "smoke.wait": self.wait,
            "smoke.chain": lambda count, completion: self._begin(self._chain(count, completion)),
            "smoke.throw": lambda: self._begin(self._throw()),
            "smoke.print": print_carelessly,
        }

    def object(self, object, value):
        self._object = weakref.ref(object)
        return object.ping(value)

    def send(self, value, completion):
        self._begin(self._send(value, completion))

    def wait(self, milliseconds, completion):
        asyncio.get_running_loop().call_later(milliseconds / 1000, completion)

    def _begin(self, work):
        asyncio.get_running_loop().create_task(work)

    async def _send(self, value, completion):
        headers, body = {"Content-Type": "application/json"}, json.dumps({"value": value})
        try:
            reply = await self._world.send("POST", "https://smoke.test/echo", headers, body)
        except OSError:
            return completion(None)
        completion(json.loads(reply.body)["value"])

    async def _chain(self, count, completion):
        for _ in range(count):
            await asyncio.sleep(0)
        completion()

    async def _throw(self):
        raise RuntimeError("smoke.throw was called")


def print_carelessly(text):
    print(text)
