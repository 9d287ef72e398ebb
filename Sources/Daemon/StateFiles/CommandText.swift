import Vocabulary

/// The text of a live command in a journal, such as `pause s7.0 2026-11-20T23:31:05.020000Z`.
///
/// A start names the plan and the athlete's lane, or `-` for what is drawn:
/// `start s600000.0 2026-… tempo 7`.
///
/// An entry by hand names the book and the tick of the entry, as the entry's own name does: an
/// added sample with metric, value in units of its last decimal, the tick at which its time begins
/// and its length in ticks, `add d7.4 88634304001 body_mass_kg 713 88634300000 0`; a removal with
/// the tick of the sample that it removes, `remove d7.4 88634304007 88634304001`.
///
/// A command of a user other than root and the daemon's user ends with the user's number, a start
/// with the day of the machine's clock besides, both in base 36: `stop s600000.0 2026-… rt`,
/// `start s600000.0 2026-… tempo 7 rt g1b`. In such a user's entries by hand the ticks are written
/// in base 36 too: a line has no room for more.
enum CommandText {
    private static let leftOut = "-"
    /// The radix of numbers in a user's commands, so that they fit.
    private static let userRadix = 36

    static func text(of command: SessionCommand) -> String {
        let text = body(of: command)
        guard let user = command.user else { return text }
        return "\(text) \(userText(user))"
            + (command.day.map { " \(String($0, radix: userRadix))" } ?? "")
    }

    private static func body(of command: SessionCommand) -> String {
        let target = "\(command.session) \(InstantText.text(of: command.instant))"
        let radix = radix(of: command.user)
        let tick = String(command.instant.ticks, radix: radix)
        return switch command.action {
        case .start(let order):
            "start \(target) \(order.plan?.rawValue ?? leftOut) "
                + (order.athlete.map { "\($0)" } ?? leftOut)
        case .pause: "pause \(target)"
        case .resume: "resume \(target)"
        case .stop: "stop \(target)"
        case .add(let sample):
            "add \(command.session) \(tick) \(sample.metric.name) \(sample.value) "
                + "\(String(sample.start.ticks, radix: radix)) "
                + "\((sample.end - sample.start).ticks)"
        case .remove(let removed):
            "remove \(command.session) \(tick) \(String(removed.ticks, radix: radix))"
        }
    }

    private static func radix(of user: UInt32?) -> Int { user == nil ? 10 : userRadix }

    /// The number of a user.
    static func userText(_ user: UInt32) -> String { String(user, radix: userRadix) }

    /// Parses exactly the texts of ``userText(_:)``; nil for any other.
    static func user(_ text: some StringProtocol) -> UInt32? {
        number(text, radix: userRadix).flatMap { UInt32(exactly: $0) }
    }

    /// Parses exactly the texts of ``text(of:)``; nil for any other.
    static func command(of text: String) -> SessionCommand? {
        // Splitting characters would take most of a restart's time.
        let words = text.utf8.split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false
        ).map { Substring($0) }
        guard words.count >= 3, let session = session(words[1]),
            let (count, user, day) = ending(words)
        else { return nil }
        let body = words[..<count]
        guard !session.isBook else { return entry(body, in: session, by: user) }
        guard let instant = InstantText.instant(words[2]), let action = action(body)
        else { return nil }
        return SessionCommand(action, session, at: instant, by: user, on: day)
    }

    /// How many words a command of each kind has before the words that say who gave it.
    private static func bodyCount(_ name: Substring) -> Int? {
        switch name {
        case "pause", "resume", "stop": 3
        case "remove": 4
        case "start": 5
        case "add": 7
        case _: nil
        }
    }

    /// More days than there are until the end of fleet time.
    private static let days = 0...999_999

    /// Of how many words the body of a command consists, and the user and day behind it.
    private static func ending(
        _ words: [Substring]
    ) -> (body: Int, user: UInt32?, day: Int32?)? {
        guard let count = bodyCount(words[0]), words.count >= count else { return nil }
        let rest = words[count...]
        guard let last = rest.first else { return (count, nil, nil) }
        guard rest.count == (words[0] == "start" ? 2 : 1), let user = user(last) else { return nil }
        guard rest.count == 2 else { return (count, user, nil) }
        guard let day = number(words[count + 1], radix: userRadix), days.contains(day) else {
            return nil
        }
        return (count, user, Int32(day))
    }

    private static func entry(
        _ words: ArraySlice<Substring>, in book: SessionName, by user: UInt32?
    ) -> SessionCommand? {
        let radix = radix(of: user)
        guard let instant = tick(words[2], radix) else { return nil }
        let action: SessionCommand.Action? =
            switch words[0] {
            case "add": sample(words, radix).map { .add($0) }
            case "remove": tick(words[3], radix).map { .remove($0) }
            case _: nil
            }
        return action.map { SessionCommand($0, book, at: instant, by: user) }
    }

    private static func sample(_ words: ArraySlice<Substring>, _ radix: Int) -> ManualSample? {
        guard let metric = DayMetric(named: words[3]), metric.name == words[3],
            let value = number(words[4]), let start = tick(words[5], radix),
            let length = number(words[6]), (0...Int(ManualSample.longest.ticks)).contains(length)
        else { return nil }
        let end = start + FleetDuration(ticks: Int64(length))
        return ManualSample(metric, value: Int64(value), from: start, to: end)
    }

    private static func tick(_ word: Substring, _ radix: Int) -> FleetInstant? {
        number(word, radix: radix).map { FleetInstant(ticks: Int64($0)) }
            .flatMap { StreamPosition.instants.contains($0) ? $0 : nil }
    }

    private static func action(_ words: ArraySlice<Substring>) -> SessionCommand.Action? {
        switch words[0] {
        case "start": order(words).map { .start($0) }
        case "pause": .pause
        case "resume": .resume
        case "stop": .stop
        case _: nil
        }
    }

    private static func order(_ words: ArraySlice<Substring>) -> StartOrder? {
        let (plan, athlete) = (PlanKind(rawValue: String(words[3])), lane(words[4]))
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
            let lane = lane(Substring(word.utf8[..<dot].dropFirst())),
            let lap = number(Substring(word.utf8[dot...].dropFirst())), laps.contains(lap)
        else { return nil }
        let isBook = kind == UInt8(ascii: "d")
        return isBook ? .book(of: lane, lap: lap) : SessionName(lane: lane, lap: lap)
    }

    private static func lane(_ text: Substring) -> LaneID? {
        number(text).flatMap(LaneID.init(exactly:))
    }

    /// A number in canonical form, without plus and leading zeros.
    static func number(_ text: some StringProtocol, radix: Int = 10) -> Int? {
        guard let number = Int(text, radix: radix), String(number, radix: radix) == text else {
            return nil
        }
        return number
    }
}

/// The text of an instant in a state folder: RFC 3339 in UTC, `2026-11-20T23:31:05.020000Z`.
enum InstantText {
    static func text(of instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }

    /// Nil for any text of another form, and for an instant between two ticks.
    static func instant(_ text: some StringProtocol) -> FleetInstant? {
        guard text.utf8.count == 27, let time = CalendarTime(rfc3339: text) else { return nil }
        let microseconds = time.microseconds
        guard microseconds.remainderRoundingDown(by: FleetDuration.microsecondsPerTick) == 0
        else { return nil }
        return FleetInstant(
            ticks: microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
    }
}
