#!/usr/bin/env python3
"""The small Grovs SDK as a testee: which member of the suite is which function of the SDK."""

import argparse
import base64
import logging
import random
import uuid
from collections import namedtuple

from adapter import serve
from grovs_sdk import Grovs
from smoke import smoke

CLAIMS = ["configure", "consent", "logging", "deep-links", "payloads", "events", "screens"]

Reply = namedtuple("Reply", "status headers body")


class Device:
    """The world as the SDK takes it: with ids, and replies that have a body."""

    def __init__(self, world):
        self._world, self._random = world, random.Random(world.seed)

    def __getattr__(self, name):
        return getattr(self._world, name)

    @property
    def is_locked(self):
        return self._world.disk is None

    def uuid(self):
        return uuid.UUID(int=self._random.getrandbits(128), version=4)

    async def send(self, method, url, headers, body):
        reply = await self._world.send(method, url, headers, body)
        body = base64.b64decode(reply["base64"]) if "base64" in reply else reply.get("text")
        texts = {name: [it] if isinstance(it, str) else it for name, it in reply["headers"].items()}
        return Reply(reply["status"], {name: ", ".join(texts[name]) for name in texts}, body)


class Log(logging.Handler):
    """Writes what the SDK's own logger lets through."""

    world = None

    def emit(self, record):
        level = {"CRITICAL": "error", "WARNING": "warn"}.get(record.levelname, record.levelname)
        self.world.see("log", level=level.lower(), text=record.getMessage())


log = Log()


class GrovsPort:
    """One launch of the SDK."""

    def __init__(self, world):
        log.world = world
        sdk = Grovs(Device(world))

        def appear(class_, grovs_screen_name=..., tracked=False):
            own = {} if grovs_screen_name is ... else {"screen_name": grovs_screen_name}
            sdk.screens.appear(class_, tracked, **own)

        def scene_open(url_contexts):
            sdk.handle_urls(url_contexts)

        def scene_options(connection_options):
            sdk.handle_urls(connection_options.get("urlContexts", []))
            sdk.handle_activities(*connection_options.get("userActivities", []))

        def scene_continue(user_activity):
            sdk.handle_activities(user_activity)

        def app_continue(user_activity):
            return sdk.handle_activities(user_activity)

        def app_open(url, options=None):
            return sdk.handle_url(url)

        def set_delegate(delegate):
            sdk.delegate = delegate

        def set_provider(provider):
            sdk.screens.provider = provider

        self.user = {}
        self.app = {
            "foreground": sdk.did_enter_foreground,
            "background": sdk.will_leave_foreground,
            "terminate": sdk.will_leave_foreground,
            "unlock": sdk.did_unlock,
            "appear": appear,
            "close_window": lambda: None,
        }
        self.members = {
            "configure": sdk.configure,
            "setSDK": sdk.set_enabled,
            "setDebug": sdk.set_log_level,
            "delegate": (lambda: sdk.delegate, set_delegate),
            "handleSceneDelegate(openURLContexts:)": scene_open,
            "handleSceneDelegate(continue:)": scene_continue,
            "handleSceneDelegate(options:)": scene_options,
            "handleAppDelegate(continue:restorationHandler:)": app_continue,
            "handleAppDelegate(open:options:)": app_open,
            "lastReceivedPayload": sdk.last_received_payload,
            "allReceivedPayloadsSinceStartup": sdk.all_received_payloads_since_startup,
            "track": sdk.events.track,
            "setGlobalTags": sdk.set_global_tags,
            "trackScreenView": sdk.track_screen_view,
            "grovsScreen": sdk.grovs_screen,
            "setScreenAliases": sdk.set_screen_aliases,
            "screenNameProvider": (lambda: sdk.screens.provider, set_provider),
            **smoke(world),
        }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", default=",".join(CLAIMS), help="capabilities with commas")
    claims = parser.parse_args().claims.split(",")
    logging.getLogger("grovs").addHandler(log)
    logging.getLogger("grovs").propagate = False
    serve("grovs-python", "3.1", {"grovs": claims}, GrovsPort)
