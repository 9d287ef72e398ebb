/// What the keys do: the one table that the help is drawn from, a row a key or a pair of keys.
enum KeyTable {
    typealias Row = (keys: String, text: String)

    static let everywhere: [Row] = [
        ("n p, right left", "next, previous session"),
        ("t", "table of the fleet, and back"),
        ("space", "pause the picture; the flight goes on"),
        ("u y", "units; symbols: braille, block, ascii"),
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
        ("o r", "sort the table by another column; reverse"),
    ]

    static let help: [Row] = [
        ("up down, j k", "a line"),
        ("page up, page down", "a page; so do b and space"),
        ("home end, g G", "the beginning, the end"),
        ("any other", "closes the help"),
    ]
}
