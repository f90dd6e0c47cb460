#!/usr/bin/env python3
"""The small Grovs SDK as a testee: which member of the suite is which function of the SDK."""

from adapter import serve
from grovs_sdk import Grovs

CLAIMS = ["configure", "consent", "logging", "deep-links", "payloads", "events", "screens"]


CALLBACKS = {
    "received_payload": ("grovsReceivedPayloadFromDeeplink", "link", "payload", "tracking"),
    "encountered_error": ("grovsDidEncounterError", "error", "message"),
    "screen_name": ("screenNameProvider", "class"),
}


class GrovsPort:
    """One launch of the SDK."""

    def __init__(self, world):
        sdk = Grovs(world)

        def appear(**controller):
            own = (
                {"screen_name": controller["grovs_screen_name"]}
                if "grovs_screen_name" in controller
                else {}
            )
            sdk.screens.appear(controller["class"], controller.get("tracked", False), **own)

        def resume(user_activity):
            sdk.handle_activities(user_activity)

        def open_options(connection_options):
            sdk.handle_urls(connection_options.get("urlContexts", []))
            sdk.handle_activities(*connection_options.get("userActivities", []))

        def provide(provider):
            sdk.screens.provider = provider

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
            "delegate": (lambda: sdk.delegate, lambda delegate: setattr(sdk, "delegate", delegate)),
            "handleSceneDelegate(openURLContexts:)": lambda url_contexts: sdk.handle_urls(
                url_contexts
            ),
            "handleSceneDelegate(continue:)": resume,
            "handleSceneDelegate(options:)": open_options,
            "handleAppDelegate(continue:restorationHandler:)": lambda user_activity: sdk.handle_activities(
                user_activity
            ),
            "handleAppDelegate(open:options:)": lambda url, options=None: sdk.handle_url(url),
            "lastReceivedPayload": sdk.last_received_payload,
            "allReceivedPayloadsSinceStartup": sdk.all_received_payloads_since_startup,
            "track": sdk.events.track,
            "setGlobalTags": sdk.set_global_tags,
            "trackScreenView": lambda screen_name, properties=None: sdk.events.track_screen(
                screen_name, properties
            ),
            "grovsScreen": sdk.grovs_screen,
            "setScreenAliases": sdk.set_screen_aliases,
            "screenNameProvider": (lambda: sdk.screens.provider, provide),
        }


if __name__ == "__main__":
    serve("grovs-python", "3.1", CLAIMS, GrovsPort, CALLBACKS, logger="grovs")
