import FlightDisplay

/// The text of the help.
enum LogHelp {
    static let sections = [
        HelpSection(title: "PAGES", entries: pages),
        HelpSection(title: "DATES", entries: dates),
        HelpSection(title: "ATHLETES", entries: athletes),
        HelpSection(title: "VALUES", entries: values),
        HelpSection(title: "OTHER KEYS", entries: others),
        HelpSection(title: "SIGNS", entries: signs),
    ]

    private static let pages: [HelpSection.Entry] = [
        ("d", "the day: steps towards the goal, its quantities, heart rate, night and run"),
        ("b", "the day's heart rate and night alone; again: with the run"),
        ("m", "the month as a calendar with the kilometres run"),
        ("w", "weeks as bars of kilometres; up and down choose, enter opens"),
        ("v", "the values of a metric, with averages and differences by weekday"),
        (
            "r, enter",
            "the run of the day: its track and altitudes, phases and calls with their times, "
                + "splits, zones"
        ),
        ("esc", "back to the day"),
    ]

    private static let dates: [HelpSection.Entry] = [
        ("n p, right left", "next, previous day; week among weeks; run among runs"),
        ("up down, j k", "a week; a row of a list; a line of a run's log"),
        ("page up, page down", "a month, the 28 days of a graph, half a year of weeks"),
        ("t", "the present day, which the logbook then follows over midnight"),
        ("/", "any date: 2026-03-06, 03-06, 6, or -7 and +7 days"),
    ]

    private static let athletes: [HelpSection.Entry] = [
        ("N P", "next, previous athlete"),
        ("A", "any athlete: s7, or 7"),
    ]

    private static let values: [HelpSection.Entry] = [
        (
            "tab, [ ]",
            "next, previous metric; of several runs of a day the next; zones or log of a run"
        ),
        ("a", "add a value by hand: body mass, or the metric on the page"),
        (
            "x",
            "remove what was added by hand: the chosen value, on the page of a day its body mass; "
                + "its name is the one of runway add and remove"
        ),
        ("the list", "has what was added by hand up to two months after its days"),
        ("s", "weeks begin on Sunday or on Monday"),
    ]

    private static let others: [HelpSection.Entry] = [
        ("g", "the goal in steps; it is remembered"),
        ("u", "units: metric, imperial"),
        ("y", "symbols: braille, block, ascii"),
        ("ctrl-l", "draw everything anew"),
        ("? q", "this help; quit"),
    ]

    private static let signs: [HelpSection.Entry] = [
        ("*", "The present day or week, which is not over: sums and averages of it are left out."),
        ("no data, --", "Nothing is known. A zero that was measured is 0."),
        ("not worn", "The watch was off, all day or in the night; a gap in a graph is that, too."),
        ("aloft", "The run has not landed; its totals come when it has."),
        ("+ -", "A day compared with the day before, if both have a value."),
        ("by hand", "Added by somebody, not measured; it can be removed."),
    ]
}
