"""Values of the protocol as Python has them, with the app's objects and closures among them."""

import datetime
import itertools
import math
import uuid
from collections import namedtuple

Opaque = namedtuple("Opaque", "text")  # a value that no JSON can hold


class Url(str):
    """A URL that the app hands over as such, not as a text."""


TAGS = {
    "$int": int, "$number": float, "$data": bytes.fromhex, "$url": Url, "$uuid": uuid.UUID,
    "$opaque": Opaque, "$date": lambda text: datetime.datetime.fromisoformat(text[:-1] + "+00:00"),
}  # fmt: skip


class AppObject:
    """One of the app's objects; a method that it lacks is no attribute."""

    def __init__(self, values, name):
        self._values, self._name, self._description = values, name, {}

    def __getattr__(self, attribute):
        values, description = self._values, self._description
        member, *names = values.callbacks.get(attribute, (None,))
        if member is None or member in description.get("lacks", ()):
            raise AttributeError(attribute)

        def method(*arguments):
            given = {name: values.encode(value) for name, value in zip(names, arguments)}
            values.see("callback", object=self._name, member=member, **{"with": given})
            values.make(description.get("calls", {}).get(member, ()))
            return values.decode(description.get("returns", {}).get(member))

        return method


class Values:
    """Reads and writes the values of one launch; `see` writes effects, `make` makes calls."""

    def __init__(self, see, make, callbacks):
        self.see, self.make, self.callbacks = see, make, callbacks
        self.objects, self._handed, self._count = {}, {}, itertools.count(1)

    def decode(self, value, call=None):
        """What the app hands over, in this call."""
        if isinstance(value, list):
            return [self.decode(item, call) for item in value]
        if not isinstance(value, dict):
            return value
        tag = next((key for key in value if key[:1] == "$" and key[:2] != "$$"), None)
        if tag == "$object":
            return self._object(value[tag], value)
        if tag == "$closure":
            return self._closure(value[tag], value, call)
        if tag:
            return TAGS[tag](value[tag])
        return {key[key[:2] == "$$" :]: self.decode(item, call) for key, item in value.items()}

    def encode(self, value):
        """What the SDK hands over; an object of its own is known by a name from then on."""
        if isinstance(value, float) and not math.isfinite(value):
            return {"$number": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
        if isinstance(value, datetime.datetime):
            moment = value.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds")
            return {"$date": moment[:23] + "Z"}
        if isinstance(value, AppObject):
            return {"$object": value._name}
        for kind, tag in (Url, "$url"), (uuid.UUID, "$uuid"):
            if isinstance(value, kind):
                return {tag: str(value)}
        if isinstance(value, Opaque):
            return {"$opaque": value.text}
        if isinstance(value, bytes):
            return {"$data": value.hex()}
        if isinstance(value, dict):
            return {"$" * (key[:1] == "$") + key: self.encode(value[key]) for key in value}
        if isinstance(value, (list, tuple)):
            return [self.encode(item) for item in value]
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        names = [name for name, thing in self._handed.items() if thing is value]
        name = names[0] if names else f"o{next(self._count)}"
        self._handed[name] = value
        return {"$object": name}

    def _object(self, name, description):
        if name in self._handed:
            return self._handed[name]
        thing = self.objects.setdefault(name, AppObject(self, name))
        thing._description = description
        return thing

    def _closure(self, name, description, call):
        def closure(*value, **named):
            given = [self.encode(item) for item in (*value, named or None)][: bool(value or named)]
            self.see("completion", call=call, name=name, **{"with": item for item in given})
            self.make(description.get("calls", ()))
            return self.decode(description.get("returns"))

        return closure
