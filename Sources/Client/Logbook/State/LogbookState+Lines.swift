import FlightDisplay
import Vocabulary
import WireProtocol

/// Lines from the daemon.
extension LogbookState {
    package mutating func take(_ line: JSONValue, at now: MonotonicInstant) {
        link.hear(line, at: now)
        switch line.type {
        case .hello: takeGreeting(line)
        case .sessions: takeCard(line)
        case .ok: takeAnswer(line, at: now)
        case .error: takeRefusal(line, at: now)
        case _:
            if let bucket = DayBucket(line: line) {
                take(bucket, line["id"]?.text ?? "")
            } else {
                takeStream(line)
            }
        }
        pass(to: now)
    }

    private mutating func takeCard(_ line: JSONValue) {
        guard line["id"]?.text == LaneQuestion.id,
            let card = laneQuestion.take(line, place.lane)
        else { return }
        guard card.lane == place.lane else {
            return notice = "s\(place.lane) is not among the lanes that fly"
        }
        if !card.isResting, let start = card.start { shelf.starts[card.session] = start }
    }

    private mutating func take(_ bucket: DayBucket, _ id: String) {
        guard let question = shelf.question(asked: id) else { return }
        shelf[question].take(bucket)
    }

    private mutating func takeAnswer(_ line: JSONValue, at now: MonotonicInstant) {
        guard let id = line["id"]?.text else { return }
        if let question = shelf.question(asked: id) {
            shelf[question].finish(line, at: now)
        } else if let done = commands.end(line) {
            notice = done.text(line["entry"]?.text, preferences.units)
            shelf.age(byHand: true)
        }
    }

    private mutating func takeRefusal(_ line: JSONValue, at now: MonotonicInstant) {
        let refusal = Refusal(line: line)
        guard let id = line["id"]?.text else { return }
        if id == LaneQuestion.id {
            notice = refusal.reason
            laneQuestion.refuse()
        } else if let question = shelf.question(asked: id) {
            shelf[question].refuse(refusal, at: now)
        } else if let command = commands.end(line) {
            notice = "\(command.name): \(refusal.reason) \(refusal.suggestion)"
        } else if let place = streams.firstIndex(where: { $0.subscription.name == id }) {
            (streams[place].refusal, streams[place].refusedAt) = (refusal, now)
        }
    }
}

/// Lines of subscriptions.
extension LogbookState {
    private mutating func takeStream(_ line: JSONValue) {
        // Lines of a cancelled subscription may still arrive.
        guard let name = line["sub"]?.text,
            let place = streams.firstIndex(where: { $0.subscription.name == name })
        else { return }
        if line.type == .live { return takeLive(place) }
        if line.type == .ended {
            notice = line["description"]?.text
            return streams[place].refusal = Refusal(line: line)
        }
        if line.type == .gap { _ = link.noteGap(line) }
        switch streams[place].want {
        case .changes: takeChange(line)
        case .runs(let range): takeRun(line, range, place)
        case .values(let metric, let range): takeValue(line, metric, range, place)
        case .night(let range): takeStage(line, range, place)
        case .truths(let books, let range): takeTruth(line, of: books, range, place)
        case .start(let session): takeStart(line, session, place)
        case .flight(let session, _): takeFlight(line, session, place)
        }
    }

    private mutating func takeLive(_ place: Int) {
        streams[place].isLive = true
        switch streams[place].want {
        case .changes: link.isCaughtUp = true
        case .runs(let range) where range.upperBound <= present: finishRuns(range, place)
        case .runs(let range): shelf.noteRead(range)
        case .values, .night, .truths, .start, .flight: break
        }
    }

    /// Takes an entry of the present, or a session's begin or end.
    private mutating func takeChange(_ line: JSONValue) {
        switch line.type {
        case .event, .end: laneQuestion.ask()
        case .entry:
            if let run = RunEntry(line: line) { shelf.take(run) }
            shelf.age(byHand: line["source"]?.text == "manual")
        case _: break
        }
    }

    /// The list shows what is measured many times a day as days, and only has room for the rest.
    private mutating func takeValue(
        _ line: JSONValue, _ metric: DayMetric, _ range: Range<FleetInstant>, _ place: Int
    ) {
        if let entry = LogEntry(line: line),
            !LogMetric.day(metric).hasQuarters || entry.isManual || entry.removes != nil
        {
            shelf.list?.take(entry)
        }
        guard let instant = line["t"]?.instant, instant - Self.belated > range.upperBound else {
            return
        }
        streams[place].isOver = true
    }

    private mutating func takeStage(
        _ line: JSONValue, _ range: Range<FleetInstant>, _ place: Int
    ) {
        guard let instant = line["t"]?.instant else { return }
        // A later line is of the night that follows, even where it tells of this evening.
        if instant >= range.upperBound { return streams[place].isOver = true }
        if let entry = LogEntry(line: line) { shelf.takeStage(entry) }
    }

    /// How long after its day an entry by hand is still looked for, 62 days: reading up to the
    /// present takes long for a day in the distant past.
    private static let belated = FleetDuration.seconds(62 * 86_400)

    private mutating func takeRun(_ line: JSONValue, _ range: Range<FleetInstant>, _ place: Int) {
        if let run = RunEntry(line: line) { shelf.take(run) }
        guard let instant = line["t"]?.instant, instant >= range.upperBound else { return }
        finishRuns(range, place)
    }

    private mutating func finishRuns(_ range: Range<FleetInstant>, _ place: Int) {
        streams[place].isOver = true
        shelf.noteWhole(range)
    }

    private mutating func takeStart(_ line: JSONValue, _ session: String, _ place: Int) {
        switch line.type {
        case .snapshot:
            guard let start = line["start"]?.instant else { return }
            shelf.starts[session] = start
        case .event: shelf.starts[session] = line["t"]?.instant
        case _: return
        }
        streams[place].isOver = true
    }

    private mutating func takeFlight(_ line: JSONValue, _ session: String, _ place: Int) {
        if line.type == .snapshot {
            guard let card = SessionCard(snapshot: line) else { return }
            let step = LogSubscription.flightStep
            shelf[flight: session] = FlightModel(
                card: card, at: card.start, every: step, traceStep: step)
            return
        }
        guard let instant = line["t"]?.instant else { return }
        shelf[flight: session]?.take(past: line, at: instant)
        shelf[flight: session]?.take(ground: line, at: instant)
        if line.type == .end { streams[place].isOver = true }
    }
}
