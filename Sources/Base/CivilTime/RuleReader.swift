/// Reads the parts of a POSIX TZ string.
struct RuleReader {
    private let text: [UInt8]
    /// Where the text begins in its file.
    private let base: Int
    private var place = 0

    init(_ text: [UInt8], at base: Int) {
        self.text = text
        self.base = base
    }

    var isAtEnd: Bool { place == text.count }
    /// Nil at the end.
    var next: UInt8? { isAtEnd ? nil : text[place] }

    func problem(_ expected: String) -> ZoneFileProblem {
        ZoneFileProblem(offset: base + place, .rule(expected))
    }

    private mutating func skips(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        place += 1
        return true
    }

    /// Steps over a name: three letters or more, or anything of letters, digits and signs in `<>`.
    mutating func skipName() throws(ZoneFileProblem) {
        let isQuoted = skips("<")
        let start = place
        while let byte = next, Self.isLetter(byte) || isQuoted && Self.isSignOrDigit(byte) {
            place += 1
        }
        guard place - start >= 3 else { throw problem("name of three letters") }
        if isQuoted, !skips(">") { throw problem("end of a name") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSignOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// `-5:30`: seconds that must be added to local time to get UTC, up to 24 h to either side.
    mutating func offsetWest() throws(ZoneFileProblem) -> Int { try time(hours: 0...24) }

    /// A sign, hours, minutes and seconds; only the hours are required.
    private mutating func time(hours range: ClosedRange<Int>) throws(ZoneFileProblem) -> Int {
        let isNegative = skips("-")
        if !isNegative { _ = skips("+") }
        var seconds = try number(in: range) * 3600
        if skips(":") {
            seconds += try number(in: 0...59) * 60
            if skips(":") { seconds += try number(in: 0...59) }
        }
        return isNegative ? -seconds : seconds
    }

    private mutating func number(in range: ClosedRange<Int>) throws(ZoneFileProblem) -> Int {
        let start = place
        var value = 0
        while let byte = next, Self.isDigit(byte), place - start < 4 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            place += 1
        }
        guard place > start, range.contains(value) else {
            place = start
            throw problem("number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// `,M10.5.0/3`: a day of each year and the time on it, which is 2 o'clock if left out.
    mutating func yearlyTime() throws(ZoneFileProblem) -> DaylightRule.YearlyTime {
        guard skips(",") else { throw problem("comma") }
        let day = try yearlyDay()
        let second = skips("/") ? try time(hours: 0...167) : 7200
        return DaylightRule.YearlyTime(day: day, second: second)
    }

    private mutating func yearlyDay() throws(ZoneFileProblem) -> DaylightRule.YearlyTime.Day {
        if skips("J") { return .withoutLeapDay(try number(in: 1...365)) }
        guard skips("M") else { return .fromZero(try number(in: 0...365)) }
        let month = try number(in: 1...12)
        guard skips(".") else { throw problem("point") }
        let week = try number(in: 1...5)
        guard skips(".") else { throw problem("point") }
        return .weekday(month: month, week: week, weekday: try number(in: 0...6))
    }
}
