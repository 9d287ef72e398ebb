"""Holds small files against a table of their right values, for `foreign.py --table`.

The table is one of Markdown: in the first column the names of files, with commas between and `.fit`
left out or not, in the last what is right: timer, elapsed and distance (`600, 720, 1800`), `the
same` as the row before, or how many whole records there are and the least timer (`600 whole
records; timer 600 at least`). Where it speaks of a warning, or of something left out, one has to be
said. Each file is flown and exported, and both fitdecode and garmin-fit-sdk have to find these
values in what comes out, within 1 s and 3 m. Files of the folder that the table does not name count
as a mistake.
"""
import re
import tempfile

import garmin_fit_sdk

import foreign_fly
import foreign_read

TOLERANCES = {"timer": 1, "elapsed": 1, "distance": 3}


def rows(text):
    """By the name of a file what is right, as the table has it."""
    found, before = {}, ""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) < 3 or set(cells[0]) <= set("-: "):
            continue
        right = cells[-1].replace("the same", before)
        if not re.search(r"\d", right):
            continue  # The heading.
        before = right
        for name in re.split(r",\s*", cells[0]):
            found[name if "." in name else f"{name}.fit"] = right
    return found


def by_fitdecode(path):
    leg = foreign_read.read(path).legs[0]
    return {**leg.own, "records": len(leg.rows)}


def by_garmin(path):
    decoder = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(str(path)))
    messages, errors = decoder.read()
    if errors:
        raise ValueError(f"garmin-fit-sdk: {errors}")
    session = messages["session_mesgs"][0]
    return {"timer": session["total_timer_time"], "elapsed": session["total_elapsed_time"],
            "distance": session.get("total_distance"), "records": len(messages["record_mesgs"])}


def differences(found, right):
    """What of the values is not as the table has it."""
    three = re.search(r"(\d+), (\d+), (\d+)", right)
    if three:
        wanted = dict(zip(TOLERANCES, map(int, three.groups())))
        return [f"{name} {found[name]}, not {value}" for name, value in wanted.items()
                if found[name] is None or abs(found[name] - value) > TOLERANCES[name]]
    records, timer = (re.search(pattern, right) for pattern in (
        r"(\d+) whole records", r"timer (\d+) at least"))
    wrong = []
    if records and found["records"] < int(records[1]):
        wrong.append(f"{found['records']} records, not {records[1]}")
    if timer and found["timer"] < int(timer[1]) - TOLERANCES["timer"]:
        wrong.append(f"timer {found['timer']}, not {timer[1]} at least")
    return wrong if records or timer else [f"the table is not understood: {right}"]


def judge(binaries, path, right):
    """What is wrong with a file of the table."""
    with tempfile.TemporaryDirectory() as folder:
        files, said = foreign_fly.export(binaries, str(path), folder)
        if files is None or len(files) != 1:
            return [f"{len(files or [])} legs: {' '.join(said)}"]
        wrong = [f"{text} by {name}" for name, read in (
            ("fitdecode", by_fitdecode), ("garmin-fit-sdk", by_garmin))
            for text in differences(read(files[0]), right)]
    if re.search("warning|left out", right) and not said:
        wrong.append("no warning")
    return wrong


def check(binaries, table, folder):
    """Whether every row of the table is right."""
    right = rows(table.read_text())
    names = {file.name for file in folder.iterdir() if foreign_read.form(file)}
    failed = 0
    for name in [*right, *sorted(names - set(right))]:
        try:
            wrong = (["the table does not name it"] if name not in right else
                     judge(binaries, folder / name, right[name]))
        except Exception as error:  # Of any kind: the run goes on with the next row.
            wrong = [f"{type(error).__name__}: {error}"]
        failed += bool(wrong)
        print(f"{name:<34}{right.get(name, '')}  {'WRONG: ' + '; '.join(wrong) if wrong else 'ok'}")
    print(f"{len(right)} rows by two decoders, {failed} wrong\n")
    return failed == 0 and bool(right)
