#!/usr/bin/env python3
"""Has readers of others take what `runway export --format tcx` and `--format health` write.

    python3 .ci/tcx_health.py BINARIES [--sessions 40] [--seed 1] [--athletes 3] [--many 1000]
        [--schema TrainingCenterDatabasev2.xsd]

The readers are python-tcxparser, tcxreader and gpsbabel for TCX, healthkit-to-sqlite and
apple-health for Health; `.ci/long` puts them into a virtual environment. Sessions of all plans, of
each device, with and without faults, at 1 to 10 Hz, on both schedules, and recordings with pauses
are exported as TCX, FIT and CSV: each second of a reader is the last row of the second in the CSV
file, the distance that of the FIT file. Each file is held against the order and the types of the
schema, which is not kept here; `--schema` has xmllint do the same. gpsbabel has to take the same
points with the same heart rates from TCX as from FIT. It passes over points of TCX that have no
position, so they get one before.

28 days of several athletes are exported as Health, read into a database, and added up day by day;
`runway query` says the same of a daemon with the same seed. The database has the points of all
routes, from an archive of the folder; gpxpy reads each route. xmllint holds the document against
its own grammar. At last each format of 28 days and of many sessions is written in at most 64 MB.
"""
import argparse
import csv
import datetime
import decimal
import math
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import typing
import xml.etree.ElementTree as ET
import zipfile
import zoneinfo

import fitdecode
import gpxpy
import health as apple_health
import tcxparser
import tcxreader.tcxreader

from exports import FAULTS, check, number, plan, recorded, rows_by_second, run, units
from harness import daemon
from health_routes import routes_of

TCX = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
EXTENSION = "{http://www.garmin.com/xmlschemas/ActivityExtension/v2}"
UTC = datetime.timezone.utc
MEMORY = 64 << 20

TIME = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
WORDS = {"TriggerMethod": {"Manual", "Distance", "Location", "Time", "HeartRate"},
         "Intensity": {"Active", "Resting"}}
BOUNDS = {"Value": (1, 255), "RunCadence": (0, 254), "AvgRunCadence": (0, 254),
          "MaxRunCadence": (0, 254), "Steps": (0, 65535), "Calories": (0, 65535),
          "UnitId": (0, 2**32 - 1), "ProductID": (0, 65535), "VersionMajor": (0, 65535),
          "VersionMinor": (0, 65535)}
REALS = {"TotalTimeSeconds", "DistanceMeters", "MaximumSpeed", "Speed", "AvgSpeed"}
TIMES = {"Id", "Time"}
# Of each element its children in their order: ! is one, + at least one, ? at most one, * any.
ORDER = {
    "TrainingCenterDatabase": "Folders? Activities? Workouts? Courses? Author? Extensions?",
    "Activities": "Activity*", "Activity": "Id! Lap+ Notes? Training? Creator? Extensions?",
    "Lap": "TotalTimeSeconds! DistanceMeters! MaximumSpeed? Calories! AverageHeartRateBpm? "
           "MaximumHeartRateBpm? Intensity! Cadence? TriggerMethod! Track* Notes? Extensions?",
    "Track": "Trackpoint+",
    "Trackpoint": "Time! Position? AltitudeMeters? DistanceMeters? HeartRateBpm? Cadence? "
                  "SensorState? Extensions?",
    "AverageHeartRateBpm": "Value!", "MaximumHeartRateBpm": "Value!", "HeartRateBpm": "Value!",
    "TPX": "Speed? RunCadence? Watts? Extensions?",
    "LX": "AvgSpeed? MaxBikeCadence? AvgRunCadence? MaxRunCadence? Steps? AvgWatts? MaxWatts? "
          "Extensions?",
    "Creator": "Name! UnitId! ProductID! Version!",
    "Version": "VersionMajor! VersionMinor! BuildMajor? BuildMinor?",
}


def validate(element, where):
    """An element and all below it against the rules above."""
    name = element.tag.split("}")[1]
    namespace = EXTENSION if name in ("TPX", "LX", "Speed", "RunCadence", "AvgSpeed", "Steps",
                                      "AvgRunCadence", "MaxRunCadence") else TCX
    check(element.tag == namespace + name, f"{where}: {element.tag} is of another name space")
    text = (element.text or "").strip()
    children = [child.tag.split("}")[1] for child in element]
    if name in ORDER:
        signs = {"!": "{1}", "+": "+", "?": "?", "*": "*"}
        pattern = "".join(f"(?:{rule[:-1]} ){signs[rule[-1]]}" for rule in ORDER[name].split())
        check(re.fullmatch(pattern, "".join(f"{child} " for child in children)),
              f"{where}: {name} has {children}")
        check(text == "", f"{where}: {name} has a text")
    elif name in BOUNDS:
        check(re.fullmatch(r"\d+", text) and BOUNDS[name][0] <= int(text) <= BOUNDS[name][1],
              f"{where}: {name} {text}")
    elif name in WORDS:
        check(text in WORDS[name], f"{where}: {name} {text}")
    elif name in REALS:
        check(re.fullmatch(r"\d+\.\d+", text), f"{where}: {name} {text}")
    elif name in TIMES:
        check(TIME.fullmatch(text), f"{where}: {name} {text}")
    else:
        check(name in ("Extensions", "Notes", "Name"), f"{where}: an element {name}")
    for key, value in element.attrib.items():
        check((name, key) in (("Lap", "StartTime"), ("Activity", "Sport"))
              or (name, value) == ("Creator", "Device_t"), f"{where}: {name} has {key}")
    for child in element:
        validate(child, where)


def points_by_tcxreader(path):
    """Heart rate, speed in mm/s, cadence of one foot, and centimetres, by second."""
    exercise = tcxreader.tcxreader.TCXReader().read(str(path), only_gps=False)
    check(exercise.activity_type == "Running", f"{path}: {exercise.activity_type}")
    found = {}
    for point in exercise.trackpoints:
        extension = point.tpx_ext
        found[point.time.replace(tzinfo=UTC)] = (
            point.hr_value, units(extension.get("Speed"), 3), extension.get("RunCadence"),
            units(point.distance, 2))
    check(len(found) == len(exercise.trackpoints), f"{path}: two points in a second")
    return found, exercise


def points_by_fitdecode(path):
    """Centimetres by second."""
    found = {}
    with fitdecode.FitReader(str(path)) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record":
                distance = frame.get_value("distance", fallback=None)
                found[frame.get_value("timestamp")] = units(distance, 2)
    return found


def half(cadence):
    """Whole revolutions of one foot, halves to the even one; tenths of steps a minute."""
    if cadence is None:
        return None
    whole, rest = divmod(cadence, 20)
    return whole + (rest > 10 or rest == 10 and whole % 2)


def judge_tcx(folder, name, rate):
    """A session by its readers; how many seconds it has."""
    path = folder / f"{name}.tcx"
    rows = rows_by_second(folder / f"{name}.csv", rate)
    root = ET.parse(path).getroot()
    validate(root, name)
    start = datetime.datetime.fromisoformat(root.find(f".//{TCX}Id").text)
    points, exercise = points_by_tcxreader(path)
    distances = points_by_fitdecode(folder / f"{name}.fit")
    seconds = {round((time - start).total_seconds()): time for time in points}
    check(sorted(seconds) == sorted(rows), f"{name}: other seconds")
    check(sorted(points) == sorted(distances), f"{name}: other seconds than FIT")
    for second, time in seconds.items():
        row = rows[second]
        wanted = (number(row["heart_rate_bpm"]), number(row["speed_mps"], 3),
                  half(number(row["cadence_spm"], 1)), distances[time])
        check(points[time] == wanted, f"{name}, second {second}: {points[time]}, not {wanted}")
    parser = tcxparser.TCXParser(str(path))
    rates = [number(rows[s]["heart_rate_bpm"]) for s in sorted(rows) if rows[s]["heart_rate_bpm"]]
    check(parser.hr_values() == rates, f"{name}: other heart rates by tcxparser")
    check(len(parser.time_values()) == len(rows), f"{name}: other times by tcxparser")
    check(parser.activity_type == "running", f"{name}: {parser.activity_type} by tcxparser")
    last = [d for _, d in sorted(distances.items()) if d is not None][-1:]
    laps = [float(lap.findtext(f"{TCX}DistanceMeters")) for lap in root.iter(f"{TCX}Lap")]
    check(round(sum(laps) * 100) == (last or [0])[0], f"{name}: laps of {sum(laps)} m, not {last}")
    check(abs(exercise.distance - sum(laps)) < 0.005, f"{name}: distance by tcxreader")
    check(abs(parser.duration - sum(float(e.text) for e in root.iter(f"{TCX}TotalTimeSeconds")))
          < 0.005, f"{name}: duration by tcxparser")
    return len(rows)


POSITION = ("</Time><Position><LatitudeDegrees>1</LatitudeDegrees>"
            "<LongitudeDegrees>1</LongitudeDegrees></Position>")


def by_gpsbabel(form, path):
    """Heart rates by second, as gpsbabel takes them from a file."""
    answer = subprocess.run(
        ["gpsbabel", "-t", "-i", form, "-f", path, "-o", "unicsv,utc=0", "-F", "-"],
        capture_output=True, text=True)
    check(answer.returncode == 0 and not answer.stderr, f"{path}: gpsbabel: {answer.stderr}")
    rows = csv.DictReader(answer.stdout.splitlines())
    return {f"{row['Date']} {row['Time']}": row.get("Heartrate", "") for row in rows}


def judge_by_gpsbabel(tcx, fit, count):
    """Both files by gpsbabel, which takes points of TCX only where they have a position."""
    placed = tcx.with_suffix(".placed")
    placed.write_text(tcx.read_text().replace("</Time>", POSITION))
    points = by_gpsbabel("gtrnctr", placed)
    placed.unlink()
    check(len(points) == count, f"{tcx}: {len(points)} points by gpsbabel, not {count}")
    check(points == by_gpsbabel("garmin_fit,allpoints=1", fit),
          f"{tcx}: gpsbabel reads other points than from FIT")
    check(by_gpsbabel("gtrnctr", tcx) == {}, f"{tcx}: positions out of nowhere")


def sessions(program, arguments):
    total = files = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "faults.txt").write_text(FAULTS)
        for index, flags, laps, rate, _ in plan(arguments.sessions, arguments.seed):
            if index % 9 == 8:
                rate = 1
                flags = recorded(program, folder, index, arguments.seed + index)
            out = folder / f"{index}"
            run(program, [*flags, "--out", out], folder)
            for form in ("fit", "tcx"):
                run(program, [*flags, "--format", form, "--laps", laps, "--out", out], folder)
            for file in sorted(out.glob("*.tcx")):
                count = judge_tcx(out, file.stem, rate)
                if arguments.schema:
                    subprocess.run(["xmllint", "--noout", "--schema", arguments.schema, file],
                                   check=True, stderr=subprocess.DEVNULL)
                judge_by_gpsbabel(file, file.with_suffix(".fit"), count)
                total += count
                files += 1
    check(files >= arguments.sessions, f"{files} files of {arguments.sessions} sessions")
    print(f"tcx: {files} sessions, {total} seconds: the schema's rules, two readers and gpsbabel, "
          "all equal to CSV and FIT")


# Of each type the metric of a query, and the decimals of its unit in the file and in the query.
SUMS = {"StepCount": ("steps", 1), "DistanceWalkingRunning": ("distance_m", 1000),
        "ActiveEnergyBurned": ("energy_kcal", 1)}
MEANS = {"HeartRate": ("heart_rate_bpm", 1), "RunningSpeed": ("speed_mps", "3.6"),
         "RunningStrideLength": ("stride_m", 1), "RunningGroundContactTime": ("contact_ms", 1)}
READINGS = {"BodyMass": "body_mass_kg", "RestingHeartRate": "resting_heart_rate_bpm",
            "HeartRateVariabilitySDNN": "hrv_sdnn_ms"}
# Of each value of sleep its metric.
STAGES = {"SleepAnalysisInBed": "in_bed_min", "SleepAnalysisAwake": "awake_min",
          "SleepAnalysisAsleepCore": "sleep_core_min", "SleepAnalysisAsleepDeep": "sleep_deep_min",
          "SleepAnalysisAsleepREM": "sleep_rem_min"}
ASKED = [*(metric for metric, _ in (SUMS | MEANS).values()), *READINGS.values(),
         *STAGES.values(), "sleep_min"]


class Record(typing.NamedTuple):
    """A value, the seconds for which it stands, and when it was measured."""
    value: decimal.Decimal
    seconds: int
    end: datetime.datetime


def time(text):
    return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z")


def day(start, end):
    """The date by the local clock that a record counts for."""
    if start != end and end[11:19] == "00:00:00":
        return str((time(end) - datetime.timedelta(seconds=1)).date())
    return end[:10]


def archive(export, folder):
    """The folder of an export as a phone hands it on."""
    path = folder / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for file in sorted(export.rglob("*.*")):
            packed.write(file, f"apple_health_export/{file.relative_to(export)}")
    return path


def database(export, folder):
    """The records of each day by type, or by stage of sleep, as they are in the database, and all
    points of workouts."""
    base = folder / "health.db"
    packed = archive(export, folder)
    subprocess.run([pathlib.Path(sys.executable).parent / "healthkit-to-sqlite", "--silent",
                    packed, base], check=True)
    packed.unlink()
    found, spans = {}, []
    with sqlite3.connect(base) as link:
        tables = [row[0] for row in link.execute("select name from sqlite_master where name "
                                                 "like 'r%' and type = 'table'")]
        for table in tables:
            rows = link.execute(
                f"select startDate, endDate, creationDate, value from {table} order by rowid")
            for start, end, known, value in rows:
                kind = table[1:]
                if kind == "SleepAnalysis":
                    kind = value.removeprefix("HKCategoryValue")
                    value = (time(end) - time(start)).total_seconds() / 60
                    spans.append((kind, time(start), time(end)))
                # A sample is known at once; a reading of a heart at rest stands for five minutes.
                found.setdefault(day(start, end), {}).setdefault(kind, []).append(
                    Record(decimal.Decimal(value), 1 if known == end else 300, time(end)))
        # The stages of a night may lie before midnight, and its sleep counts for its waking.
        for kind, start, end in spans:
            if kind == "SleepAnalysisInBed":
                asleep = sum((last - first).total_seconds() / 60 for kind, first, last in spans
                             if "AnalysisAsleep" in kind and start <= first and last <= end)
                found[str(end.date())].setdefault("asleep", []).append(
                    Record(decimal.Decimal(asleep), 0, end))
        # Whoever did not run has no table.
        runs = link.execute("select count(*) from sqlite_master where name = 'workouts'")
        has_runs = runs.fetchone()[0] > 0
        workouts = link.execute("select count(*) from workouts").fetchone()[0] if has_runs else 0
        summaries = dict(link.execute(
            "select dateComponents, activeEnergyBurned from activity_summary"))
        points = link.execute("select latitude, longitude, altitude, date from workout_points "
                              "order by rowid").fetchall() if has_runs else []
    base.unlink()
    return found, workouts, summaries, points


def compare_routes(export, workouts, points, where):
    """The routes of an export as they are in the database, and as gpxpy reads them."""
    routes = routes_of(export)
    wanted = [point for route in routes for point in route]
    check(len(routes) == workouts, f"{where}: {workouts} workouts, not {len(routes)}")
    check(len(points) == len(wanted), f"{where}: {len(points)} points, not {len(wanted)}")
    for found, point in zip(points, wanted):
        check(all(abs(a - float(b)) < 1e-8 for a, b in zip(found[:3], point[:3]))
              and datetime.datetime.fromisoformat(found[3]) == point[3],
              f"{where}: a point at {found}, not {point}")
    files = list(export.glob("workout-routes/*.gpx"))
    tracks = [gpxpy.parse(file.read_text()).tracks for file in files]
    check(sum(track.get_points_no() for (track,) in tracks) == len(wanted), f"{where}: gpxpy")
    return len(files), len(wanted)


def told(text):
    return None if text == "" else decimal.Decimal(text)


def total(cells, kind):
    return sum(record.value for record in cells.get(kind, []))


def compare_day(cells, row, is_whole, where):
    for kind, (metric, factor) in SUMS.items():
        found = total(cells, kind) * factor
        check(found == (told(row[f"{metric}_sum"]) or 0),
              f"{where}: {found} {metric}, not {row[f'{metric}_sum']}")
    for kind, metric in STAGES.items():
        found = total(cells, kind)
        check(found == (told(row[f"{metric}_sum"]) or 0), f"{where}: {found} {metric}")
    found = total(cells, "asleep")
    check(not is_whole or found == (told(row["sleep_min_sum"]) or 0),
          f"{where}: {found} min asleep")
    for kind, metric in [*READINGS.items(), ("HeartRate", "heart_rate_bpm")]:
        records = sorted(cells.get(kind, []), key=lambda record: record.end)
        found = records[-1].value if records else None
        check(found == told(row[f"{metric}_latest"]), f"{where}: {metric} {found}")
    for kind, (metric, factor) in MEANS.items():
        weights = [record.seconds for record in cells.get(kind, [])]
        values = [record.value / decimal.Decimal(factor) for record in cells.get(kind, [])]
        names = [f"{metric}_{statistic}" for statistic in ("count", "min", "max")]
        wanted = [told(row[name]) or 0 for name in names]
        found = [len(values), min(values, default=0), max(values, default=0)]
        check(found == wanted, f"{where}: {metric} {found}, not {wanted}")
        if values:
            average = told(row[f"{metric}_average"])
            mean = sum(value * weight for value, weight in zip(values, weights)) / sum(weights)
            mean = mean.quantize(average, decimal.ROUND_HALF_EVEN)
            check(mean == average, f"{where}: {metric} {mean} on average, not {average}")


def athletes(program, binaries, arguments):
    flags = ["--sessions", str(arguments.athletes), "--schedule", "days", "--time-zone",
             "Europe/Berlin", "--epoch", "2026-04-06T10:00:00Z"]
    range_ = ["--from", "2026-03-08", "--to", "2026-04-05"]
    days = records = trained = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(program, ["--format", "health", "--seed", "7", *flags, *range_, "--out", "."], folder)
        with daemon(binaries, name, *flags) as (_, socket):
            for lane in range(arguments.athletes):
                answer = subprocess.run(
                    [program, "query", "--socket", socket, "--session", f"s{lane}", *range_,
                     "--metrics", ",".join(ASKED), "--stats", "sum,average,min,max,latest,count",
                     "--csv"],
                    check=True, capture_output=True, text=True).stdout
                export = folder / f"s{lane}"
                file = export / "export.xml"
                subprocess.run(["xmllint", "--noout", "--valid", "--huge", file], check=True)
                found, workouts, summaries, points = database(export, folder)
                routes = compare_routes(export, workouts, points, f"s{lane}")
                rates = sum(len(cells.get("HeartRate", [])) for cells in found.values())
                for row in csv.DictReader(answer.splitlines()):
                    start = datetime.datetime.fromisoformat(row["start"])
                    date = str(start.astimezone(zoneinfo.ZoneInfo("Europe/Berlin")).date())
                    cells = found.pop(date, {})
                    # Of the first night the stages before midnight are not in the file.
                    compare_day(cells, row, date != range_[1], f"s{lane} {date}")
                    records += sum(map(len, cells.values()))
                    check(decimal.Decimal(summaries.pop(date))
                          == (told(row["energy_kcal_sum"]) or 0), f"s{lane} {date}: summary")
                    days += 1
                check(not found and not summaries, f"s{lane}: more days than asked for")
                trained += workouts > 3
                if workouts == 1:
                    continue  # Of one apple-health makes no list.
                data = apple_health.HealthData.read(str(file))
                check(len(data.workouts) == workouts, f"s{lane}: {workouts} workouts")
                check(sum(record.name == "HKQuantityTypeIdentifierHeartRate"
                          for record in data.records) == rates, f"s{lane}: other heart rates")
                check(all(w.name == "HKWorkoutActivityTypeRunning" and w.distance > 0.5
                          and 10 < w.duration < 150 and w.energy_burned > 50
                          for w in data.workouts), f"s{lane}: a workout without a distance")
                check(data.me.date_of_birth is not None, f"s{lane}: nobody knows who")
                print(f"health: s{lane}: {len(data.records)} records, {workouts} workouts, "
                      f"{routes[0]} routes of {routes[1]} points, "
                      f"{file.stat().st_size >> 20} MB", flush=True)
    check(trained > 0, "no athlete has four workouts")
    print(f"health: {days} days of {arguments.athletes} athletes, {records} records by two "
          "readers, all sums equal to those of a query")


def memory(program, flags, folder):
    """The most memory that an export had in bytes, and how many bytes it wrote."""
    out = folder / "out"
    process = subprocess.Popen([program, "export", "--seed", "7", *flags, "--out", out],
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    check(status == 0, f"{flags}: status {status}")
    written = sum(file.stat().st_size for file in out.rglob("*.*") if file.is_file())
    shutil.rmtree(out)
    return usage.ru_maxrss * 1024, written


def bounds(program, arguments):
    month = ["--schedule", "days", "--session", "s0", "--from", "2026-03-01", "--to", "2026-03-29"]
    many = ["--sessions", str(arguments.many)]
    with tempfile.TemporaryDirectory() as name:
        for form in ("csv", "ndjson", "fit", "tcx", "health"):
            for what, flags in (("28 days", month), (f"{arguments.many} sessions", many)):
                most, size = memory(program, ["--format", form, *flags], pathlib.Path(name))
                print(f"memory: {form}, {what}: {math.ceil(most / 1e6)} MB for "
                      f"{math.ceil(size / 1e6)} MB", flush=True)
                check(most <= MEMORY, f"{form}, {what}: {most} bytes of memory")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binaries")
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--athletes", type=int, default=3)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--schema")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.binaries).resolve() / "runway"
    # Before the readers fill this process: until it executes, a child counts its parent's memory.
    if arguments.many:
        bounds(program, arguments)
    if arguments.sessions:
        sessions(program, arguments)
    if arguments.athletes:
        athletes(program, arguments.binaries, arguments)


main()
