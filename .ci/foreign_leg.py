"""One recorded activity as a reader has it: its own word of its totals, and its witnesses.

Beside the totals that a session, or laps, or a track state there are two witnesses of each: the
records themselves, and the laps. They say a range, since there is more than one honest way to read
them; a file contradicts itself where its own word lies outside.
"""
import bisect

DAY = 86_400
# No record for so long is a hole, in which the timer may have stood still without an event.
HOLE = 10
# Metres a second that no runner passes.
FASTEST = 12
LONG = "longer than seven days"


class Leg:
    """One activity: values by the second, and its totals by each who says them."""

    def __init__(self, foot, sport="", own=None):
        self.foot = foot  # True must fly, False must not, None may.
        self.sport = sport
        self.own = own or {}  # A total by its quantity.
        self.laps = []  # The totals of each.
        self.order = []  # The times of records as they stand in the file.
        self.rows = {}  # By the second: by the name of a value all that were said.
        self.distances = []
        self.halts = []  # Pauses of the timer, from and to.
        self.start = None

    def take(self, second, values):
        self.order.append(second)
        row = self.rows.setdefault(second, {})
        for name, value in values.items():
            if isinstance(value, tuple):
                value = next((part for part in value if part is not None), None)
            if isinstance(value, (int, float)):
                row.setdefault(name, []).append(value)
        if row.get("distance"):
            self.distances.append(row["distance"][-1])

    def is_empty(self):
        return not any(self.rows.values())

    def steps(self):
        return [b - a for a, b in zip(self.order, self.order[1:])]

    def jumps(self):
        """Whether the clock jumps: what lies in which second is a matter of opinion then."""
        return any(step < -60 or step > DAY for step in self.steps())

    def span(self):
        """From the first record to the last, a clock that jumps left out."""
        return sum(step for step in self.steps() if 0 < step < DAY) - sum(
            -step for step in self.steps() if -60 <= step < 0)

    def ordered_span(self):
        """From the first to the last of the most records that stand in the order of time."""
        ends, chain = [], {}
        for second in self.order:
            place = bisect.bisect_right(ends, second)
            ends[place:place + 1] = [second]
            chain[place] = (second, chain[place - 1][1] if place else second)
        end, begin = chain[len(ends) - 1]
        return end - begin

    def halted(self):
        """How long the timer stood still between the first record and the last."""
        first, last = self.order[0], self.order[-1]
        return sum(max(0, min(last, b) - max(first, a)) for a, b in self.halts)

    def is_halted(self, second):
        if not self.order[0] <= second <= self.order[-1]:
            return True
        return any(a - 1 <= second <= b + 1 for a, b in self.halts)

    def holes(self):
        """How long there is no record while the timer runs."""
        usual = sorted(self.steps())[len(self.order) // 2] if len(self.order) > 2 else 1
        return sum(step - usual for a, step in zip(self.order, self.steps())
                   if max(HOLE, 2 * usual) < step < DAY and not self.is_halted(a + step / 2))

    def is_reachable(self, distance):
        """Whether so much can be run before the first record; else it counted before the start."""
        start = self.order[0] if self.start is None else min(self.start, self.order[0])
        usual = sorted(self.steps())[len(self.order) // 2 - 1] if len(self.order) > 2 else 1
        return distance <= FASTEST * (self.order[0] - start + max(0, usual)) + 20

    def by_records(self):
        """What the records say of each quantity, from and to."""
        found = {}
        if len(self.order) > 1:
            span, halted = self.span(), self.halted()
            found["elapsed"] = (span, span)
            found["timer"] = (span - halted - self.holes(), span - halted)
        if self.distances:
            first, last = self.distances[0], self.distances[-1]
            # A little back is a correction, back to less than half is a new beginning.
            grown = sum(b - a if 2 * b >= a else b
                        for a, b in zip(self.distances, self.distances[1:]))
            ways = [last, last - first, grown]
            if self.is_reachable(first):
                ways.append(grown + first)
            found["distance"] = (min(ways), max(ways))
        beats = [(second, row["heart_rate"][-1]) for second, row in self.rows.items()
                 if row.get("heart_rate")]
        if beats:
            running = [rate for second, rate in beats if not self.is_halted(second)]
            means = [sum(rates) / len(rates) for rates in ([r for _, r in beats], running) if rates]
            found["heart_rate"] = (min(means), max(means))
        return found

    def by_laps(self):
        """What the laps say together; nothing where one of them is silent."""
        found = {}
        for name in ("timer", "elapsed", "distance"):
            if self.laps and all(lap.get(name) is not None for lap in self.laps):
                found[name] = (sum(lap[name] for lap in self.laps),) * 2
        timed = found.get("timer", (0, 0))[0]
        if timed and all(lap.get("heart_rate") for lap in self.laps):
            beats = sum(lap["timer"] * lap["heart_rate"] for lap in self.laps)
            found["heart_rate"] = (beats / timed,) * 2
        return found

    def wanted(self):
        """The totals it must have, from and to: its own word, else that of the records."""
        own = {name: (value, value) for name, value in self.own.items() if value is not None}
        return {**self.by_records(), **own}

    def is_upside_down(self):
        """Whether its timer ran longer than it took."""
        timer, elapsed = self.own.get("timer"), self.own.get("elapsed")
        return None not in (timer, elapsed) and timer > 1.01 * elapsed + 2

    def must_fly(self):
        return self.foot is True and not self.is_empty() and len(self.rows) > 1

    def may_fly(self):
        return self.foot is not False and len(self.rows) > 0


class File:
    """The legs of a file, what speaks against it, and what its reader complained of."""

    def __init__(self):
        self.legs = []
        self.maker = "unknown"
        self.kind = None  # What it is if it is no activity.
        self.error = None
        self.is_damaged = False  # In the middle: what comes behind is anyone's guess.

    def reasons(self):
        """Why it may be refused."""
        found = [self.kind] if self.kind else []
        found += sorted({leg.sport or "not on foot" for leg in self.legs if leg.foot is not True})
        if all(leg.is_empty() for leg in self.legs):
            found.append("no records with a time and a value")
        if any(sum(min(abs(step), DAY) for step in leg.steps()) > 7 * DAY for leg in self.legs):
            found.append(LONG)
        if self.is_damaged:
            found.append("damaged")
        elif any(leg.must_fly() for leg in self.legs):
            found = [reason for reason in found if reason == LONG]
        return found
