#!/usr/bin/env python3
"""Flies activities of other makers, and holds what comes out against readers of others.

    python3 .ci/foreign.py BINARIES [--jobs N] FOLDER…
    python3 .ci/foreign.py BINARIES --table README.md FOLDER [FOLDER…]

Needs fitdecode, garmin-fit-sdk and gpxpy, which `.ci/long` puts into a virtual environment. Every
FIT, TCX and GPX file in the folders, `.gz` too, is flown and exported as FIT by `runway export`.
Each leg that flies is held against the session (FIT), activity (TCX) or track (GPX) it comes from:

- timer and elapsed within 1 % or 2 s, distance within 1 % or 5 m, average heart rate within 2 bpm
  of what the session, or the laps, or gpxpy says; where these are silent, of what the records say;
- of FIT, the values of each second that flew. A second that is missing lies in a pause, steps back
  in time or has no value.

A leg that is off is excused if the file contradicts itself in that quantity, its records or its
laps by more than 1 % (2 bpm) from its own total, and we agree with one of these. A file may be
refused (66) only if it is no run, or damaged within, which its reader has to show. `--table` takes
a table of files and their right values, see `foreign_table.py`. At the end: what is off and why,
and a table by maker. Ends with 1 if a file took a wrong way, more than a tenth of those that fly is
excused, or none was found.
"""
import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import sys
import tempfile

import foreign_fly
import foreign_read
import foreign_table

# The share of a total by which it may be off, and what is never too much.
TOLERANCES = {"timer": (0.01, 2), "elapsed": (0.01, 2), "distance": (0.01, 5), "heart_rate": (0, 2)}
UNITS = {"timer": "s", "elapsed": "s", "distance": "m", "heart_rate": "bpm"}
JUDGED = {".fit": list(UNITS), ".tcx": list(UNITS), ".gpx": ["elapsed", "distance"]}
LIMITS = {"speed": 20, "cadence": 400, "step_length": 10_000, "stance_time": 5000}
RESOLUTIONS = {"heart_rate": 0.51, "speed": 0.00051, "cadence": 0.07, "step_length": 0.56,
               "stance_time": 0.11}
Verdict = collections.namedtuple("Verdict", "file maker way legs seconds wrong excused notes")


def pair(flown, file, ask):
    """Each leg that flies with its own of the file, and what is wrong with the choice."""
    must = [leg for leg in file.legs if leg.must_fly()]
    may = [leg for leg in file.legs if leg.may_fly()]
    for chosen in (must, may):
        if len(chosen) == len(flown):
            return list(zip(flown, chosen)), []
    pairs = []
    for ours, ordinal in itertools.zip_longest(flown, ask()):
        theirs = file.legs[ordinal] if ordinal is not None and ordinal < len(file.legs) else None
        if ours is not None and theirs is not None:
            pairs.append((ours, theirs))
    taken = [theirs for _, theirs in pairs]
    wrong = [f"leg {index + 1} does not fly" for index, leg in enumerate(file.legs)
             if leg.must_fly() and not any(leg is other for other in taken)]
    wrong += [f"{leg.sport} flies" for leg in taken if leg.foot is False]
    return pairs, wrong or [f"{len(flown)} legs fly of {len(must)}"]


def slack(name, value):
    share, least = TOLERANCES[name]
    return max(share * abs(value), least)


def agrees(name, mine, ends):
    return ends[0] - slack(name, ends[0]) <= mine <= ends[1] + slack(name, ends[1])


def excuse(name, mine, own, leg):
    """How the file contradicts itself in a quantity, if we agree with a witness of it."""
    witnesses = {"records": leg.by_records().get(name), "laps": leg.by_laps().get(name)}
    if mine is None and witnesses["records"] is None:
        return f"no record has any {name}"
    for witness, found in witnesses.items() if mine is not None else ():
        if found is None:
            continue
        share = slack("heart_rate", own) if name == "heart_rate" else 0.01 * own
        contradicts = not found[0] - share <= own <= found[1] + share or leg.is_upside_down()
        if contradicts and agrees(name, mine, found):
            return f"its {witness} say " + " to ".join(sorted({f"{value:.0f}" for value in found}))
    return None


def compare_totals(flown, leg, judged):
    """What is wrong with the totals of a leg, and what is excused."""
    wrong, excused = [], []
    for name, (low, high) in leg.wanted().items():
        mine = flown.own.get(name)
        if mine is None and high <= slack(name, high):
            continue
        if name not in judged or mine is not None and agrees(name, mine, (low, high)):
            continue
        shown = "missing" if mine is None else f"{mine:.1f}"
        text = f"{name} {shown}, not {high:.1f} {UNITS[name]}"
        reason = excuse(name, mine, high, leg) if leg.own.get(name) is not None else None
        if reason:
            excused.append(f"contradicts itself: {text}, but {reason}")
        else:
            says = {who: tuple(round(value) for value in found[name]) for who, found in
                    (("records", leg.by_records()), ("laps", leg.by_laps())) if name in found}
            wrong.append(f"{text} {says}")
    return wrong, excused


def offset(ours, theirs):
    """What our seconds have to be moved by: where the most values are equal."""
    first = min(ours)
    head = [(second - first, row) for second, row in sorted(ours.items())[:300]]

    def score(place):
        return sum(
            (place + second in theirs) + sum(
                name in row and row[name][-1] in theirs.get(place + second, {}).get(name, [])
                for name in ("heart_rate", "speed")) for second, row in head)
    return max(sorted(theirs)[:300], key=score) - first


def out_of_order(times):
    """Seconds of records that stand behind a later one, or before an earlier one."""
    before = list(itertools.accumulate(times, max))
    behind = list(itertools.accumulate(reversed(times), min))[::-1]
    return {time for time, most, least in zip(times, before, behind) if time < most or time > least}


def same(name, mine, all_theirs):
    is_told = any(value <= LIMITS.get(name, 250) for value in all_theirs)
    if not is_told and (mine is None or name == "speed"):
        return True  # Beyond its limit it is left out; speed may follow from distance.
    if mine is None:
        return all(value > LIMITS.get(name, 250) or value == 0 for value in all_theirs)
    return any(abs(mine - value) <= RESOLUTIONS[name] for value in all_theirs)


def compare_seconds(flown, leg):
    """What differs in the seconds of a leg."""
    if not flown.rows:
        return []
    moved = offset(flown.rows, leg.rows)
    ours = {second + moved: row for second, row in flown.rows.items()}
    edges = {leg.order[0], leg.order[-1]}
    astray = out_of_order(leg.order)
    missing = [second for second in sorted(set(leg.rows) - set(ours))
               if second not in edges | astray and leg.rows[second]
               and not leg.is_halted(second)]
    added = [second for second in sorted(set(ours) - set(leg.rows))
             if min(edges) <= second <= max(edges)]
    first = min(leg.rows)
    wrong = [f"{len(seconds)} seconds {what}, the first is {seconds[0] - first}"
             for seconds, what in ((missing, "are missing"), (added, "more fly")) if seconds]
    for second in sorted(set(ours) & set(leg.rows)):
        for name in RESOLUTIONS:
            mine, theirs = ours[second].get(name, [None])[-1], leg.rows[second].get(name, [])
            if not same(name, mine, theirs):
                wrong.append(f"second {second - first}: {name} is {mine}, not {theirs}")
    return wrong


def judge_legs(verdict, flown, file, ask):
    """The legs that fly, one by one; puts what is wrong and excused into the verdict."""
    pairs, wrong = pair(flown, file, ask)
    verdict.wrong.extend(wrong)
    seconds = 0
    for index, (ours, theirs) in enumerate(pairs):
        name = f"leg {index + 1}: " if len(pairs) > 1 else ""
        if file.is_damaged:
            verdict.notes.append("damaged within: what comes behind is not compared")
            continue
        wrong, excused = compare_totals(ours, theirs, JUDGED[foreign_read.form(verdict.file)])
        if foreign_read.form(verdict.file) == ".fit" and not theirs.jumps():
            differs = compare_seconds(ours, theirs)
            wrong += differs[:3] + ([f"and {len(differs) - 3} more"] if len(differs) > 3 else [])
            seconds += len(ours.rows)
        verdict.wrong.extend(name + text for text in wrong)
        verdict.excused.extend(name + text for text in excused)
    return verdict._replace(legs=len(flown), seconds=seconds)


def judge(binaries, path):
    """What became of a file, and what is wrong with it."""
    verdict = Verdict(path, "unknown", "fails", 0, 0, [], [], [])
    try:
        file = foreign_read.read(path)
        verdict = verdict._replace(maker=file.maker)
        if file.error:
            verdict.notes.append(f"its reader says {file.error}"[:200])
        with tempfile.TemporaryDirectory() as folder:
            files, said = foreign_fly.export(binaries, str(path), folder)
            if files is None:
                reasons, refusal = file.reasons(), " ".join(said)[:200]
                if reasons:
                    verdict.notes.append(f"{refusal} [{', '.join(reasons)}]")
                else:
                    verdict.wrong.append(f"refused without need: {refusal}")
                return verdict._replace(way="refused")
            verdict.notes.extend(said)
            flown = [leg for name in files for leg in foreign_read.read(name).legs]
            verdict = verdict._replace(way="flies")
            return judge_legs(
                verdict, flown, file, lambda: foreign_fly.ordinals(binaries, str(path), folder))
    except Exception as error:  # Of any kind: the run goes on with the next file.
        verdict.wrong.append(f"{type(error).__name__}: {error}"[:300])
        return verdict


def tell(verdict):
    marks = " WRONG" if verdict.wrong else " excused" if verdict.excused else ""
    print(f"{verdict.file.parent.name}/{verdict.file.name}  {verdict.maker}  {verdict.way}"
          f"  {verdict.legs} legs  {verdict.seconds} s{marks}")
    for mark, texts in (("WRONG", verdict.wrong), ("excused", verdict.excused),
                        ("note", verdict.notes[:4])):
        for text in texts:
            print(f"    {mark}: {text}", flush=True)


def summarize(verdicts):
    """The table by maker and what is off; whether all is well."""
    table = collections.defaultdict(collections.Counter)
    for v in verdicts:
        kinds = [v.way, "wrong" if v.wrong else "excused" if v.excused else "right"]
        for maker in (v.maker, "all"):
            table[maker].update(kinds)
            table[maker].update(legs=v.legs, seconds=v.seconds)
    off = [v for v in verdicts if v.wrong or v.excused]
    print(f"\n{len(off)} files are off:")
    for v in off:
        print(f"  {v.file.parent.name}/{v.file.name}: {'; '.join([*v.wrong, *v.excused])}")
    columns = ["flies", "refused", "fails", "legs", "right", "excused", "wrong", "seconds"]
    print(f"\n{'maker':<24}" + "".join(f"{column:>9}" for column in columns))
    for maker in [*sorted(set(table) - {"all"}), "all"]:
        print(f"{maker:<24}" + "".join(f"{table[maker][column]:>9}" for column in columns))
    whole = table["all"]
    return whole["wrong"] == 0 and 10 * whole["excused"] <= whole["flies"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    well, folders = True, arguments.folders
    if arguments.table:
        well = foreign_table.check(arguments.binaries, arguments.table, folders.pop(0))
    files = sorted(file for folder in folders for file in folder.rglob("*")
                   if file.is_file() and foreign_read.form(file))
    verdicts = []
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for verdict in pool.map(judge, itertools.repeat(arguments.binaries), files):
            tell(verdict)
            verdicts.append(verdict)
    if folders:
        well = summarize(verdicts) and bool(files) and well
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
