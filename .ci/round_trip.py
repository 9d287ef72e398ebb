#!/usr/bin/env python3
"""Flies exported FIT files again, and holds their statistics against those of the sessions.

    python3 .ci/round_trip.py BINARIES [--sessions 40] [--seed 1]

Sessions of all plans, of each device, with and without faults, at 1 Hz, are exported as FIT. Each
file is flown by `--replay`, and its `stat` lines, 30 s wide, each second, with every statistic, are
compared with the lines that the session itself has for the same seconds. FIT has every decimal of
heart rate, speed, cadence, stride and contact: these have to be equal, text by text. Distance and
steps of a recording are derived from its speed and cadence, which a watch smooths and its distance
does not: what they differ by is told. Where the device is perfect it has to be no more than
rounding. Energy has to be missing. Ends with 1 at the first line that differs.
"""
import argparse
import json
import pathlib
import tempfile

from exports import FAULTS, check, plan, run

EQUAL = ["heart_rate_bpm", "speed_mps", "cadence_spm", "stride_m", "contact_ms"]
# The most by which a window's sum may differ with a perfect device.
DERIVED = {"distance_m": 0.05, "steps": 1}
WINDOW = 30
KEPT = ["stat", "--metrics", ",".join([*EQUAL, *DERIVED, "energy_kcal"]), "--window", f"{WINDOW}s",
        "--stats", "average,min,max,sd,latest,sum,count,coverage", "--format", "ndjson"]


def stat_lines(program, folder, flags):
    """The numbered statistics of one session, as text by metric."""
    run(program, [*flags, "--kinds", *KEPT, "--out", "lines"], folder)
    [path] = (folder / "lines").iterdir()
    lines = [json.loads(line, parse_float=str, parse_int=str) for line in path.open()]
    path.unlink()
    return [line for line in lines if line["type"] == "stat"]


def newest(line):
    return [line.get(name, {}).get("latest") for name in EQUAL]


def offset(source, replay, where):
    """How many seconds of the session lie before the run; the run's values tell."""
    length = len(replay)
    wanted = [newest(line) for line in replay]
    values = [newest(line) for line in source]
    found = [start for start in range(len(values) - length + 1)
             if all(a == b for a, b in zip(values[start + WINDOW:], wanted[WINDOW:]))]
    check(len(found) == 1, f"{where}: the run lies at {len(found)} places of its session")
    return found[0]


def is_whole(line):
    """Whether nothing was silent: the first distance after a silence has all of the silence."""
    return all(line[name]["count"] == str(WINDOW) for name in ["speed_mps", "cadence_spm"])


def compare(source, replay, where):
    """Lines whose window lies within the run; returns their number, and what derived sums miss."""
    start = offset(source, replay, where)
    misses = dict.fromkeys(DERIVED, 0.0)
    for index in range(WINDOW, len(replay)):
        ours, theirs = source[start + index], replay[index]
        check("energy_kcal" not in theirs or "sum" not in theirs["energy_kcal"],
              f"{where}, line {index}: a recording has energy")
        for name in EQUAL:
            check(ours.get(name) == theirs.get(name),
                  f"{where}, line {index}: {name} {theirs.get(name)}, not {ours.get(name)}")
        if not all(is_whole(replay[i]) and is_whole(source[start + i]) for i in (index - 1, index)):
            continue
        for name in DERIVED:
            sums = [line.get(name, {}).get("sum") for line in (ours, theirs)]
            if None not in sums:
                misses[name] = max(misses[name], abs(float(sums[0]) - float(sums[1])))
    return len(replay) - WINDOW, misses


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = arguments.binaries.resolve() / "runway"
    lines, worst = 0, {device: dict.fromkeys(DERIVED, 0.0) for device in ["perfect", "other"]}
    chosen = [row for row in plan(3 * arguments.sessions, arguments.seed) if row[3] == 1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "faults.txt").write_text(FAULTS)
        for index, flags, laps, _, _ in chosen[:arguments.sessions]:
            run(program, [*flags, "--format", "fit", "--out", "."], folder)
            [file] = folder.glob("*.fit")
            source = stat_lines(program, folder, flags)
            replay = stat_lines(program, folder, ["--replay", file.name, "--sessions", "0"])
            file.unlink()
            count, misses = compare(source, replay, f"session {index}")
            lines += count
            misses_of_device = worst["perfect" if "perfect" in flags else "other"]
            for name, miss in misses.items():
                misses_of_device[name] = max(misses_of_device[name], miss)
    for name, most in DERIVED.items():
        miss = worst["perfect"][name]
        check(miss <= most, f"{name} of a perfect device is {miss} off in {WINDOW} s")
    print(f"round trip: {lines} lines of {arguments.sessions} sessions, {', '.join(EQUAL)} equal")
    for device, misses in worst.items():
        print(f"  sums of {WINDOW} s, {device} devices: at most "
              + ", ".join(f"{round(miss, 2)} off in {name}" for name, miss in misses.items()))


if __name__ == "__main__":
    main()
