import Vocabulary
import WireProtocol

/// One line of a day book, before any channel looks at it.
struct BookLine {
    enum Content {
        /// The last line of the book.
        case end
        case simulated(SimulatedEntry)
        case summary(RunSummary, source: StaticString)
        case manual(ManualEntry)
        /// In the last tick of the day.
        case truth(DayTruth)
    }

    let book: SessionName
    let position: StreamPosition
    let content: Content

    init(_ content: Content, of lane: LaneID, on lap: Int, at instant: FleetInstant) {
        self.content = content
        book = .book(of: lane, lap: lap)
        let rank: StreamPosition.Rank =
            switch content {
            case .end: .dayEnd
            case .simulated: .entry
            case .summary: .summary
            case .manual: .manual
            case .truth: .dayTruth
            }
        position = StreamPosition(instant, lane: lane, rank)
    }

    /// Whether a channel of a shape with books has the line.
    func fits(_ shape: ChannelShape) -> Bool {
        switch content {
        case .end, .summary: true
        case .simulated(let entry): shape.dayMetrics.contains(entry.metric)
        case .manual(let entry): shape.dayMetrics.contains(entry.metric)
        case .truth: shape.tellsDays
        }
    }
}

extension ChannelShape {
    /// Whether its books tell what is behind the days of lanes that tell it.
    var tellsDays: Bool { kinds.contains(.entry) && kinds.contains(.truth) }
}

/// How books come into a channel's lines.
extension Channel {
    /// Whether the channel has lines of day books.
    var hasBooks: Bool { shape.kinds.contains(.entry) }

    /// The frequent metrics among them.
    var frequentMetrics: DayMetricSet {
        hasBooks ? shape.dayMetrics.intersection(DayMetric.frequent) : []
    }

    /// Opens the book of a lane's day, which has had `lines` lines before.
    mutating func openBook(_ place: PlaceID, lines: Int64) { parts[place.row]?.bookLines = lines }

    /// Writes a line of the book at `place`, if it fits the channel and the channel has the lane.
    mutating func take(_ line: BookLine, place: PlaceID, into lines: inout DataLineWriter) {
        guard line.fits(shape), let before = parts[place.row]?.bookLines else { return }
        if case .end = line.content {
            // A book without lines has no end.
            parts[place.row]?.bookLines = 0
            guard before > 0 else { return }
        } else {
            parts[place.row]?.bookLines = before + 1
        }
        guard isEncoded(line.position) else { return }
        lines.append(line, n: before + 1, shape.sight)
    }
}

extension DataLineWriter {
    fileprivate mutating func append(_ line: BookLine, n: Int64, _ sight: Sight) {
        switch line.content {
        case .end: begin("end", line.book, n: n, at: line.position)
        case .simulated(let entry):
            begin("entry", line.book, n: n, at: line.position)
            appendName("entry", of: line.position.instant, line.position.lane)
            appendValue(entry.value, of: entry.metric)
            appendSpan(entry.start, entry.end)
            appendWord("source", "simulated")
        case .manual(let entry):
            begin("entry", line.book, n: n, at: line.position)
            appendName("entry", of: entry.instant, entry.lane)
            if let removed = entry.removes { appendName("removes", of: removed, entry.lane) }
            appendValue(entry.value, of: entry.metric)
            appendSpan(entry.start, entry.end)
            appendWord("source", "manual")
        case .summary(let summary, let source):
            begin("entry", line.book, n: n, at: line.position)
            appendName("entry", of: line.position.instant, line.position.lane)
            appendWord("run", summary.session.description)
            appendSpan(summary.start, line.position.instant)
            appendWord("source", source.description)
            block.bytes.append(summary, sight)
        case .truth(let truth):
            begin("truth", line.book, n: n, at: line.position)
            block.bytes.append(truth)
        }
        end()
    }

    /// Adds the name of an entry, as ``EntryName`` writes it.
    private mutating func appendName(
        _ field: StaticString, of instant: FleetInstant, _ lane: LaneID
    ) {
        block.bytes.appendName(field)
        block.bytes.append(#""e"#)
        block.bytes.appendInteger(Int64(lane.index))
        block.bytes.append(".")
        block.bytes.appendInteger(instant.ticks)
        block.bytes.append("\"")
    }

    private mutating func appendValue(_ value: Int64, of metric: DayMetric) {
        appendWord("metric", metric.name)
        block.bytes.appendName("value")
        block.bytes.appendDecimal(units: value, decimals: metric.decimals)
    }

    private mutating func appendSpan(_ start: FleetInstant, _ end: FleetInstant) {
        block.bytes.appendName("start")
        block.bytes.appendTime(start)
        block.bytes.appendName("end")
        block.bytes.appendTime(end)
    }
}

extension LineBlock {
    /// Adds a snapshot of the book of a lane's day just after `position`, if the shape has books
    /// and this book has any line.
    mutating func appendBookSnapshot(
        of lane: LaneID, in fleet: Fleet, after position: StreamPosition, _ shape: ChannelShape
    ) {
        guard shape.kinds.contains(.entry) else { return }
        let midnight = StreamPosition(position.instant, lane: lane, .dayEnd)
        let isBehind = position >= midnight
        let lap = fleet.dayCalendar.lap(
            at: isBehind ? position.instant : position.instant - FleetDuration(ticks: 1))
        let lines = fleet.bookLines(of: lane, on: lap, shape, through: position)
        guard lines > 0 else { return }
        appendSnapshot(of: .book(of: lane, lap: lap), lines: lines, at: position.instant)
    }

    /// Adds a line that says that a book is open, and how many lines it has.
    private mutating func appendSnapshot(
        of book: SessionName, lines: Int64, at instant: FleetInstant
    ) {
        bytes.append(#"{"type":"snapshot""#)
        bytes.appendField("session", book.description)
        bytes.appendField("state", "open")
        bytes.appendField("n", Int(lines))
        bytes.append("}\n")
        let position = StreamPosition(instant, lane: book.flownLane, .manual)
        endLine(at: position, lap: book.lap, isData: false)
    }
}
