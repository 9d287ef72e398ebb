import CivilTime
import FlightDisplay
import LinuxIO
import Logbook
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Recorded screens, compared character for character.
///
/// To record them anew, run `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenLog` and look at each
/// of them.
@Suite struct GoldenLogTests {
    static let sizes = [(80, 24), (120, 40)]

    @Test(arguments: sizes + [(40, 24)])
    func `a day, from the week to the splits of its run`(columns: Int, rows: Int) throws {
        try check("day-\(columns)x\(rows)", LogStand(), columns, rows)
    }

    @Test(arguments: sizes + [(40, 24)])
    func `a month`(columns: Int, rows: Int) throws {
        var stand = LogStand()
        stand.press("m")
        try check("month-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: sizes + [(40, 24)])
    func `weeks`(columns: Int, rows: Int) throws {
        var stand = LogStand()
        stand.press("wjkk")
        try check("weeks-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: sizes + [(40, 24)])
    func `steps over 28 days`(columns: Int, rows: Int) throws {
        var stand = LogStand()
        stand.press("v")
        try check("steps-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: sizes)
    func `body mass, weeks from Sunday, with a value by hand`(columns: Int, rows: Int) throws {
        var life = ScriptedLife()
        life.manual = [
            #""type":"entry","session":"d7.64","n":9,"t":"2026-03-06T12:00:00.000000Z","#
                + #""entry":"e7.99","metric":"body_mass_kg","value":60.3,"#
                + #""start":"2026-03-04T20:00:00.000000Z","end":"2026-03-04T20:00:00.000000Z","#
                + #""source":"manual""#
        ]
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.bodyMass)
        var stand = LogStand(life, place: place)
        stand.press("sj")
        stand.press("n")
        try check("mass-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: sizes + [(40, 24)])
    func `a run`(columns: Int, rows: Int) throws {
        var stand = LogStand()
        stand.press("r")
        try check("run-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: sizes + [(40, 24)])
    func `a run with places`(columns: Int, rows: Int) throws {
        var life = ScriptedLife()
        life.hasPlaces = true
        var stand = LogStand(life)
        try check("day-places-\(columns)x\(rows)", stand, columns, rows)
        stand.press("r")
        try check("run-places-\(columns)x\(rows)", stand, columns, rows)
        stand.state.preferences.symbols = .ascii
        try check("run-places-\(columns)x\(rows)-ascii", stand, columns, rows)
    }

    /// A day with a nap; the day before it, of which the watch was off, follows.
    private func worn(_ symbols: Symbols = .braille) -> LogStand {
        var life = ScriptedLife()
        life.hasWatch = true
        life.naps = [ScriptedLife.epoch.adding(days: 63)]
        life.daysOff = [ScriptedLife.epoch.adding(days: 62)]
        var stand = LogStand(life, symbols: symbols)
        stand.press("p")
        return stand
    }

    @Test(arguments: sizes + [(40, 24)])
    func `a day with heart rate and night, and one without the watch`(columns: Int, rows: Int)
        throws
    {
        var stand = worn()
        try check("watch-\(columns)x\(rows)", stand, columns, rows)
        stand.press("b")
        try check("body-\(columns)x\(rows)", stand, columns, rows)
        stand.press("p")
        try check("not-worn-\(columns)x\(rows)", stand, columns, rows)
        stand.press("m")
        try check("month-not-worn-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: [Symbols.block, .ascii])
    func `heart rate and night in other symbols`(symbols: Symbols) throws {
        var stand = worn(symbols)
        stand.press("b")
        try check("body-80x24-\(symbols.rawValue)", stand, 80, 24)
    }

    @Test(arguments: sizes)
    func `the help`(columns: Int, rows: Int) throws {
        var stand = LogStand()
        stand.press("?")
        try check("help-\(columns)x\(rows)", stand, columns, rows)
    }

    @Test(arguments: [Symbols.block, .ascii])
    func `the same in other symbols`(symbols: Symbols) throws {
        var stand = LogStand(symbols: symbols)
        try check("day-80x24-\(symbols.rawValue)", stand, 80, 24)
        stand.press("v")
        try check("steps-80x24-\(symbols.rawValue)", stand, 80, 24)
        stand.press("\u{5D}\u{5D}\u{5D}\u{5D}\u{5D}")
        try check("mass-80x24-\(symbols.rawValue)", stand, 80, 24)
    }

    @Test func `a day without data, a failed request, and a lost link look different`() throws {
        var life = ScriptedLife()
        life.blankDays = [ScriptedLife.epoch.adding(days: 62)]
        var stand = LogStand(life)
        stand.press("pp")
        try check("blank-80x24", stand, 80, 24)
        life.refusals["query"] =
            #""code":"history_budget","reason":"It takes 60000000 samples.","suggestion":"Ask for fewer days.","retryable":false"#
        try check("refused-80x24", LogStand(life), 80, 24)
        stand.state.disconnect(
            because: "the daemon ended the connection without a farewell", attempt: 2,
            nextAttempt: stand.clock + .seconds(3))
        try check("lost-80x24", stand, 80, 24)
    }

    private func check(_ name: String, _ stand: LogStand, _ columns: Int, _ rows: Int) throws {
        let text = stand.text(columns, rows) + "\n"
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Golden/\(name).txt"
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try FileContent.replace(path, with: Array(text.utf8), durable: false)
        }
        let golden = String(
            decoding: try FileContent.read(path, limitBytes: 1 << 20), as: UTF8.self)
        #expect(text == golden, "\(name) is drawn differently:\n\(text)")
    }
}
