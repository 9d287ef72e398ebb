"""Recorded activities as readers of others have them: what `foreign.py` holds ours against.

fitdecode reads FIT, the XML reader of Python's library TCX, gpxpy GPX, each of them packed by gzip
or not. A file has legs, one for each session (FIT), activity (TCX) or track (GPX).
"""
import datetime
import gzip
import io
import pathlib
import re
import signal
import xml.etree.ElementTree as ElementTree

import fitdecode
import gpxpy

from foreign_leg import File, Leg

ON_FOOT = {None, 0, 1, 11, 17}
TREADMILL = (4, 1)
SPORTS = {2: "cycling", 3: "transition", 4: "fitness_equipment", 5: "swimming", 10: "training"}
FILES = {2: "settings", 3: "sport", 4: "activity", 5: "workout", 6: "course", 9: "weight",
         15: "monitoring_a", 20: "activity_summary", 28: "monitoring_daily", 32: "monitoring_b"}
ACTIVITY, COURSE = 4, 6
# Words of a GPX file's type of track that are no run; most files have none, or a number.
OTHERS = {"cycling", "road_biking", "mountain_biking", "biking", "ride", "driving", "1",
          "swimming", "open_water_swimming", "lap_swimming", "rowing"}


# FIT


def raw(frame):
    return {f.def_num: f.raw_value for f in frame.fields
            if isinstance(f.field_def, fitdecode.types.FieldDefinition)}


def native(frame):
    """Values by name, without those of developers, whose names may be the same."""
    return {f.name: f.value for f in frame.fields
            if not isinstance(f.field_def, fitdecode.types.DevFieldDefinition)}


def number(value):
    """Seconds of a time; devices that do not know the date count from when they went on."""
    if isinstance(value, datetime.datetime):
        return round(value.timestamp())
    return value if isinstance(value, (int, float)) else None


def totals(named):
    return {"timer": named.get("total_timer_time"), "elapsed": named.get("total_elapsed_time"),
            "distance": named.get("total_distance"), "heart_rate": named.get("avg_heart_rate")}


def record_values(named):
    cadence, speed = named.get("cadence"), named.get("enhanced_speed")
    if isinstance(cadence, (int, float)):
        cadence = 2 * (cadence + (named.get("fractional_cadence") or 0))
    return {"heart_rate": named.get("heart_rate") or None,
            "speed": named.get("speed") if speed is None else speed,
            "cadence": cadence, "step_length": named.get("step_length") or None,
            "stance_time": named.get("stance_time") or None, "distance": named.get("distance")}


class Messages:
    """The messages of one FIT file of those that lie behind each other."""

    def __init__(self):
        self.kind, self.sport, self.maker = None, None, "unknown"
        self.sessions, self.laps, self.timers, self.records = [], [], [], []

    def take(self, frame):
        named = native(frame)
        time, kind = number(named.get("timestamp")), frame.global_mesg_num
        if kind == 0:
            self.kind, self.maker = raw(frame).get(0), named.get("manufacturer") or "unknown"
        elif kind == 12:
            self.sport = (raw(frame).get(0), raw(frame).get(1))
        elif kind in (18, 19):
            start = number(named.get("start_time"))
            message = (start, time, raw(frame), totals(named))
            (self.sessions if kind == 18 else self.laps).append(message)
        elif kind == 21 and raw(frame).get(0) == 0 and time is not None:
            self.timers.append((time, raw(frame).get(1)))
        elif kind == 20 and time is not None:
            self.records.append((time, record_values(named)))

    def halts(self):
        """Pauses, by the times of the timer's events."""
        found, since = [], None
        for time, kind in sorted(self.timers, key=lambda event: event[0]):
            if kind == 0 and since is not None:
                found.append((since, time))
                since = None
            elif kind in (1, 4, 8, 9) and since is None:
                since = time
        return found

    def legs(self):
        """One for each session, with the records that lie in it; one where no session is."""
        sessions = {s[0]: s for s in self.sessions}  # Later ones replace those with the same start.
        legs = []
        for start, _, fields, own in sessions.values():
            sport = (fields.get(5), fields.get(6))
            legs.append(self.leg(sport, own))
            legs[-1].start = start
        if not legs and self.records:
            legs = [self.leg(self.sport or (None, None), None)]
        for time, values in self.records:
            self.at(legs, time).take(time, values)
        for start, time, _, lap in self.laps:
            if legs and (start or time) is not None:
                self.at(legs, start or time).laps.append(lap)
        return legs

    def leg(self, sport, own):
        foot = sport[0] in ON_FOOT or sport == TREADMILL
        leg = Leg(foot and (None if self.kind == COURSE else True),
                  SPORTS.get(sport[0], "on foot" if foot else f"sport {sport[0]}"), own)
        if self.kind == COURSE:
            leg.sport = f"a course, {leg.sport}"
        leg.halts = self.halts()
        return leg

    @staticmethod
    def at(legs, time):
        """The last that has begun by then; the first if none has."""
        begun = [leg for leg in legs if leg.start is not None and leg.start <= time]
        return max(begun, key=lambda leg: leg.start) if begun else legs[0]


def whole(data):
    """With the size in the header that a device which died has left at 0."""
    if data[8:12] == b".FIT" and data[4:8] == bytes(4):
        return data[:4] + max(0, len(data) - data[0] - 2).to_bytes(4, "little") + data[8:]
    return data


def read_fit(data):
    file, parts = File(), []
    try:
        with fitdecode.FitReader(
                io.BytesIO(whole(data)), check_crc=fitdecode.CrcCheck.DISABLED,
                error_handling=fitdecode.ErrorHandling.IGNORE) as reader:
            for frame in reader:
                if frame.frame_type == fitdecode.FIT_FRAME_HEADER:
                    parts.append(Messages())
                elif frame.frame_type == fitdecode.FIT_FRAME_DATA:
                    parts[-1].take(frame)
    except Exception as error:  # Of any kind: decoders fail in many ways, and what came counts.
        file.error = f"{type(error).__name__}: {error}"
        file.is_damaged = type(error) is fitdecode.FitParseError
    kinds = {part.kind for part in parts if part.kind is not None}
    if kinds and ACTIVITY not in kinds:
        file.kind = f"a file of {FILES.get(min(kinds), min(kinds))}"
    file.maker = str(parts[0].maker) if parts else "unknown"
    file.legs = [leg for part in parts if part.kind in (None, ACTIVITY, COURSE)
                 for leg in part.legs()]
    return file


# TCX


def elements(data):
    """The root of an XML text, with what stands before an error or the end of a cut file."""
    parser = ElementTree.XMLPullParser(["start"])
    error = None
    try:
        parser.feed(data.strip())
        parser.close()
    except ElementTree.ParseError as problem:
        error = f"ParseError: {problem}"
    root = next((element for _, element in parser.read_events()), None)
    for element in [] if root is None else root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root, error


def value(element, path):
    try:
        return float(element.findtext(path))
    except (TypeError, ValueError):
        return None


def instant(text):
    try:
        time = datetime.datetime.fromisoformat((text or "").strip().replace("Z", "+00:00"))
    except ValueError:
        return None
    return round((time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).timestamp())


def read_tcx(data):
    file = File()
    root, file.error = elements(data)
    if root is None:
        return file
    file.maker = (root.findtext(".//Creator/Name") or root.findtext(".//Author/Name") or "tcx")[:23]
    for activity in [*root.iter("Activity"), *root.iter("Course")]:
        sport = activity.get("Sport", "a course").strip().lower()
        leg = Leg({"running": True, "biking": False}.get(sport), sport)
        for lap in activity.iter("Lap"):
            leg.laps.append({"timer": value(lap, "TotalTimeSeconds"),
                             "distance": value(lap, "DistanceMeters"),
                             "heart_rate": value(lap, "AverageHeartRateBpm/Value")})
        for point in activity.iter("Trackpoint"):
            time = instant(point.findtext("Time"))
            if time is not None:
                speed, cadence = (next((value(e, ".") for e in point.iter(name)), None)
                                  for name in ("Speed", "RunCadence"))
                leg.take(time, {"heart_rate": value(point, "HeartRateBpm/Value") or None,
                                "distance": value(point, "DistanceMeters"), "speed": speed,
                                "cadence": cadence and 2 * cadence})
        leg.own = {name: found[0] for name, found in leg.by_laps().items()}
        if len(leg.order) > 1:
            leg.own["elapsed"] = leg.ordered_span()
        leg.laps = []
        file.legs.append(leg)
    return file


# GPX


def points(data):
    """The text as gpxpy reads it. It wants every prefix declared and every point placed, which not
    all writers do; these two are mended, and the error told."""
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    try:
        return gpxpy.parse(text), None
    except gpxpy.gpx.GPXException as error:
        text = re.sub(r"(</?)\w+:", r"\1", text)
        text = re.sub(r"<trkpt>.*?</trkpt>", "", text, flags=re.DOTALL)
        return gpxpy.parse(text), f"{type(error).__name__}: {error}"


def read_gpx(data):
    file = File()
    gpx, file.error = points(data)
    file.maker = (gpx.creator or "gpx")[:23]
    for track in gpx.tracks:
        kind = (track.type or "").strip().lower()
        leg = Leg(None if kind in OTHERS else True, kind)
        ends = []
        for segment in track.segments:
            timed = [point for point in segment.points if point.time]
            for point in timed:
                leg.take(round(point.time.timestamp()), {"latitude": point.latitude})
            if timed:
                ends += [leg.order[-len(timed)], leg.order[-1]]
        leg.halts = list(zip(ends[1::2], ends[2::2]))
        leg.own = {"distance": track.length_2d()}
        if len(leg.order) > 1:
            leg.own["elapsed"] = leg.ordered_span()
        file.legs.append(leg)
    return file


READERS = {".fit": read_fit, ".tcx": read_tcx, ".gpx": read_gpx}


def form(path):
    """Which reader a file needs, by its name: `.fit`, `.tcx`, `.gpx`, or nothing."""
    name = pathlib.Path(path).name.lower().removesuffix(".gz")
    return next((ending for ending in READERS if name.endswith(ending)), None)


def read(path, patience=180):
    """A file, whatever is wrong with it, within so many seconds."""
    def give_up(*_):
        raise TimeoutError(f"no end after {patience} s")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(patience)
    try:
        data = pathlib.Path(path).read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return READERS[form(path)](data)
    except Exception as error:  # Of any kind: the run goes on with the next file.
        file = File()
        file.error = f"{type(error).__name__}: {error}"
        return file
    finally:
        signal.alarm(0)
