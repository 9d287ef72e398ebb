#!/usr/bin/env python3
"""Has three decoders of others read the activities that `runway export --format fit` writes.

    python3 .ci/fit.py BINARIES [--sessions 200] [--from 0] [--to 200] [--seed 1]
    python3 .ci/fit.py --golden

The decoders are fitdecode, fitparse and garmin-fit-sdk; `.ci/long` puts them into a virtual
environment. Sessions of all plans, of each device, with and without faults, at 1 to 10 Hz, on both
schedules, and recordings with pauses are exported as FIT and as CSV. Each decoder has to read each
file without a warning, checksums included, and to find in each second what the CSV file has: the
last row of the second, equal within the resolution of FIT. Sessions, laps and events have to agree
with the records; a file of 1 Hz that is flown again has to give the same CSV file. `--golden` holds
the file of `Tests/Runner/ActivityFilesTests/Golden` against what is written there of it, which the tests
of the gate hold our own decoder to.
"""
import argparse
import datetime
import math
import pathlib
import tempfile
import warnings
import zoneinfo

import fitdecode
import fitparse
import garmin_fit_sdk

from exports import FAULTS, check, number, plan, recorded, rows_by_second, run, units

warnings.simplefilter("error")
UTC = datetime.timezone.utc
EPOCH = 631_065_600
TEXTS = ["phase", "call", "true_phase", "part", "faults"]
NUMBERS = {"driven_heart_rate": 2, "intensity": 3}


def seconds(time):
    """Seconds since 1970; decoders give times with and without a zone."""
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())


def plain(fields):
    """What is there of a message; an empty text is none, times are seconds since 1970."""
    found = {}
    for name, value in fields:
        if isinstance(value, datetime.datetime):
            value = seconds(value)
        if isinstance(value, float) and math.isnan(value) or value in (None, ""):
            continue
        found[str(name)] = value
    return found


def by_fitdecode(path):
    messages = []
    with fitdecode.FitReader(
            str(path), check_crc=fitdecode.CrcCheck.RAISE,
            error_handling=fitdecode.ErrorHandling.RAISE) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA:
                messages.append((frame.name, plain((f.name, f.value) for f in frame.fields)))
    return messages


def by_fitparse(path):
    reader = fitparse.FitFile(str(path), check_crc=True)
    return [(m.name, plain((f.name, f.value) for f in m.fields)) for m in reader.get_messages()]


def by_garmin(path):
    def decoder():
        return garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(str(path)))

    check(decoder().is_fit(), f"{path}: garmin-fit-sdk does not see a FIT file")
    # It reads the stream to its end.
    check(decoder().check_integrity(), f"{path}: garmin-fit-sdk says that it is damaged")
    messages, names = [], {}

    def take(number, message):
        kind = garmin_fit_sdk.Profile["messages"].get(number, {}).get("name", str(number))
        if kind == "field_description":
            names[message["field_definition_number"]] = message["field_name"]
            if isinstance(names[message["field_definition_number"]], list):
                names[message["field_definition_number"]] = message["field_name"][0]
        fields = [(k, v) for k, v in message.items() if k != "developer_fields"]
        told = [(names[k], v) for k, v in message.get("developer_fields", {}).items()]
        messages.append((kind, plain(fields + told)))

    _, errors = decoder().read(mesg_listener=take)
    check(errors == [], f"{path}: garmin-fit-sdk: {errors}")
    return messages


DECODERS = {"fitdecode": by_fitdecode, "fitparse": by_fitparse, "garmin-fit-sdk": by_garmin}


def of(messages, kind):
    return [fields for name, fields in messages if name == kind]


def compare(record, row, where):
    """A second of both: all that FIT has is finer than the last decimal of a row."""
    cadence = record.get("cadence")
    if cadence is not None:
        cadence = 2 * (cadence + record["fractional_cadence"])
    heart_rate = number(row["heart_rate_bpm"])
    pairs = [
        ("heart rate", units(record.get("heart_rate")), heart_rate),
        ("speed", units(record.get("enhanced_speed"), 3), number(row["speed_mps"], 3)),
        ("cadence", units(cadence, 1), number(row["cadence_spm"], 1)),
        ("step", units(record.get("step_length")), number(row["step_length_m"], 3)),
        ("contact", units(record.get("stance_time"), 1), number(row["ground_contact_ms"], 1)),
    ]
    contact, steps = row["ground_contact_ms"], row["cadence_spm"]
    share = float(contact) * float(steps) / 1200 if contact and steps else None
    found = record.get("stance_time_percent")
    check((found is None) == (share is None), f"{where}: share of stance {found}, not {share}")
    check(share is None or abs(found - share) < 0.00501, f"{where}: {found} % stance, not {share}")
    if row["true_phase"]:
        pairs += [(name, record.get(name, ""), row[name]) for name in TEXTS if name in row]
        for name, decimals in NUMBERS.items():
            column = "driven_heart_rate_bpm" if name == "driven_heart_rate" else name
            check(abs(record[name] - float(row[column])) < 0.51 * 10**-decimals,
                  f"{where}: {name} {record[name]}, not {row[column]}")
    for name, found, wanted in pairs:
        check(found == wanted, f"{where}: {name} {found}, not {wanted}")


def compare_whole(messages, rows, zone, where):
    """Session, laps, events and activity against the records and each other."""
    session, = of(messages, "session")
    activity, = of(messages, "activity")
    laps, records = of(messages, "lap"), of(messages, "record")
    start = session["start_time"]
    check([r["timestamp"] - start for r in records] == sorted(rows), f"{where}: other seconds")
    for name in ("total_elapsed_time", "total_timer_time", "total_distance"):
        total, parts = session.get(name), sum(lap.get(name, 0) for lap in laps)
        check(total is None or abs(total - parts) < 0.005, f"{where}: {name} {total}, not {parts}")
    distances = [r["distance"] for r in records if "distance" in r]
    check(distances == sorted(distances), f"{where}: distance shrinks")
    if distances:
        check(abs(distances[-1] - session["total_distance"]) < 0.005, f"{where}: total distance")
    timers = [e for e in of(messages, "event") if e["event"] == "timer"]
    kinds = [e["event_type"] for e in timers]
    check(kinds == ["start", "stop_all"] * (len(kinds) // 2), f"{where}: timer {kinds}")
    halted = sum(b["timestamp"] - a["timestamp"] for a, b in zip(timers[1::2], timers[2::2]))
    still = session["total_elapsed_time"] - session["total_timer_time"]
    check(abs(still - halted) <= len(timers), f"{where}: {still} s of pauses, events {halted}")
    check(session["num_laps"] == len(laps), f"{where}: {len(laps)} laps")
    check(session["sport"] == "running", f"{where}: {session['sport']}")
    times = [f["timestamp"] for _, f in messages if "timestamp" in f]
    check(times == sorted(times), f"{where}: times go back")
    local = activity["local_timestamp"]
    # One decoder leaves it as it stands in the file.
    ahead = (local if local > EPOCH * 2 else local + EPOCH) - activity["timestamp"]
    end = datetime.datetime.fromtimestamp(activity["timestamp"], zone)
    check(ahead == end.utcoffset().total_seconds(), f"{where}: local time is {ahead} s ahead")
    return session


def judge(folder, name, rate, zone):
    """The three decoders on one file."""
    rows = rows_by_second(folder / f"{name}.csv", rate)
    for decoder, read in DECODERS.items():
        where = f"{name} by {decoder}"
        messages = read(folder / f"{name}.fit")
        session = compare_whole(messages, rows, zone, where)
        for record in of(messages, "record"):
            second = record["timestamp"] - session["start_time"]
            compare(record, rows[second], f"{where}, second {second}")
    return len(rows)


def fly_again(program, folder, file):
    """The file as a recording gives the CSV file from which it came."""
    run(program, ["--replay", file.name, "--sessions", "0", "--out", "again"], folder)
    lines = (folder / f"{file.stem}.csv").read_text().splitlines()
    again = folder / "again" / "s0.0.csv"
    check([line.split(",")[:6] for line in lines]
          == [line.split(",") for line in again.read_text().splitlines()],
          f"{file}: another run when it is flown again")
    again.unlink()


def sessions(binaries, arguments):
    program = pathlib.Path(binaries).resolve() / "runway"
    total = 0
    chosen = list(plan(arguments.sessions, arguments.seed))[arguments.first:arguments.last]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "faults.txt").write_text(FAULTS)
        for index, flags, laps, rate, zone in chosen:
            if index % 9 == 8:
                rate, zone = 1, "UTC"
                flags = recorded(program, folder, index, arguments.seed + index)
            out = f"{index}"
            run(program, [*flags, "--truth", "--out", out], folder)
            run(program, [*flags, "--truth", "--format", "fit", "--laps", laps, "--out", out],
                folder)
            for file in sorted((folder / out).glob("*.fit")):
                total += judge(folder / out, file.stem, rate, zoneinfo.ZoneInfo(zone))
                if rate == 1:
                    fly_again(program, folder / out, file)
    print(f"fit: {len(chosen)} sessions, {total} seconds, three decoders, all equal")


# Fields of a record by their numbers, and what their values are multiplied by.
FIELDS = {3: ("heart_rate", 1), 73: ("enhanced_speed", 1000), 5: ("distance", 100),
          4: ("cadence", 1), 53: ("fractional_cadence", 128), 85: ("step_length", 10),
          41: ("stance_time", 10), 40: ("stance_time_percent", 100)}


def golden():
    """The golden file by each decoder against its text, a line for each message."""
    folder = pathlib.Path(__file__).resolve().parent.parent / "Tests/Runner/ActivityFilesTests/Golden"
    told = [line.split(": ", 1) for line in (folder / "activity.txt").read_text().splitlines()]
    numbers = {m["name"]: str(n) for n, m in garmin_fit_sdk.Profile["messages"].items()}
    for decoder, read in DECODERS.items():
        messages = read(folder / "activity.fit")
        check([numbers[kind] for kind, _ in messages] == [number for number, _ in told],
              f"{decoder} sees other messages")
        for (kind, found), (_, text) in zip(messages, told):
            if kind != "record":
                continue
            raw = {int(k): int(v) for k, v in (part.split("=") for part in text.split())}
            for number, (name, scale) in FIELDS.items():
                value = round(found[name] * scale) if name in found else None
                check(value == raw.get(number),
                      f"golden by {decoder}: {name} {value}, not {raw.get(number)}")
    print(f"fit: {len(told)} golden messages, three decoders, all equal")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binaries", nargs="?")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=None, dest="last")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--golden", action="store_true")
    arguments = parser.parse_args()
    if arguments.golden:
        golden()
    if arguments.binaries:
        sessions(arguments.binaries, arguments)


main()
