#!/usr/bin/env python3
"""Holds the routes of Health exports against the workouts that refer to them.

    python3 .ci/health_routes.py BINARIES [--athletes 3] [--seed 2]

Days of several athletes are exported, at 1 and at 10 Hz. Each reference of an `export.xml` has to
lead to a file within the folder of its own, to no link, and to GPX of one segment, with as many
points as the track of `--format gpx` has, in the same places, within the times of the workout and
in their order. No file is there that no workout refers to, no workout indoors refers to one. At
last references and files are spoilt, one by one: each has to be refused.
"""
import argparse
import datetime
import math
import os
import pathlib
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree as ET

from exports import check, run

GPX = "{http://www.topografix.com/GPX/1/1}"
EXTENSIONS = ["speed", "course", "hAcc", "vAcc"]
# The most bytes of a route, as of any document that is flown again.
LIMIT = 64 << 20


class Wrong(Exception):
    """A reference or a route that an importer must not take."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


def file_of(folder, reference):
    """The file that a reference leads to, if it lies within the folder of routes."""
    need(re.fullmatch(r"/workout-routes/[^/\0]+\.gpx", reference), f"a path {reference!r}")
    file = folder / reference[1:]
    need(not file.is_symlink() and not file.parent.is_symlink(), f"{reference} is a link")
    need(file.is_file(), f"{reference} is missing")
    need(file.stat().st_size <= LIMIT, f"{reference} is too large")
    return file


def points_of(file):
    """Latitude, longitude and altitude as texts, and the time, of each point."""
    try:
        root = ET.parse(file).getroot()
    except ET.ParseError as error:
        raise Wrong(f"{file.name}: {error}") from error
    need(root.tag == f"{GPX}gpx" and root.get("version") == "1.1", f"{file.name}: no GPX 1.1")
    tracks = root.findall(f"{GPX}trk")
    segments = root.findall(f"{GPX}trk/{GPX}trkseg")
    need(len(tracks) == len(segments) == 1, f"{file.name}: {len(segments)} segments")
    return [point_of(point, file.name) for point in segments[0]]


def point_of(point, name):
    names = [child.tag for child in point]
    need(names == [f"{GPX}{child}" for child in ("ele", "time", "extensions")],
         f"{name}: a point of {names}")
    values = {child.tag: child.text for child in point[2]}
    need(list(values) == [f"{GPX}{child}" for child in EXTENSIONS], f"{name}: {list(values)}")
    speed, course, horizontal, vertical = map(float, values.values())
    need(course == -1 or 0 <= course < 360.01, f"{name}: a course of {course}")
    need((speed == -1 or 0 <= speed < 15) and 0 <= horizontal < 100 and 0 <= vertical < 100,
         f"{name}: speed {speed}, accuracies {horizontal} and {vertical}")
    place = (point.get("lat"), point.get("lon"), point[0].text)
    need(abs(float(place[0])) <= 90 and abs(float(place[1])) <= 180, f"{name}: a place {place}")
    return (*place, datetime.datetime.fromisoformat(point[1].text.replace("Z", "+00:00")))


def span_of(element):
    return tuple(datetime.datetime.strptime(element.get(name), "%Y-%m-%d %H:%M:%S %z")
                 for name in ("startDate", "endDate"))


def routes_of(folder):
    """The points of each workout's route, none where it has none, in order."""
    found = []
    named = set()
    for workout in ET.parse(folder / "export.xml").getroot().findall("Workout"):
        is_indoors = workout.find("MetadataEntry[@key='HKIndoorWorkout']").get("value") == "1"
        routes = workout.findall("WorkoutRoute")
        need(len(routes) <= (0 if is_indoors else 1), f"{len(routes)} routes of a workout")
        points = []
        for route in routes:
            references = [child.get("path") for child in route.findall("FileReference")]
            need(len(references) == 1 and references[0] not in named, f"references {references}")
            named.add(references[0])
            points = points_of(file_of(folder, references[0]))
            times = [point[3] for point in points]
            need(times and times == sorted(set(times)), f"{references[0]}: times out of order")
            start, end = span_of(route)
            need((start, end) == (times[0], times[-1]), f"{references[0]}: other times")
            start, end = span_of(workout)
            need(start <= times[0] and times[-1] <= end, f"{references[0]}: beyond its workout")
        found.append(points)
    there = {f"/workout-routes/{file.name}" for file in (folder / "workout-routes").glob("*")}
    need(there == named, f"files that no workout refers to: {sorted(there - named)}")
    return found


def tracks_of(folder):
    """The places of each run in a GPX file that has any, in the order of the runs."""
    files = sorted(folder.glob("*.gpx"), key=lambda file: int(file.stem.split(".")[1]))
    tracks = []
    for file in files:
        points = ET.parse(file).getroot().iter(f"{GPX}trkpt")
        tracks.append([(point.get("lat"), point.get("lon"), point.findtext(f"{GPX}ele"))
                       for point in points])
    return tracks


def turn(points):
    """The course of each point after the first, worked out by another formula."""
    for (before, west, *_), (latitude, longitude, *_) in zip(points, points[1:]):
        one, other = math.radians(float(before)), math.radians(float(latitude))
        way = math.radians(float(longitude) - float(west))
        east = math.sin(way) * math.cos(other)
        north = math.cos(one) * math.sin(other) - math.sin(one) * math.cos(other) * math.cos(way)
        yield math.degrees(math.atan2(east, north)) % 360


def judge_courses(file):
    """Courses against a formula of others, where the way is long enough for seven decimals."""
    points = points_of(file)
    told = [float(course.text) for course in ET.parse(file).getroot().iter(f"{GPX}course")]
    check(told[0] == -1, f"{file}: a course from nowhere")
    for course, wanted, one, other in zip(told[1:], turn(points), points, points[1:]):
        if math.dist([float(text) for text in one[:2]], [float(text) for text in other[:2]]) > 1e-5:
            off = abs((course - wanted + 180) % 360 - 180)
            check(off < 0.1, f"{file}: a course of {course}, not {wanted}")


def judge(program, folder, flags, athletes, rate):
    days = ["--schedule", "days", "--time-zone", "Europe/Berlin", "--sessions", str(athletes),
            "--from", "2026-03-24", "--to", "2026-04-03", "--rate", str(rate), *flags]
    workouts = routes = total = 0
    for lane in range(athletes):
        out = folder / f"{rate}-{lane}"
        session = ["--session", f"s{lane}", "--out", out]
        run(program, ["--format", "health", *days, *session], folder)
        run(program, ["--format", "gpx", *days, *session], folder)
        found = routes_of(out)
        tracks = tracks_of(out)
        check(len(found) == len(tracks), f"{out}: {len(found)} workouts, {len(tracks)} runs")
        for points, track in zip(found, tracks):
            check(rate > 1 or [point[:3] for point in points] == track, f"{out}: other places")
            check(abs(len(points) - len(track)) <= 2, f"{out}: {len(points)} points")
            total += len(points)
        for file in out.glob("workout-routes/*"):
            judge_courses(file)
        workouts += len(found)
        routes += sum(1 for points in found if points)
    check(0 < routes < workouts + (rate > 1) and total > 600 * routes, f"{routes} routes of {workouts}")
    print(f"routes: {rate} Hz: {workouts} workouts, {routes} routes, {total} points", flush=True)


def spoilt(folder, file):
    """What can be wrong with a reference or a route, by name."""
    document = folder / "export.xml"
    whole, route = document.read_text(), file.read_text()
    path = f"/workout-routes/{file.name}"

    def refer(other):
        document.write_text(whole.replace(path, other))

    def link():
        file.rename(folder.parent / "outside.gpx")
        os.symlink(folder.parent / "outside.gpx", file)

    yield "the folder above", lambda: refer("/workout-routes/../export.xml")
    yield "another folder", lambda: refer("/../outside.gpx")
    yield "an absolute path", lambda: refer("/etc/passwd")
    yield "no path", lambda: refer("")
    yield "a missing file", file.unlink
    yield "a link", link
    yield "a cut file", lambda: file.write_text(route[:len(route) // 2])
    yield "an entity", lambda: file.write_text(route.replace("<ele>", "<ele>&x;", 1))
    yield "a point less at the end", lambda: file.write_text(
        re.sub(r"   <trkpt(?:(?!<trkpt).)*</trkpt>\n(?=  </trkseg>)", "", route, flags=re.DOTALL))
    yield "another file", lambda: (folder / "workout-routes/more.gpx").write_text(route)
    yield "a place of none", lambda: file.write_text(route.replace('lat="', 'lat="9', 1))


def hostile(program, folder):
    out = folder / "hostile"
    # Of some seeds the athlete has no run outdoors on these days.
    run(program, ["--format", "health", "--schedule", "days", "--sessions", "3", "--session", "s1",
                  "--seed", "2", "--from", "2026-03-24", "--to", "2026-04-03", "--out", out], folder)
    count = 0
    name = next(out.glob("workout-routes/*")).name
    for index, (what, _) in enumerate(spoilt(out, out / "workout-routes" / name)):
        copy = folder / f"{index}" / "export"
        shutil.copytree(out, copy)
        routes_of(copy)
        dict(spoilt(copy, copy / "workout-routes" / name))[what]()
        try:
            routes_of(copy)
        except Wrong:
            count += 1
            continue
        check(False, f"{what} was taken")
    print(f"routes: {count} spoilt exports refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binaries")
    parser.add_argument("--athletes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=2)
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.binaries).resolve() / "runway"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for rate, athletes in ((1, arguments.athletes), (10, 1)):
            judge(program, folder, ["--seed", str(arguments.seed)], athletes, rate)
        hostile(program, folder)


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"routes: {error}")
