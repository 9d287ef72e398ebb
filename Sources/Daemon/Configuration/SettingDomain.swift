import CommandLine
import JSON
import LinuxIO
import PlainText
import Simulation
import Vocabulary

/// Which values a setting may have.
enum SettingDomain: Sendable {
    /// A path to a socket.
    case path
    /// A path to a file, with an example.
    case file(String)
    /// Paths to files, of lanes or for all of them where they may be so: `s3=FILE` or `FILE`.
    case paths(ofLanes: Bool = false)
    case integer(ClosedRange<Int64>)
    case choice([Int64])
    case boolean
    case speed
    case shard
    /// A moment; as an instant whole seconds, in microseconds since 1970.
    case time(ClosedRange<Int64>)
    case word([String])
    /// The name of a time zone.
    case zone
    /// Latitude, longitude and kilometres of a region.
    case region
    /// A list of athletes, or the path of a file with one; read by ``AthleteReading``.
    case athletes
    /// Rules; read by ``AccessReading``, which says what exactly is wrong.
    case access

    /// The allowed values, to be read after "give".
    var allowed: String {
        switch self {
        case .path: "a path of at most \(SocketPath.byteLimit) bytes"
        case .file(let example): "a path such as \(example)"
        case .paths(false): "a list of paths, such as [\"run.csv\"]"
        case .paths(true): "a list of paths, such as [\"park.gpx\", \"s3=hill.gpx\"]"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let numbers): "one of " + numbers.map(String.init).joined(separator: ", ")
        case .boolean: "true or false"
        case .speed: "a number from 0.1 to 3600 with at most three decimals, or \"max\""
        case .shard:
            "a part and the number of parts, at most \(FleetShard.countMax), such as 0/4"
        case .time(let range):
            "a moment in whole seconds from "
                + "\(CalendarTime(microseconds: range.lowerBound).year) to "
                + "\(CalendarTime(microseconds: range.upperBound).year): \(Moment.form)"
        case .word(let words): Self.either(words)
        case .zone: "the name of a time zone, such as Europe/Berlin, or a rule as TZ has it"
        case .region: Region.form
        case .athletes: AthleteReading.form
        case .access: AccessReading.form
        }
    }

    /// The values, where they are few, for the completion of shells.
    var words: WordDomain? {
        switch self {
        case .word(let words): .word(words)
        case .choice(let numbers): .word(numbers.map(String.init))
        case .boolean: .word(["true", "false"])
        case .paths, .athletes: .file
        case .path, .file, .integer, .speed, .shard, .time, .zone, .region, .access: nil
        }
    }

    private static func either(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    /// Reads what a flag or a variable says; paths have colons between them. Nil if it is not
    /// allowed.
    func value(of text: String) -> SettingValue? {
        switch self {
        case .path, .file, .zone, .athletes: return .text(text)
        case .paths: return .texts(text.split(separator: ":").map(String.init))
        case .integer, .choice: return Int64(text).flatMap(integer)
        case .boolean: return Bool(text).map(SettingValue.boolean)
        case .speed: return PlaybackSpeed(parsing: text).map(SettingValue.speed)
        case .shard: return FleetShard(parsing: text).map { .text("\($0)") }
        case .region: return Region(parsing: text).map { .text("\($0)") }
        case .word(let words): return words.contains(text) ? .text(text) : nil
        case .access: return nil
        case .time(let range):
            guard let moment = Moment(parsing: text) else { return nil }
            guard case .time(let microseconds) = moment else { return .moment(moment, text) }
            guard range.contains(microseconds), microseconds % 1_000_000 == 0 else { return nil }
            return .time(CalendarTime(microseconds: microseconds))
        }
    }

    private func integer(_ number: Int64) -> SettingValue? {
        switch self {
        case .integer(let range): range.contains(number) ? .integer(number) : nil
        case .choice(let numbers): numbers.contains(number) ? .integer(number) : nil
        case .path, .file, .paths, .boolean, .speed, .shard, .time, .word, .zone, .region,
            .athletes, .access:
            nil
        }
    }
}

extension SettingDomain {
    /// Reads what the configuration file says; nil if it is not allowed.
    func value(of value: PlacedJSON) -> SettingValue? {
        if case .access = self {
            let reading = AccessReading(value)
            return reading.faults.isEmpty ? .access(reading.rules) : nil
        }
        if case .athletes = self, case .array(let items) = value.content {
            let reading = AthleteReading(of: items)
            return reading.faults.isEmpty ? .athletes(reading.athletes) : nil
        }
        return self.value(of: value.content)
    }

    private func value(of content: PlacedJSON.Content) -> SettingValue? {
        switch (self, content) {
        case (.path, .text(let text)), (.file, .text(let text)), (.word, .text(let text)),
            (.time, .text(let text)), (.shard, .text(let text)), (.zone, .text(let text)),
            (.region, .text(let text)), (.athletes, .text(let text)):
            text.isEmpty ? nil : value(of: text)
        case (.paths, .array(let items)): Self.paths(items)
        case (.integer, .number(let number)), (.choice, .number(let number)):
            number.integer.flatMap(integer)
        case (.boolean, .boolean(let flag)): .boolean(flag)
        case (.speed, .number(let number)): value(of: "\(number.double)")
        // The file writes numbers as numbers, so that "max" is the only text.
        case (.speed, .text("\(PlaybackSpeed.fastest)")): .speed(.fastest)
        case _: nil
        }
    }

    private static func paths(_ items: [PlacedJSON]) -> SettingValue? {
        let paths = items.compactMap(\.path)
        return paths.count == items.count ? .texts(paths) : nil
    }

    /// A wrong value of the file in words, to be read after "cannot be".
    func shown(_ content: PlacedJSON.Content) -> String {
        switch content {
        case .object: "an object"
        case .array: "a list"
        case .number(let number): number.integer.map { "\($0)" } ?? "\(number.double)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        case .text(let text): (takesText ? "" : "the text ") + text.quoted
        }
    }

    private var takesText: Bool {
        switch self {
        case .path, .file, .shard, .time, .word, .zone, .region, .athletes: true
        case .paths, .integer, .choice, .boolean, .speed, .access: false
        }
    }
}

extension PlacedJSON {
    /// The text, if it is one that can be a path.
    var path: String? {
        guard case .text(let text) = content, !text.isEmpty else { return nil }
        return text
    }
}
