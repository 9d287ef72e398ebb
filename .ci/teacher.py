#!/usr/bin/env python3
"""Asks whether simulated runs teach what real ones do: heart rate from motion.

    runway export --format csv --seed 1 --sessions 60 --out one
    runway export --format csv --seed 2 --sessions 60 --out other
    .ci/teacher.py --real RECORDINGS --sim one --sim other

A ridge regression learns heart rate (in relation to the run's median) from speed and cadence, averaged over 10 to 300
seconds, and from the time since the start. Each runner's error by what was learnt on simulated runs is divided by that
by what was learnt on all other runners; then each simulated athlete's by what was learnt on runners is divided by that
by what was learnt on the other folder. 1 means that both teach the same. Nothing but the standard library is needed.
"""
import argparse
import math
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import population  # noqa: E402

AVERAGES = [10, 30, 90, 300]
EVERY, SKIP, RIDGE = 5, 60, 1.0


def rows(path):
    """Pairs (features, target) of a run, one every five seconds while it is run."""
    columns = population.load(path)
    heart, speed, cadence = (columns[k] for k in (population.HEART, population.SPEED, population.CADENCE))
    median = {k: statistics.median([x for x in v if x]) for k, v in enumerate((heart, speed, cadence)) if any(v)}
    if len(median) < 3:
        return []
    state, found, started = [[0.0] * len(AVERAGES) for _ in range(2)], [], 0
    for t, (h, v, c) in enumerate(zip(heart, speed, cadence)):
        for averages, value, scale in ((state[0], v, median[1]), (state[1], c, median[2])):
            if value is not None:
                for k, seconds in enumerate(AVERAGES):
                    averages[k] += (value / scale - averages[k]) / seconds
        started += bool(v and v > 1.5)
        if started > SKIP and t % EVERY == 0 and h is not None and v is not None and v > 1.5:
            features = [1.0, started / 3600, math.exp(-started / 300), *state[0], *state[1]]
            found.append((features, h - median[0]))
    return found


def moments(runs):
    """X'X and X'y of some runs; each run weighs the same."""
    size = len(runs[0][0][0])
    xx, xy = [[0.0] * size for _ in range(size)], [0.0] * size
    for run in runs:
        weight = 1000 / len(run)
        for x, y in run:
            for i in range(size):
                xy[i] += weight * x[i] * y
                for j in range(i + 1):
                    xx[i][j] += weight * x[i] * x[j]
    return xx, xy


def learnt(parts):
    """The coefficients learnt on the sum of some moments."""
    size = len(parts[0][1])
    a = [[sum(p[0][max(i, j)][min(i, j)] for p in parts) / len(parts) for j in range(size)] for i in range(size)]
    b = [sum(p[1][i] for p in parts) / len(parts) for i in range(size)]
    for i in range(size):
        a[i][i] += RIDGE
    for i in range(size):
        for k in range(i + 1, size):
            share = a[k][i] / a[i][i]
            a[k] = [p - share * q for p, q in zip(a[k], a[i])]
            b[k] -= share * b[i]
    for i in reversed(range(size)):
        b[i] = (b[i] - sum(a[i][j] * b[j] for j in range(i + 1, size))) / a[i][i]
    return b


def error(coefficients, runs):
    """Root mean square over some runs, beats per minute."""
    squares = [statistics.fmean((y - sum(p * q for p, q in zip(coefficients, x))) ** 2 for x, y in r) for r in runs]
    return math.sqrt(statistics.fmean(squares))


def folder(path, by_runner):
    """The runs of a folder by runner."""
    found = {}
    for name in sorted(os.listdir(path)):
        if name.endswith(".csv") and (run := rows(os.path.join(path, name))):
            found.setdefault(name.split("_")[0] if by_runner else name, []).append(run)
    return found


def compare(judged, same, foreign):
    """Ratios of errors: learnt on `foreign` to learnt on `same`, which is a function of the runner."""
    alien = learnt([moments(r) for r in foreign.values()])
    ratios = [error(alien, runs) / error(same(runner), runs) for runner, runs in judged.items()]
    return statistics.median(ratios), statistics.fmean(ratios)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--real", required=True)
    options.add_argument("--sim", action="append", required=True, help="twice: folders of two seeds")
    options = options.parse_args()
    real, (one, other) = folder(options.real, True), (folder(p, False) for p in options.sim)
    parts = {runner: moments(runs) for runner, runs in real.items()}
    without = lambda runner: learnt([p for r, p in parts.items() if r != runner])  # noqa: E731
    of_other = learnt([moments(r) for r in other.values()])
    for what, ratios in (("judged on recordings", compare(real, without, one)),
                         ("judged on simulated runs", compare(one, lambda _: of_other, real))):
        print(f"{what:26} error ratio {ratios[0]:.3f} in the median, {ratios[1]:.3f} in the mean")


main()
