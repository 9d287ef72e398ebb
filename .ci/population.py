#!/usr/bin/env python3
"""Draws the population page: quantiles of real and simulated runs, side by side, as one SVG.

    runway export --format csv --seed 1 --sessions 60 --out runs
    .ci/population.py --real RECORDINGS --sim runs --svg population.svg [--table]

Both folders hold CSV files with the columns that `runway export` writes, a row a second. A real
file is named <runner>_<number>.csv; every runner weighs the same, and every simulated session.
Each feature has a row: thin bars reach from the 5th to the 95th percentile, thick ones from the
25th to the 75th, a tick marks the median; grey above is real, red below is simulated. A row whose
simulated median lies outside the real quartiles has a red name. `--table` prints the quartiles in
Markdown. Nothing but the standard library is needed.
"""
import argparse
import csv
import math
import os
import statistics

COLUMNS = ["heart_rate_bpm", "speed_mps", "cadence_spm", "step_length_m", "ground_contact_ms"]
HEART, SPEED, CADENCE, STEP, CONTACT = range(5)
GRID = [1.0, 0.01, 2.0, 0.01, 1.0]  # the coarsest rounding of any watch, for both sides
WINDOW = 300

# name, unit, decimals; windows of five minutes first, then whole sessions
FEATURES = [
    ("heart rate", "bpm", 0), ("its changes in 5 s", "bpm", 2), ("its steepest 10 s", "bpm/s", 2),
    ("its correlation with speed", "", 2), ("speed", "m/s", 2), ("its variation", "%", 1),
    ("its changes in 10 s", "%", 1), ("cadence", "steps/min", 0),
    ("its changes in 10 s ", "steps/min", 2), ("its correlation at 15 s", "", 2),
    ("its rest beside speed", "steps/min", 2), ("its correlation with speed ", "", 2),
    ("step", "m", 2), ("its variation ", "%", 1), ("contact", "ms", 0),
    ("its rest beside speed ", "ms", 1), ("correlation of the rest at 5 s", "", 2),
    ("its correlation with cadence", "", 2), ("stops", "per hour", 1), ("share of running", "%", 1),
    ("dips of speed above 8 %", "per hour", 1), ("dips of speed above 15 %", "per hour", 1),
    ("dips of cadence above 6", "per hour", 1), ("5 s changes of speed above 4 deviations", "%", 1),
    ("heart rate at the start", "bpm", 0), ("its rise in six minutes", "bpm", 0),
    ("its steepest 5 s in the start", "bpm", 1), ("cadence after 5 to 10 s, against later", "steps/min", 1),
]


def load(path):
    """Five lists with a value a second, None where nothing is known."""
    rows = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            rows[round(float(row["t_s"]))] = [
                round(float(row[c]) / g) * g if row.get(c) not in ("", None) else None
                for c, g in zip(COLUMNS, GRID)]
    first = min(rows)
    return [[rows.get(t, [None] * 5)[k] for t in range(first, max(rows) + 1)] for k in range(5)]


def known(values):
    return [v for v in values if v is not None]


def deviation(values):
    values = known(values)
    return statistics.pstdev(values) if len(values) > 10 else None


def smooth(values):
    """Centred means of five seconds."""
    out = []
    for i in range(len(values)):
        part = known(values[max(0, i - 2):i + 3])
        out.append(sum(part) / len(part) if len(part) >= 3 else None)
    return out


def pairs(left, right):
    return [(a, b) for a, b in zip(left, right) if a is not None and b is not None]


def line(x, y, ridge=0.0):
    """Slope of y over x, correlation, and what the line leaves of y."""
    both = pairs(x, y)
    if len(both) < 60:
        return None, None, [None] * len(y)
    mx, my = (sum(v[i] for v in both) / len(both) for i in (0, 1))
    sxx = sum((a - mx) ** 2 for a, _ in both) / len(both)
    syy = sum((b - my) ** 2 for _, b in both) / len(both)
    sxy = sum((a - mx) * (b - my) for a, b in both) / len(both)
    slope = sxy / (sxx + ridge + 1e-12)
    rest = [b - my - slope * (a - mx) if a is not None and b is not None else None
            for a, b in zip(x, y)]
    return slope, sxy / math.sqrt(sxx * syy + 1e-12), rest


def change(values, lag):
    return [b - a for a, b in pairs(values, values[lag:])]


def autocorrelation(values, lag):
    rest = line([float(i) for i in range(len(values))], values)[2]
    return line(rest[:-lag], rest[lag:])[1]


def window(session, smoothed, running, begin):
    """Features of five minutes."""
    part = [[v if r else None for v, r in zip(c[begin:begin + WINDOW], running[begin:])]
            for c in smoothed]
    heart = session[HEART][begin:begin + WINDOW]
    _, speed, cadence, step, contact = part
    mean = [sum(known(c)) / len(known(c)) if len(known(c)) > 0.8 * WINDOW else None for c in part]
    f = dict.fromkeys(range(18))
    if len(known(heart)) > 0.9 * WINDOW:
        f[0] = sum(known(heart)) / len(known(heart))
        f[1] = deviation(change(heart, 5))
        f[2] = max(abs(v) for v in change(heart, 10)) / 10
        f[3] = line(speed, part[HEART])[1]
    if mean[SPEED]:
        f[4] = mean[SPEED]
        f[5] = 100 * deviation(speed) / mean[SPEED]
        f[6] = 100 * deviation(change(speed, 10)) / mean[SPEED]
    if mean[CADENCE]:
        f[7], f[8] = mean[CADENCE], deviation(change(cadence, 10))
        f[9] = autocorrelation(cadence, 15)
        _, f[11], rest = line(speed, cadence, 0.05 ** 2)
        f[10] = deviation(rest)
    if mean[STEP]:
        f[12], f[13] = mean[STEP], 100 * deviation(step) / mean[STEP]
    if mean[CONTACT]:
        rest = line(speed, contact, 0.05 ** 2)[2]
        f[14], f[15], f[16] = mean[CONTACT], deviation(rest), autocorrelation(rest, 5)
        f[17] = line(cadence, contact)[1]
    return f


def dips(values, depth, relative):
    """Times an hour that 5 s means fall `depth` below the median of the minute around them."""
    means = [sum(p) / 5 if None not in p else None
             for p in (values[i:i + 5] for i in range(0, len(values) - 4, 5))]
    count, seen, inside = 0, 0, False
    for i, value in enumerate(means):
        around = known(means[max(0, i - 6):i + 7])
        if value is None or len(around) < 9:
            inside = False
            continue
        seen += 1
        base = statistics.median(around)
        low = value < base * (1 - depth) if relative else value < base - depth
        count += low and not inside
        inside = low
    return count * 720 / seen if seen > 100 else None


def whole(session, running):
    """Features of a session."""
    f = dict.fromkeys(range(18, 28))
    length = len(running)
    stopped = [v is None or v < 0.8 for v in session[SPEED]] + [False]
    lengths, now = [], 0
    for is_stopped in stopped:
        if not is_stopped and now:
            lengths.append(now)
        now = now + 1 if is_stopped else 0
    f[18] = sum(n >= 5 for n in lengths) * 3600 / length
    f[19] = 100 * sum(running) / length
    speed, cadence = ([v if r else None for v, r in zip(session[k], running)]
                      for k in (SPEED, CADENCE))
    f[20], f[21] = dips(speed, 0.08, True), dips(speed, 0.15, True)
    f[22] = dips(cadence, 6, False)
    means = [sum(p) / 5 for p in (speed[i:i + 5] for i in range(300, length - 4, 5))
             if None not in p]
    steps = [b - a for a, b in zip(means, means[1:])]
    if len(steps) > 50:
        middle = statistics.median(steps)
        robust = 1.4826 * statistics.median(abs(v - middle) for v in steps) + 1e-3
        f[23] = 100 * sum(abs(v) > 4 * robust for v in steps) / len(steps)
    heart = session[HEART]
    first, later = known(heart[:10]), known(heart[300:420])
    if first and later:
        f[24] = statistics.median(first)
        f[25] = statistics.median(later) - f[24]
        early = [sum(known(p)) / len(known(p)) for p in
                 (heart[i:i + 5] for i in range(0, 180, 5)) if known(p)]
        f[26] = max(b - a for a, b in zip(early, early[1:])) if len(early) > 30 else None
    usual = known(cadence[300:])
    begun = known(session[CADENCE][5:10])
    if usual and begun:
        f[27] = sum(begun) / len(begun) - statistics.median(usual)
    return f


def measure(folder, is_real):
    """{feature: [(value, group)]} of all files of a folder."""
    found = {i: [] for i in range(len(FEATURES))}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".csv"):
            continue
        session = load(os.path.join(folder, name))
        group = name[:-4].rsplit("_", 1)[0] if is_real else name
        running = [s is not None and s > 1.5 and (c is None or c >= 120)
                   for s, c in zip(session[SPEED], session[CADENCE])]
        smoothed = [smooth(c) for c in session]
        rows = [whole(session, running)]
        for begin in range(0, len(running) - WINDOW + 1, WINDOW):
            if sum(running[begin:begin + WINDOW]) >= 0.85 * WINDOW:
                rows.append(window(session, smoothed, running, begin))
        for row in rows:
            for i, value in row.items():
                if value is not None:
                    found[i].append((value, group))
    return found


def quantiles(values):
    """5, 25, 50, 75 and 95 %, every group with the same weight."""
    if len(values) < 8:
        return None
    count = {}
    for _, group in values:
        count[group] = count.get(group, 0) + 1
    out, total, sums = [], float(len(count)), []
    below = 0.0
    for value, group in sorted(values):
        weight = 1 / count[group]
        sums.append((below + weight / 2, value))
        below += weight
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        wanted = share * total
        left = max((s for s in sums if s[0] <= wanted), default=sums[0])
        right = min((s for s in sums if s[0] >= wanted), default=sums[-1])
        reach = right[0] - left[0]
        out.append(left[1] + (right[1] - left[1]) * ((wanted - left[0]) / reach if reach else 0))
    return out


def bars(q, scale, y, colour):
    x = [scale(v) for v in q]
    return (f'<path d="M{x[0]:.1f} {y}H{x[4]:.1f}" stroke="{colour}" stroke-width="1.5"/>'
            f'<path d="M{x[1]:.1f} {y}H{x[3]:.1f}" stroke="{colour}" stroke-width="6"/>'
            f'<path d="M{x[2]:.1f} {y - 6}V{y + 6}" stroke="#000" stroke-width="2"/>')


def draw(real, sim):
    """The page; real and simulated quantiles of each feature share one scale."""
    height, rows = 34, []
    for i, (name, unit, decimals) in enumerate(FEATURES):
        if real[i] is None or sim[i] is None:
            continue
        low, high = min(real[i][0], sim[i][0]), max(real[i][4], sim[i][4])
        scale = lambda v: 330 + 400 * (v - low) / ((high - low) or 1)
        y = 50 + height * len(rows)
        inside = real[i][1] <= sim[i][2] <= real[i][3]
        label = f"{name.strip()}{', ' + unit if unit else ''}"
        rows.append(
            f'<text x="320" y="{y + 10}" text-anchor="end" fill="{"#000" if inside else "#c00"}">'
            f'{label}</text>' + bars(real[i], scale, y, "#888") + bars(sim[i], scale, y + 13, "#c33")
            + f'<text x="742" y="{y + 4}" fill="#666">{real[i][2]:.{decimals}f}</text>'
            f'<text x="742" y="{y + 17}" fill="#c33">{sim[i][2]:.{decimals}f}</text>')
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="800" '
            f'height="{60 + height * len(rows)}" font-family="sans-serif" font-size="12">'
            '<rect width="100%" height="100%" fill="#fff"/>'
            '<text x="330" y="24">grey: recorded, red: simulated; 5, 25, 50, 75, 95 %</text>'
            + "".join(rows) + "</svg>\n")


def table(real, sim):
    print("| feature | recorded 25, 50, 75 % | simulated |\n| --- | --- | --- |")
    for i, (name, unit, decimals) in enumerate(FEATURES):
        if real[i] and sim[i]:
            cells = (" ".join(f"{v:.{decimals}f}" for v in q[1:4]) for q in (real[i], sim[i]))
            print(f"| {name.strip()}{', ' + unit if unit else ''} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--real", required=True, help="folder of recordings")
    parser.add_argument("--sim", required=True, help="folder of simulated sessions")
    parser.add_argument("--svg", help="file for the page")
    parser.add_argument("--table", action="store_true", help="print the quartiles")
    options = parser.parse_args()
    real, sim = (
        {i: quantiles(v) for i, v in measure(folder, is_real).items()}
        for folder, is_real in ((options.real, True), (options.sim, False)))
    if options.svg:
        with open(options.svg, "w") as file:
            file.write(draw(real, sim))
    if options.table:
        table(real, sim)


if __name__ == "__main__":
    main()
