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

        def appear(grovs_screen_name=..., tracked=False, **controller):
            own = {} if grovs_screen_name is ... else {"screen_name": grovs_screen_name}
            sdk.screens.appear(controller["class"], tracked, **own)

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
        }


if __name__ == "__main__":
    serve("grovs-python", "3.1", {"grovs": CLAIMS}, GrovsPort, CALLBACKS, logger="grovs")
