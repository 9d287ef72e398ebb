import Vocabulary

/// The text of a live command in a journal, such as `pause s7.0 2026-11-20T23:31:05.020000Z`.
///
/// A start names the plan and the athlete's lane, or `-` for what is drawn:
/// `start s600000.0 2026-… tempo 7`.
///
/// What is done by hand names the book and the tick of the entry, as the entry's own name does: an
/// added sample with metric, value in units of its last decimal, the tick at which its time begins
/// and how many ticks that lasts, `add d7.4 88634304001 body_mass_kg 713 88634300000 0`; a removal
/// with the tick of the sample that it removes, `remove d7.4 88634304007 88634304001`.
enum CommandText {
    private static let leftOut = "-"

    static func text(of command: SessionCommand) -> String {
        let target = "\(command.session) \(InstantText.text(of: command.instant))"
        return switch command.action {
        case .start(let order):
            "start \(target) \(order.plan?.rawValue ?? leftOut) "
                + (order.athlete.map { "\($0)" } ?? leftOut)
        case .pause: "pause \(target)"
        case .resume: "resume \(target)"
        case .stop: "stop \(target)"
        case .add(let sample):
            "add \(command.session) \(command.instant.ticks) \(sample.metric.name) \(sample.value) "
                + "\(sample.start.ticks) \((sample.end - sample.start).ticks)"
        case .remove(let removed):
            "remove \(command.session) \(command.instant.ticks) \(removed.ticks)"
        }
    }

    /// Parses exactly the texts of ``text(of:)``; nil for any other.
    static func command(of text: String) -> SessionCommand? {
        // Splitting characters would take most of a restart's time.
        let words = text.utf8.split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false
        ).map { Substring($0) }
        guard words.count >= 3, let session = session(words[1]) else { return nil }
        guard !session.isBook else { return entry(words, in: session) }
        guard let instant = InstantText.instant(words[2]), let action = action(words)
        else { return nil }
        return SessionCommand(action, session, at: instant)
    }

    private static func entry(_ words: [Substring], in book: SessionName) -> SessionCommand? {
        guard let instant = tick(words[2]) else { return nil }
        switch (words[0], words.count) {
        case ("add", 7):
            return sample(words).map { SessionCommand(.add($0), book, at: instant) }
        case ("remove", 4):
            return tick(words[3]).map { SessionCommand(.remove($0), book, at: instant) }
        case _: return nil
        }
    }

    private static func sample(_ words: [Substring]) -> ManualSample? {
        guard let metric = DayMetric(named: words[3]), metric.name == words[3],
            let value = number(words[4]), let start = tick(words[5]), let length = number(words[6]),
            (0...Int(ManualSample.longest.ticks)).contains(length)
        else { return nil }
        let end = start + FleetDuration(ticks: Int64(length))
        return ManualSample(metric, value: Int64(value), from: start, to: end)
    }

    private static func tick(_ word: Substring) -> FleetInstant? {
        number(word).map { FleetInstant(ticks: Int64($0)) }
            .flatMap { StreamPosition.instants.contains($0) ? $0 : nil }
    }

    private static func action(_ words: [Substring]) -> SessionCommand.Action? {
        switch (words[0], words.count) {
        case ("start", 5): order(words).map { .start($0) }
        case ("pause", 3): .pause
        case ("resume", 3): .resume
        case ("stop", 3): .stop
        case _: nil
        }
    }

    private static func order(_ words: [Substring]) -> StartOrder? {
        let (plan, athlete) = (PlanKind(rawValue: String(words[3])), number(words[4]))
        guard plan != nil || words[3] == leftOut, athlete != nil || words[4] == leftOut
        else { return nil }
        return StartOrder(plan: plan, athlete: athlete)
    }

    /// More laps than any lane has from 1970 to 2666; their ticks do not overflow.
    private static let laps = -99_999_999...99_999_999

    private static func session(_ word: Substring) -> SessionName? {
        let kind = word.utf8.first
        guard kind == UInt8(ascii: "s") || kind == UInt8(ascii: "d"),
            let dot = word.utf8.firstIndex(of: UInt8(ascii: ".")),
            let lane = number(Substring(word.utf8[..<dot].dropFirst())),
            let lap = number(Substring(word.utf8[dot...].dropFirst())), laps.contains(lap)
        else { return nil }
        guard kind == UInt8(ascii: "d") else { return SessionName(lane: lane, lap: lap) }
        return (0..<SessionName.laneLimit).contains(lane) ? .book(of: lane, lap: lap) : nil
    }

    /// A number in canonical form, without plus and leading zeros.
    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), "\(number)" == text else { return nil }
        return number
    }
}

/// The text of an instant in a state folder: RFC 3339 in UTC, `2026-11-20T23:31:05.020000Z`.
enum InstantText {
    static func text(of instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }

    /// Nil for any other text, and for an instant between two ticks.
    static func instant(_ text: some StringProtocol) -> FleetInstant? {
        guard text.utf8.count == 27, let time = CalendarTime(rfc3339: text) else { return nil }
        let microseconds = time.microseconds
        guard microseconds.remainderRoundingDown(by: FleetDuration.microsecondsPerTick) == 0
        else { return nil }
        return FleetInstant(
            ticks: microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
    }
}
