"""The members of `conformance smoke`, for any port behind `adapter.py`: `members | smoke(world)`."""

import asyncio
import json
import weakref


def smoke(world):
    """What is tried of the adapter before any rule; an SDK has nothing to do with it."""
    weak, tasks = [], []

    def ping(*, object, value):
        weak[:] = [weakref.ref(object)]
        return object.ping(value=value)

    def start(coroutine):
        tasks.append(asyncio.get_running_loop().create_task(coroutine))

    async def send(value, completion):
        headers = {"Content-Type": "application/json"}
        try:
            body = json.dumps({"value": value})
            reply = await world.send("POST", "https://smoke.test/echo", headers, body)
            completion(json.loads(reply["text"])["value"])
        except OSError:
            completion(None)

    async def wait(milliseconds, completion):
        await asyncio.sleep(milliseconds / 1000)
        completion()

    async def chain(count, completion):
        for _ in range(count):
            await asyncio.sleep(0)
        completion()

    async def throw():
        raise RuntimeError("smoke.throw was called")

    return {
        "smoke.echo": lambda *, value: value,
        "smoke.object": ping,
        "smoke.alive": lambda: weak[0]() is not None,
        "smoke.send": lambda **given: start(send(**given)),
        "smoke.keep": lambda *, key, value: world.store(disk={key: json.dumps(value)}),
        "smoke.kept": lambda *, key: json.loads(world.disk.get(key, "null")),
        "smoke.wait": lambda **given: start(wait(**given)),
        "smoke.chain": lambda **given: start(chain(**given)),
        "smoke.throw": lambda: start(throw()),
        "smoke.print": lambda *, text: print(text),
    }
