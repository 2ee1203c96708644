# Needs Python 3 and numpy. Checks the fields of an array of events, and that each event has a name.
# Usage: numpy_events.py EVENTS.npy EVENTS.names.json
import json
import sys

import numpy

events = numpy.load(sys.argv[1], allow_pickle=False)
with open(sys.argv[2], encoding="utf-8") as file:
    names = json.load(file)["events"]
fields = ["event", "x", "y", "from_x", "from_y", "g", "h", "f"]
kinds = ["<u2", "<i4", "<i4", "<i4", "<i4", "<f8", "<f8", "<f8"]
if list(events.dtype.names[:8]) != fields or [events.dtype[name].str for name in fields] != kinds:
    sys.exit(f"{sys.argv[1]}: the fields are {events.dtype}")
unnamed = {int(number) for number in set(events["event"])} - {int(number) for number in names}
if unnamed:
    sys.exit(f"{sys.argv[2]}: there are no names for {sorted(unnamed)}")
for x, y in [("x", "y"), ("from_x", "from_y")]:
    if (events[x] < -1).any() or ((events[x] == -1) != (events[y] == -1)).any():
        sys.exit(f"{sys.argv[1]}: {x} and {y} are no cell")
both = ~numpy.isnan(events["g"]) & ~numpy.isnan(events["h"])
print(f"numpy {numpy.__version__}: {len(events)} events of {len(names)} kinds, {both.sum()} of them with g and h")
