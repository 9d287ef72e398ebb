#!/usr/bin/env python3
"""Flies FIT files of other makers, and holds each second of them against another decoder.

    python3 .ci/foreign_fit.py BINARIES FOLDER [FOLDER…]

Needs fitdecode, which `.ci/long` puts into a virtual environment. Every `*.fit` file in the folders
is exported as CSV by `runway export --replay`. Either its activities fly, and every second has what
fitdecode reads in it: time, heart rate, speed, cadence, step length, ground contact, within the
resolution of CSV. Or the file is refused, and fitdecode shows why by itself: another sport, another
kind of file, no records, damage, records out of order, values beyond the limits. A table at the end
says how many files of which maker took which way. Ends with 1 if one file took a wrong one, or none
was found.
"""
import collections
import csv
import datetime
import io
import pathlib
import subprocess
import sys
import tempfile

import fitdecode

ON_FOOT = {0, 1, 11, 17}
TREADMILL = (4, 1)
ACTIVITY = 4
LIMITS = {"speed_mps": 20, "cadence_spm": 400, "step_length_m": 10, "ground_contact_ms": 5000}
RESOLUTIONS = {
    "heart_rate_bpm": 0.51, "speed_mps": 0.00051, "cadence_spm": 0.0501, "step_length_m": 0.000501,
    "ground_contact_ms": 0.0501}


class Run:
    """One activity as fitdecode reads it: rows by the second, and what speaks against it."""

    def __init__(self):
        self.rows = {}
        self.kind = None
        self.sports = []
        self.maker = "unknown"
        self.order = []
        self.raw_maximum = collections.Counter()

    def take(self, frame):
        values = {f.def_num: f for f in frame.fields if f.field_def is not None}
        named = {f.name: f.value for f in frame.fields}

        def raw(number):
            return values[number].raw_value if number in values else None
        if frame.global_mesg_num == 0:
            self.kind = raw(0)
            self.maker = named.get("manufacturer", "unknown")
        elif frame.global_mesg_num == 12:
            self.sports.append((raw(0), raw(1)))
        elif frame.global_mesg_num == 18:
            self.sports.append((raw(5), raw(6)))
        elif frame.global_mesg_num == 20:
            self.take_record(named)

    def take_record(self, named):
        time = named.get("timestamp")
        # Devices that do not know the date count seconds from when they were switched on.
        if isinstance(time, datetime.datetime):
            time = round(time.timestamp())
        if not isinstance(time, int):
            return
        second = time
        self.order.append(second)
        row = self.rows.setdefault(second, {})
        cadence = named.get("cadence")
        if cadence is not None:
            cadence = 2 * (cadence + (named.get("fractional_cadence") or 0))
        speed = named.get("enhanced_speed")
        measured = {
            "heart_rate_bpm": named.get("heart_rate") or None,
            "speed_mps": named.get("speed") if speed is None else speed,
            "cadence_spm": cadence,
            "step_length_m": (named.get("step_length") or 0) / 1000 or None,
            "ground_contact_ms": named.get("stance_time") or None,
        }
        for name, value in measured.items():
            if isinstance(value, tuple):
                value = value[0]
            if isinstance(value, (int, float)):
                row[name] = value
                self.raw_maximum[name] = max(self.raw_maximum[name], value)

    def refusals(self):
        """The reasons that the activity gives to refuse it, as words of our errors."""
        found = []
        strange = [sport for sport in self.sports
                   if sport[0] not in ON_FOOT | {None} and sport != TREADMILL]
        if self.kind not in (None, ACTIVITY):
            found.append("no activity")
        if strange:
            found.append("not on foot")
        if not self.rows:
            found.append("no record")
        if self.order != sorted(self.order):
            found.append("earlier")
        if self.order and self.order[-1] - self.order[0] > 7 * 86_400:
            found.append("seven days")
        if any(self.raw_maximum[name] > limit for name, limit in LIMITS.items()):
            found.append("is beyond")
        return found


def decode(path):
    """The activities of a file, and the error of the decoder, if it meets one."""
    runs = []
    try:
        with fitdecode.FitReader(
                str(path), check_crc=fitdecode.CrcCheck.RAISE,
                error_handling=fitdecode.ErrorHandling.RAISE) as reader:
            for frame in reader:
                if frame.frame_type == fitdecode.FIT_FRAME_HEADER:
                    runs.append(Run())
                elif frame.frame_type == fitdecode.FIT_FRAME_DATA:
                    runs[-1].take(frame)
    except Exception as error:  # Of any kind: decoders fail in many ways.
        return runs, f"{type(error).__name__}: {error}"
    return runs, None


def export(binaries, path, folder):
    """The rows of each activity that flies, or the reason why none does."""
    done = subprocess.run(
        [f"{binaries}/runway", "export", "--replay", str(path), "--sessions", "0", "--format",
         "csv", "--out", folder], capture_output=True, text=True, timeout=120)
    if done.returncode == 66:
        return None, done.stderr.strip()
    if done.returncode:
        sys.exit(f"{path.name}: exit code {done.returncode}: {done.stderr}")
    files = sorted(
        pathlib.Path(folder).glob("s*.csv"), key=lambda file: int(file.stem[1:].split(".")[0]))
    return [list(csv.DictReader(io.StringIO(file.read_text()))) for file in files], None


def compare(rows, run):
    """What differs between a flown activity and fitdecode's; empty if nothing does."""
    first = min(run.rows)
    theirs = {second - first: values for second, values in run.rows.items()}
    ours = {int(row["t_s"]): row for row in rows}
    if set(ours) != set(theirs):
        return [f"seconds differ: {sorted(set(ours) ^ set(theirs))[:5]}"]
    wrong = []
    for second, row in ours.items():
        for name, resolution in RESOLUTIONS.items():
            mine = float(row[name]) if row[name] else None
            other = theirs[second].get(name)
            if (mine is None) != (other is None) or mine is not None and abs(
                    mine - other) > resolution:
                wrong.append(f"second {second}: {name} is {mine}, fitdecode has {other}")
    return wrong


def judge(binaries, path):
    """The maker, what became of the file, how many seconds were compared, and what is wrong."""
    runs, error = decode(path)
    maker = str(runs[0].maker) if runs else "unknown"
    with tempfile.TemporaryDirectory() as folder:
        flown, refusal = export(binaries, path, folder)
    activities = [run for run in runs if run.kind in (None, ACTIVITY) and run.rows]
    if refusal is not None:
        reasons = [reason for run in runs for reason in run.refusals()]
        ok = error is not None or any(reason in refusal for reason in reasons)
        why = refusal.split(": ", 2)[-1]
        return maker, "refused", 0, [] if ok else [f"refused without need: {why}"], why
    if error is not None:
        return maker, "flies", 0, [f"flies, but fitdecode says {error}"], ""
    if len(flown) != len(activities):
        return maker, "flies", 0, [f"{len(flown)} activities of {len(activities)}"], ""
    wrong = [text for rows, run in zip(flown, activities) for text in compare(rows, run)]
    return maker, "flies", sum(map(len, flown)), wrong, ""


def main():
    binaries, folders = sys.argv[1], sys.argv[2:]
    files = sorted(file for folder in folders for file in pathlib.Path(folder).rglob("*")
                   if file.suffix.lower() == ".fit")
    table = collections.defaultdict(collections.Counter)
    failed = 0
    for file in files:
        maker, way, seconds, wrong, why = judge(binaries, file)
        table[maker][way] += 1
        table[maker]["seconds"] += seconds
        print(f"{file.name}  {maker}  {way}  {seconds} s  {why}"[:160])
        for text in wrong[:3]:
            print(f"    WRONG: {text}")
        failed += bool(wrong)
    print(f"\n{'maker':<24}{'flies':>7}{'refused':>9}{'seconds':>9}")
    for maker, counts in sorted(table.items()):
        print(f"{maker:<24}{counts['flies']:>7}{counts['refused']:>9}{counts['seconds']:>9}")
    print(f"{len(files)} files of {len(table)} makers, {failed} wrong")
    sys.exit(1 if failed or not files else 0)


if __name__ == "__main__":
    main()
