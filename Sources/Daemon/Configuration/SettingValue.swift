import PlainText
import Vocabulary
import WireProtocol

/// The value of a setting.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case texts([String])
    case integer(Int64)
    case boolean(Bool)
    case speed(PlaybackSpeed)
    /// A time in whole seconds.
    case time(CalendarTime)
    /// A moment in the words of a user; only the fleet's zone and present give it a meaning.
    case moment(Moment, String)
    case athletes([OrderedAthlete])
    case access([AccessRule])

    /// The value in the form of a configuration file.
    package var json5: String {
        switch self {
        case .text(let text), .moment(_, let text): Self.quoted(text)
        case .texts(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .speed(let speed): speed.isPaced ? "\(speed)" : Self.quoted("\(speed)")
        case .time(let time): Self.quoted("\("\(time)".dropLast(".000000Z".count))Z")
        // A line each, indented as a setting at the top level is.
        case .access(let rules): Self.lines(rules.map(\.json5))
        case .athletes(let athletes): Self.lines(athletes.map(\.json5))
        }
    }

    private static func lines(_ elements: [String]) -> String {
        "[\n\(elements.map { "    \($0),\n" }.joined())  ]"
    }

    /// The value for people: texts without quotes, and large numbers of bytes also in MiB.
    var shown: String {
        switch self {
        case .text(let text), .moment(_, let text): text
        case .integer(let number) where number >= 1 << 20 && number % (1 << 20) == 0:
            "\(number) (\(number >> 20) MiB)"
        case .texts, .integer, .boolean, .speed, .time: json5
        case .athletes(let athletes): athletes.count.counted("athlete")
        case .access: "as it stands here"
        }
    }

    /// The texts from which a domain makes the value again; the elements of a list.
    package var texts: [String] {
        switch self {
        case .text(let text), .moment(_, let text): [text]
        case .texts(let texts): texts
        case .integer(let number): ["\(number)"]
        case .boolean(let flag): ["\(flag)"]
        case .speed(let speed): ["\(speed)"]
        case .athletes(let athletes): ["[\(athletes.map(\.json5).joined(separator: ", "))]"]
        case .time, .access: []
        }
    }

    /// The value with absolute paths, if it has paths.
    func located(_ domain: SettingDomain, in workingDirectory: String?) -> SettingValue {
        located(domain) { path in
            path.hasPrefix("/") ? path : (workingDirectory.map { "\($0)/" } ?? "") + path
        }
    }

    /// The value with other paths, if it has paths.
    func located(_ domain: SettingDomain, _ locate: (String) -> String) -> SettingValue {
        switch (domain, self) {
        case (.path, .text(let path)), (.file, .text(let path)), (.athletes, .text(let path)):
            .text(locate(path))
        case (.athletes, .athletes(let athletes)):
            .athletes(athletes.map { $0.located(locate) })
        case (.paths(false), .texts(let paths)): .texts(paths.map(locate))
        case (.paths(true), .texts(let texts)):
            .texts(texts.map { LanePath($0).located(locate).description })
        case _: self
        }
    }

    private static func quoted(_ text: String) -> String {
        var buffer = LineBuffer()
        buffer.appendJSONString(text)
        return buffer.text.plainJSON
    }
}
