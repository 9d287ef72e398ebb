"""What the checks of exported files share: how sessions are flown, and their rows by seconds."""
import csv
import subprocess
import sys

TICKS = 50
FAULTS = "strap dropout 40 s at 6:00\npod dropout 30 s at 8:00\ngps lost 45 s at 10:00\n"


def check(holds, what):
    if not holds:
        sys.exit(f"exports: {what}")


def ticks(text):
    return round(float(text) * TICKS)


def rows_by_second(path, rate):
    """The last row of each second since the run began, a period before the first row."""
    rows = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            rows[-(-(ticks(row["t_s"]) + TICKS // rate) // TICKS)] = row
    return rows


def number(text, decimals=0):
    return None if text == "" else round(float(text) * 10**decimals)


def units(value, decimals=0):
    return None if value is None else round(value * 10**decimals)


def plan(count, seed):
    """How sessions are flown: flags, laps, rate and zone of each."""
    devices = ["mixed", "strap", "optical", "perfect"]
    for index in range(count):
        rate = [1, 1, 2, 5, 10][index % 5]
        flags = ["--seed", str(seed + index // 8), "--session", f"s{index % 7}", "--sessions", "7",
                 "--rate", str(rate), "--device", devices[index % 4]]
        if index % 6 == 1:
            flags += ["--faults", "faults.txt"]
        zone = {3: "Europe/Berlin", 7: "America/New_York"}.get(index % 10, "UTC")
        if zone != "UTC":
            flags += ["--time-zone", zone]
        if index % 10 == 7:
            flags += ["--schedule", "days"]
        laps = ["kilometre", "phase"][index % 2]
        yield index, flags, laps, rate, zone


def run(program, flags, folder):
    subprocess.run([program, "export", *flags], cwd=folder, check=True, stderr=subprocess.DEVNULL)


def recorded(program, folder, index, seed):
    """A session with a pause and silent rows, as a recording."""
    run(program, ["--seed", str(seed), "--session", "s1", "--sessions", "2", "--out", "."], folder)
    lines = (folder / "s1.0.csv").read_text().splitlines()
    kept = [line for i, line in enumerate(lines) if i == 0 or not 300 < i % 1000 < 340 + index]
    (folder / "course.csv").write_text("\n".join(kept) + "\n")
    (folder / "s1.0.csv").unlink()
    return ["--replay", "course.csv", "--sessions", "0"]
