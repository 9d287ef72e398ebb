import Readout
import Vocabulary

/// A part of a help: terms and their meanings.
package struct HelpSection {
    package typealias Entry = (term: String, text: String)

    let title: String
    let entries: [Entry]

    package init(title: String, entries: [Entry]) {
        self.title = title
        self.entries = entries
    }
}

/// The text of the help, in sections.
struct HelpText {
    typealias Entry = HelpSection.Entry

    let sections: [HelpSection]

    init(_ frame: Frame) {
        sections = [
            HelpSection(title: "KEYS", entries: KeyTable.everywhere),
            HelpSection(title: "KEYS OF THE FLIGHT", entries: KeyTable.flight),
            HelpSection(title: "KEYS OF THE TABLE", entries: KeyTable.table),
            HelpSection(title: "KEYS OF THIS HELP", entries: KeyTable.help),
            HelpSection(title: "PHASES", entries: Self.phases(frame.state.levels)),
            HelpSection(title: "CALLS OF A MISSION", entries: Self.calls(frame)),
            HelpSection(title: "TAPES", entries: Self.tapes(frame.marks)),
            HelpSection(title: "ZONES OF HEART RATE", entries: Self.zones(frame)),
            HelpSection(title: "PROFILE", entries: Self.profile(frame)),
            HelpSection(title: "GRAPHS", entries: Self.graphs(frame.marks)),
            HelpSection(title: "TRACK AND ALTITUDE", entries: Self.ground(frame)),
            HelpSection(title: "SIGNS", entries: Self.signs(frame.marks)),
        ]
    }

    /// The phases, with the daemon's levels in percent of the heart-rate reserve.
    private static func phases(_ levels: PhaseLevels?) -> [HelpText.Entry] {
        func percent(_ share: Double?) -> String {
            share.map { "\(NumberText.fixed($0 * 100, 0)) % of the reserve" } ?? "its level"
        }
        return [
            ("PRE preflight", "Standing before the run. Ends when the run starts."),
            (
                "T/O takeoff",
                "The heart speeds up. Ends once it is at \(percent(levels?.takeoffEnd)) and rises"
                    + " no more steeply, after four minutes at the latest."
            ),
            (
                "CLB climb",
                "Hard: heart rate from \(percent(levels?.highEnter)), or rising steeply. Ends"
                    + " below \(percent(levels?.highLeave))."
            ),
            ("CRZ cruise", "Steady: neither climb nor descent."),
            (
                "DES descent",
                "Easy: heart rate below \(percent(levels?.lowEnter)), or falling steeply. Ends"
                    + " from \(percent(levels?.lowLeave))."
            ),
            ("APP approach", "The last part of a mission, or the cool-down of the plan."),
            ("TDN touchdown", "The run is over."),
            (
                "reached",
                "Heart rate is where the next phase begins. The phase changes once it has stayed"
                    + " there for 5 to 8 seconds; each lasts half a minute at least."
            ),
        ]
    }

    private static func calls(_ frame: Frame) -> [HelpText.Entry] {
        let long = frame.units.distanceName
        let last = frame.units.shortDistance(metres: 50)
        return [
            ("GLIDE PATH", "The pace is within what the mission allows."),
            ("SINK RATE", "Slower than allowed for 8 seconds: run faster."),
            ("OVERSPEED", "Faster than allowed for 8 seconds: run slower."),
            ("MINIMUMS", "The last \(last), with what is left of them."),
            (
                "+0:18",
                "The pace now is 18 seconds a \(long) slower than the target; -0:18 is faster."
            ),
            (
                "returning",
                "The pace is back in the band. The call ends once it has been within three"
                    + " quarters of it for 8 seconds."
            ),
            (
                "slow \(frame.marks.level)\(frame.marks.bandCross)\(frame.marks.level) fast",
                "The pace between slow and fast: the middle is the target, the thick part what is"
                    + " allowed, each end twice as much."
            ),
        ]
    }

    private static func tapes(_ marks: Marks) -> [HelpText.Entry] {
        [
            ("[ 4:31 ]", "Pace at the left, faster above; heart rate at the right."),
            (
                "\(marks.shaft)\(marks.up) \(marks.shaft)\(marks.down)",
                "Trend vector, from the box to where pace will be in 10 seconds and heart rate in"
                    + " 30 if they go on changing as in the last 10 and 20 seconds. None for less"
                    + " than a row."
            ),
            (marks.target, "The target of a mission; at an end of the tape if it is beyond."),
            (marks.band, "The allowed band of pace; the zones of heart rate."),
        ]
    }
}

extension HelpText {
    private static func zones(_ frame: Frame) -> [HelpText.Entry] {
        let reserve = frame.picture.flight?.card.reserve
        return HeartRateReserve.zoneBounds.enumerated().map { index, bound in
            let level = reserve.map { NumberText.fixed($0.heartRate(at: bound).rounded(.up), 0) }
            let runner = level.map { ", for this runner \($0) bpm" } ?? ""
            let share = "From \(NumberText.fixed(bound * 100, 0)) % of the reserve\(runner)."
            return ("Z\(index + 1)", share)
        } + [("the reserve", "What lies between resting and maximal heart rate.")]
    }

    private static func profile(_ frame: Frame) -> [HelpText.Entry] {
        [
            ("climb, cruise...", "How high a phase flies: the flight so far from the side."),
            ("min", "Minutes since the session's start."),
            (frame.units.distanceName, "Where each \(frame.units.longUnitName) was passed."),
            (frame.marks.here, "The present."),
        ]
    }

    private static func graphs(_ marks: Marks) -> [HelpText.Entry] {
        [
            ("colours", "Heart rate in the colours of its zones; pace yellow out of the band."),
            (String(marks.targetLevel), "The target pace between the edges of the band."),
            ("mean, max, best", "Of the minutes that are shown."),
            ("at the edge", "What is far from the rest, such as standing at a light."),
        ]
    }

    private static func ground(_ frame: Frame) -> [HelpText.Entry] {
        let (marks, short) = (frame.marks, frame.units.lengthName)
        return [
            (
                "track",
                "The way from above, north up, in the colours of the zones of heart rate; where it"
                    + " leads twice, the later above. A pause or a silent receiver cuts it."
            ),
            ("\(marks.origin) \(marks.here)", "Start; the present, or the end."),
            ("1 2 3", "Where each \(frame.units.longUnitName) was passed, if there is room."),
            (
                "\(marks.barStart)\(marks.rule)\(marks.rule)\(marks.barEnd) 500 \(short)",
                "A length on the track."
            ),
            (
                "up, down, ascent",
                "Metres climbed and descended. Ups and downs of less than 5 m count as flat."
            ),
            ("grade", "How steep the last 100 m were."),
            ("none", "Indoors, from an old daemon, or without a right to read places."),
        ]
    }

    private static func signs(_ marks: Marks) -> [HelpText.Entry] {
        [
            (marks.stale, "Dim: older than three strides."),
            ("--", "Not measured; \"no sensor\": never was."),
            ("~06:46:22", "Expected at the average pace."),
            (marks.cut, "Cut: there is no room for the rest."),
        ]
    }
}

/// The table of all keys, one entry for a key or a pair of keys.
enum KeyTable {
    static let everywhere: [HelpText.Entry] = [
        ("n p, right left", "next, previous session"),
        ("t", "table of the fleet, and back"),
        ("P X S", "pause or resume, stop, start a session; y confirms"),
        ("space", "freeze the picture; the flight goes on"),
        ("u y", "units; symbols: braille, block, ascii"),
        ("m", "mouse on or off: click chooses, a second click opens, the wheel scrolls"),
        ("ctrl-l", "draw everything anew"),
        ("? q", "this help; quit"),
    ]

    static let flight: [HelpText.Entry] = [
        ("w", "window of the statistics"),
        ("s", "smoothing of the values"),
        ("g", "span of the graphs: 5, 10, 20 or 60 minutes"),
        ("l", "flight log instead of a graph, or graphs instead of the log"),
        ("r", "track and altitude instead of graphs, or graphs instead of them"),
    ]

    static let table: [HelpText.Entry] = [
        ("up down, j k", "choose a row; enter opens it"),
        ("g G", "first, last session; page up, page down"),
        ("o O r", "sort by the next or the previous column; reverse it"),
        ("/", "filter: what begins a word of name, plan, recording or athlete; esc: all again"),
        ("[ ], 0 to 7", "a page for each phase; 0: all of them"),
    ]

    static let help: [HelpText.Entry] = [
        ("up down, j k", "a line"),
        ("page up, page down", "a page; so do b and space"),
        ("home end, g G", "the beginning, the end"),
        ("any other", "closes the help"),
    ]
}
