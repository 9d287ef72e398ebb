/// What the keys do: the one table that the help is drawn from, a row a key or a pair of keys.
enum KeyTable {
    typealias Row = (keys: String, text: String)

    static let everywhere: [Row] = [
        ("n p, right left", "next, previous session"),
        ("t", "table of the fleet, and back"),
        ("P X S", "pause or resume, stop, start a session; y confirms"),
        ("space", "freeze the picture; the flight goes on"),
        ("u y", "units; symbols: braille, block, ascii"),
        ("m", "mouse on or off: click chooses, a second click opens, the wheel scrolls"),
        ("ctrl-l", "draw everything anew"),
        ("? q", "this help; quit"),
    ]

    static let flight: [Row] = [
        ("w", "window of the statistics"),
        ("s", "smoothing of the values"),
        ("g", "span of the graphs: 5, 10, 20 or 60 minutes"),
        ("l", "flight log instead of a graph, or graphs instead of the log"),
    ]

    static let table: [Row] = [
        ("up down, j k", "choose a row; enter opens it"),
        ("g G", "first, last session; page up, page down"),
        ("o O r", "sort by the next or the previous column; reverse it"),
        ("/", "filter: what begins a word of name, plan, recording or athlete; esc: all again"),
        ("[ ], 0 to 7", "a page for each phase; 0: all of them"),
    ]

    static let help: [Row] = [
        ("up down, j k", "a line"),
        ("page up, page down", "a page; so do b and space"),
        ("home end, g G", "the beginning, the end"),
        ("any other", "closes the help"),
    ]
}
