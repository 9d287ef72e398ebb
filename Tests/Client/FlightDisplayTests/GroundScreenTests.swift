import ChannelPipeline
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import FlightDisplay

/// Track and altitude on the page of a flight: shown and subscribed to only where they are wanted.
@Suite struct GroundScreenTests {
    private static let places = #""latitude_deg","longitude_deg","altitude_m","ascent_m""#

    /// A run of which some minutes are over, by a daemon that tells places.
    ///
    /// - Parameter read: the readable metrics; nil for a client that may read everything.
    private static func stand(
        read: String? = nil, proto: String = "1.4", seconds: Int64 = 1420,
        columns: Int = 80, rows: Int = 24
    ) throws -> DisplayStand {
        let fleet = Fleet(
            seed: DisplayStand.missionSeed, epoch: DisplayStand.epoch, simulatedLanes: 12)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(seconds - 20), lane: 0)
        let rights = read.map { #","rights":{"read":[\#($0)],"kinds":["stat","phase","event"]}"# }
        stand.state.connect()
        stand.say(
            #"{"type":"hello","proto":"\#(proto)","seed":3,"speed":1,"sessions":12,"#
                + #""shard":"0/1","t":"\#(DisplayStand.text(stand.now))","#
                + #""clock_us":\#(stand.clock.microseconds),"beat_s":5\#(rights ?? "")}"#)
        stand.say(
            DisplayStand.description.dropLast() + (rights ?? "") + "}")
        stand.state.fit(columns: columns, rows: rows)
        try stand.fly(.seconds(20))
        return stand
    }

    /// The same, with track and altitude on its screen.
    private static func shown() throws -> DisplayStand {
        var shown = try stand()
        shown.press("r")
        try shown.fly(.seconds(10))
        return shown
    }

    /// Shared by tests that only look at it.
    static let shownShot = Result { try shown().shot }

    private func asked(_ stand: DisplayStand) throws -> MetricSet {
        try stand.state.subscriptions.reduce(into: MetricSet([])) { asked, subscription in
            let shape = try DisplayStand.decode(subscription.request).shape
            try shape.validate(rate: .oneHertz)
            asked.formUnion(shape.metrics.intersection(Metric.places))
        }
    }

    @Test func `places are asked for while they are shown, and no longer`() throws {
        var stand = try Self.stand()
        #expect(try asked(stand) == [])
        stand.press("r")
        #expect(try asked(stand) == Metric.places)
        stand.press("t")
        #expect(try asked(stand) == [])
        stand.press("tr")
        #expect(try asked(stand) == [])
        for (columns, rows, isShown) in [(120, 40, true), (100, 30, false), (200, 60, true)] {
            stand.state.fit(columns: columns, rows: rows)
            #expect(try asked(stand) == (isShown ? Metric.places : []), "\(columns)x\(rows)")
        }
        stand.press("r")
        #expect(try asked(stand) == [])
    }

    @Test func `the other subscriptions stay as they are, and no name comes twice`() throws {
        var stand = try Self.stand()
        let before = stand.state.subscriptions
        var names: Set<String> = []
        for step in 0..<6 {
            if step % 2 == 0 { stand.press("r") } else { stand.state.fit(columns: 80, rows: 24) }
            let ground = stand.state.subscriptions.filter { !before.contains($0) }
            #expect(stand.state.subscriptions.filter(before.contains) == before)
            if step % 2 == 0 { for one in ground { #expect(names.insert(one.name).inserted) } }
            stand.state.fit(columns: 120, rows: 40)
        }
    }

    @Test(arguments: [(80, 24), (120, 40), (200, 60), (50, 20)])
    func `track and altitude are drawn, with what was climbed`(columns: Int, rows: Int) throws {
        var stand = try Self.shown()
        if rows >= 40 { stand.press("r") }
        stand.state.fit(columns: columns, rows: rows)
        try stand.fly(.seconds(5))
        let text = stand.text(columns, rows)
        #expect(text.contains("─ TRACK ─") && text.contains("now"), "\(text)")
        #expect(text.contains("─ ALTITUDE m ─") == (columns >= 60), "\(text)")
        #expect(text.contains("ASCENT") == (columns != 80))
        #expect(text.contains(" up ") == (columns >= 60) && text.contains(" %"))
        #expect(text.contains("─ HEART RATE bpm ─") == (columns >= 114))
    }

    @Test(arguments: [Symbols.block, .ascii])
    func `other symbols draw them too`(symbols: Symbols) throws {
        var shot = try Self.shownShot.get()
        shot.state.preferences.symbols = symbols
        let text = shot.text(80, 24)
        #expect(text.contains("TRACK") && text.contains("ALTITUDE m"))
        #expect(symbols != .ascii || text.unicodeScalars.allSatisfy(\.isASCII))
    }

    @Test func `they can be drawn at every size, with the log too, and in miles`() throws {
        for keys in ["", "r", "l", "ru"] {
            var shot = try Self.shownShot.get()
            shot.press(keys)
            for columns in stride(from: 0, through: 220, by: 11) {
                for rows in stride(from: 0, through: 70, by: 5) {
                    shot.state.fit(columns: columns, rows: rows)
                    #expect(shot.screen(columns, rows).columns == columns)
                }
            }
        }
    }

    @Test func `a cell of the track has the colour of the zone of its heart rate`() throws {
        let shot = try Self.shownShot.get()
        let screen = shot.screen(80, 24)
        let cells = (17..<23).flatMap { row in (0..<39).map { screen[row, $0] } }
        let styles = cells.filter { (0x2801...0x28FF).contains($0.scalar.value) }.map(\.style)
        let zones = Set((0...5).map(Theme.graphZone))
        #expect(!styles.isEmpty && styles.allSatisfy(zones.contains) && Set(styles).count > 1)
    }

    @Test func `an old daemon, a missing right and an indoor run are told, and the page stays`()
        throws
    {
        for (proto, read, words) in [
            ("1.3", String?.none, "this daemon tells no places"),
            ("1.4", #""heart_rate_bpm","speed_mps""#, "no right to read"),
        ] {
            var stand = try Self.stand(read: read, proto: proto, columns: 120, rows: 40)
            stand.press("x")
            let page = stand.text(120, 40)
            #expect(!page.contains("TRACK") && !page.contains("r track"))
            stand.press("r")
            #expect(stand.text(120, 40).contains(words))
            #expect(try asked(stand) == [])
            stand.press("x")
            #expect(stand.text(120, 40) == page)
        }
        var indoors = try Self.stand()
        let page = indoors.text(80, 24).split(separator: "\n").dropLast()
        indoors.press("r")
        let name = indoors.state.subscriptions[1].name
        indoors.say(#"{"sub":"\#(name)","type":"live"}"#)
        #expect(indoors.text(80, 24).contains("this run has told no places so far"))
        #expect(indoors.text(80, 24).split(separator: "\n").dropLast() == page)
    }

    @Test func `who may read altitudes alone sees them without a track`() throws {
        let read = #""heart_rate_bpm","speed_mps","distance_m","altitude_m""#
        var stand = try Self.stand(read: read)
        #expect(stand.text(80, 24).contains("no right to read"))
        stand.press("r")
        #expect(try asked(stand) == MetricSet(.altitude))
        try stand.fly(.seconds(10))
        let text = stand.text(80, 24)
        #expect(text.contains("ALTITUDE m") && !text.contains("TRACK"))
    }

    @Test func `a right that is taken away takes them from the screen`() throws {
        var stand = try Self.stand(
            read: #""heart_rate_bpm","speed_mps","distance_m",\#(Self.places)"#)
        stand.press("r")
        try stand.fly(.seconds(5))
        #expect(stand.text(80, 24).contains("TRACK"))
        stand.say(
            String(DisplayStand.description.dropLast())
                + #","rights":{"read":["heart_rate_bpm","distance_m"],"kinds":["stat"]}}"#)
        try stand.fly(.seconds(5))
        #expect(!stand.text(80, 24).contains("TRACK"))
        #expect(try asked(stand) == [])
    }
}
