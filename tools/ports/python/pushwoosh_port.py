#!/usr/bin/env python3
"""A beginning of the Pushwoosh SDK as a testee: the sounds of pushes, and the guide's URL handlers."""

import urllib.parse

from adapter import serve

FORMATS = ("aif", "caf", "wav")


class PushwooshPort:
    """One launch of the SDK."""

    def __init__(self, world):
        self.world = world
        self.app = dict.fromkeys(["foreground", "background", "terminate", "unlock"], lambda: None)
        self.app |= dict.fromkeys(["push_tapped", "push_dismissed"], lambda push: None)
        self.app["push_arrives"] = self.push_arrives
        self.members = {
            "application(_:open:options:)": self.open,
            "scene(_:openURLContexts:)": self.scene_open,
        }

    def push_arrives(self, push):
        name = push.get("aps", {}).get("sound")
        if not isinstance(name, str) or not name.strip():
            return
        if name != "default" and not self.is_playable(name):
            self.world.see("log", level="warn", text=f"no sound {name}")
            name = "default"
        self.world.see("play-sound", name=name)

    def is_playable(self, name):
        stem, _, extension = name.rpartition(".")
        return stem and extension.lower() in FORMATS and "/" not in name and name in self.world.device["files"]

    def open(self, url):
        page = promotion(url)
        if page:
            self.world.see("open-page", name="promotion", **{"with": page})
        return page is not None

    def scene_open(self, url_contexts):
        for url in url_contexts[:1]:
            self.open(url)


def promotion(url, allowed=frozenset("-._~!$&'()*+,;=:@/?#[]%")):
    """What the promotion page gets of a URL; None where the URL is not for it."""
    if not all(sign in allowed or sign.isascii() and sign.isalnum() for sign in url):
        return None
    if any(len(code) < 2 or not set(code[:2]) <= set("0123456789abcdefABCDEF") for code in url.split("%")[1:]):
        return None
    try:
        parts = urllib.parse.urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        name, _, port = host.partition(":")
    except ValueError:
        return None
    is_split = "#" not in parts.fragment and (not port or port.isdigit())
    if not parts.scheme or not is_split or urllib.parse.unquote(name) != "promotion":
        return None
    value = None
    for item in parts.query.split("&"):
        key, equals, text = item.partition("=")
        if urllib.parse.unquote(key) == "id":
            value = decoded(text) if equals else None
    return {"id": value}


def decoded(text):
    try:
        return urllib.parse.unquote(text, errors="strict")
    except UnicodeDecodeError:
        return None


if __name__ == "__main__":
    serve("pushwoosh-python", "7.0.15", {"pushwoosh": ["pushwoosh-links", "pushwoosh-sound"]}, PushwooshPort)
