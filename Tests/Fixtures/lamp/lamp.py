#!/usr/bin/env python3
"""An SDK for lamps that speaks the runner's protocol."""
import json
import sys

HOUR = 60 * 60 * 1000


class Lamp:
    def __init__(self):
        self.lumen, self.timers = None, []

    def take(self, line):
        """The effects of one input."""
        if line["do"] == "call":
            bright = line["with"]["lumen"]
            if bright <= 800:
                self.lumen = bright
            return [{"see": "return", "call": line["call"], "value": bright <= 800}]
        if line["do"] == "app" and line["to"] == "dusk" and self.lumen is not None:
            dark = line["now"] + line["with"]["minutes"] * 60 * 1000
            self.timers += [(dark, {"see": "lamp", "name": "on", "with": {"lumen": self.lumen}}),
                            (dark + HOUR, {"see": "lamp", "name": "off"})]
        if line["do"] == "tick":
            due = [effect for at, effect in self.timers if at <= line["now"]]
            self.timers = [timer for timer in self.timers if timer[0] > line["now"]]
            return due
        return []


def write(line):
    sys.stdout.write(json.dumps(line) + "\n")


lamp = Lamp()
for text in sys.stdin:
    line = json.loads(text)
    if line["do"] == "hello":
        claims = ["evenings"] if line["suite"] == "lamp" else []
        write({"re": line["id"], "hello": {"protocol": 1, "name": "lamp", "sdk": "1.0", "claims": claims}})
    else:
        lamp = Lamp() if line["do"] == "launch" else lamp
        for effect in lamp.take(line):
            write({"re": line["id"], **effect})
        write({"re": line["id"], "idle": {"timers": [{"at": at} for at, _ in lamp.timers]}})
    sys.stdout.flush()
