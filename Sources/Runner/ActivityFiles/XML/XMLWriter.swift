import Vocabulary

/// A text, a number or a time as it stands in a document.
enum XMLValue: Sendable {
    /// Needs no escapes.
    case word(StaticString)
    case text(String)
    case integer(Int64)
    /// An integer in units of the last decimal, and the number of decimals.
    case decimal(Int64, Int)
    /// Seconds since 1970: `2026-03-01T05:40:00Z`.
    case utc(Int64)
    /// Seconds since 1970, and by how many local time is ahead of UTC:
    /// `2026-03-01 06:40:00 +0100`.
    case local(Int64, offset: Int)
}

/// Writes a document of XML 1.0 in UTF-8, piece by piece: an element a line, indented.
///
/// Whatever a text holds, the document stays well-formed: what XML cannot hold becomes U+FFFD.
struct XMLWriter: Sendable {
    typealias Attribute = (name: StaticString, value: XMLValue)

    private var bytes: [UInt8] = []
    private var names: [StaticString] = []
    private var times = XMLTimes()

    /// - Parameter lines: what stands between the declaration and the first element.
    init(_ lines: String = "") {
        append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        bytes += lines.utf8
    }

    /// How many bytes wait to be taken.
    var count: Int { bytes.count }

    /// What has been written since the last call: whole lines.
    mutating func drain() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func open(_ name: StaticString, _ attributes: [Attribute] = []) {
        begin(name, attributes)
        append(">\n")
        names.append(name)
    }

    /// Ends the element that was opened last. Traps if there is none.
    mutating func close() {
        guard let name = names.popLast() else { preconditionFailure("no element is open") }
        indent()
        append("</")
        append(name)
        append(">\n")
    }

    /// An element without content.
    mutating func empty(_ name: StaticString, _ attributes: [Attribute]) {
        begin(name, attributes)
        append("/>\n")
    }

    /// An element that holds a value; nothing for nil.
    mutating func element(_ name: StaticString, _ value: XMLValue?) {
        guard let value else { return }
        begin(name, [])
        append(">")
        append(value)
        append("</")
        append(name)
        append(">\n")
    }
}

extension XMLWriter {
    private mutating func begin(_ name: StaticString, _ attributes: [Attribute]) {
        indent()
        append("<")
        append(name)
        for attribute in attributes {
            append(" ")
            append(attribute.name)
            append("=\"")
            append(attribute.value)
            append("\"")
        }
    }

    private mutating func indent() {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: names.count))
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ value: XMLValue) {
        switch value {
        case .word(let word): append(word)
        case .text(let text): for scalar in text.unicodeScalars { append(escaped: scalar) }
        case .integer(let number): append(units: number, decimals: 0)
        case .decimal(let units, let decimals): append(units: units, decimals: decimals)
        case .utc(let second):
            times.append(second, between: "T", to: &bytes)
            append("Z")
        case .local(let second, let offset):
            // The form has no seconds in an offset; the instant stays the same.
            let minutes = Int64(offset).dividedRoundingToEven(by: 60)
            times.append(second + minutes * 60, between: " ", to: &bytes)
            append(minutes < 0 ? " -" : " +")
            times.append(twoDigits: abs(minutes) / 60, to: &bytes)
            times.append(twoDigits: abs(minutes) % 60, to: &bytes)
        }
    }

    /// Appends a scalar with the escapes that both an attribute and a text need. A newline in an
    /// attribute would be read as a space.
    private mutating func append(escaped scalar: Unicode.Scalar) {
        switch scalar {
        case "&": append("&amp;")
        case "<": append("&lt;")
        case ">": append("&gt;")
        case "\"": append("&quot;")
        case "\t", "\n", "\r":
            append("&#")
            append(units: Int64(scalar.value), decimals: 0)
            append(";")
        case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func append(units: Int64, decimals: Int) {
        bytes += "\(Decimal64(units: units, decimals: decimals))".utf8
    }
}

/// Writes dates and times of day; the text of the last date is kept.
private struct XMLTimes: Sendable {
    private var day: Int64?
    private var date: [UInt8] = []

    private static let secondsOfDay: Int64 = 86_400

    mutating func append(
        _ second: Int64, between separator: Unicode.Scalar, to bytes: inout [UInt8]
    ) {
        let day = second.dividedRoundingDown(by: Self.secondsOfDay)
        if day != self.day {
            self.day = day
            let midnight = CalendarTime(microseconds: day * CalendarTime.microsecondsPerDay)
            date = Array(midnight.description.utf8.prefix { $0 != UInt8(ascii: "T") })
        }
        bytes += date
        bytes.append(UInt8(ascii: separator))
        let time = second.remainderRoundingDown(by: Self.secondsOfDay)
        append(twoDigits: time / 3600, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(twoDigits: time / 60 % 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(twoDigits: time % 60, to: &bytes)
    }

    func append(twoDigits value: Int64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(value / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
