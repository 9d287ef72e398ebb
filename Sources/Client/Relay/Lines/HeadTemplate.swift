import CommandLine
import PlainText
import StreamAudit
import WireProtocol

/// The form of a key or an id: text with the names of fields in braces.
package struct HeadTemplate: Sendable {
    /// A field that a template may name.
    package enum Field: String, CaseIterable, Sendable {
        /// The name of the relay.
        case sub
        case session
        /// The session or the day's book without its lap: `s7`, `d7`.
        case lane
        case n, type, t
        /// The date of `t`, in UTC.
        case day
        case anchor
        /// The part that all anchors of a fleet share, and that differs between fleets.
        case fleet
    }

    enum Part: Sendable {
        /// A short text, kept in place.
        case text(LineLabel)
        case field(Field)
    }

    /// The most bytes of a text part; a longer text makes several parts.
    private static let labelBytes = 32

    let parts: [Part]
    /// Whether a line's number may directly follow a session or a lane, which end with digits, or
    /// with only digits between: `s1.1` and 12 would read as `s1.11` and 2.
    private let joinsNumbers: Bool

    /// Reads `{sub}:{session}:{n}`; `{{` and `}}` are braces.
    ///
    /// - Parameters:
    ///   - flag: the flag with the template, for errors.
    ///   - sub: the name of the relay, for `{sub}`.
    /// - Throws: for an unknown field, a brace without its partner, a control character, or a
    ///   template without any field; names the column.
    package init(parsing template: String, flag: String, sub: String) throws(ProgramFailure) {
        var parts: [Part] = []
        var text = ""
        var (endsWithNumber, joinsNumbers) = (false, false)
        func endText() {
            if text.contains(where: { !("0"..."9").contains($0) }) { endsWithNumber = false }
            var label = ""
            for scalar in text.unicodeScalars {
                if label.utf8.count + scalar.utf8.count > Self.labelBytes {
                    parts.append(.text(LineLabel(label)))
                    label = ""
                }
                label.unicodeScalars.append(scalar)
            }
            if !label.isEmpty { parts.append(.text(LineLabel(label))) }
            text = ""
        }
        var rest = template[...]
        func mistake(_ reason: String) -> ProgramFailure {
            .usage(
                "\(flag), column \(template.count - rest.count + 1): \(reason)",
                suggestion: "write fields as {session}, of \(Self.names), and {{ or }} for a brace")
        }
        while let character = rest.first {
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                text.append(character)
                rest = rest.dropFirst(2)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw mistake("\"{\" is not closed")
                }
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                guard let field = Field(rawValue: name) else {
                    throw mistake("there is no field \(name.quoted)")
                }
                if field == .sub {
                    text += sub
                } else {
                    endText()
                    parts.append(.field(field))
                    joinsNumbers = joinsNumbers || endsWithNumber && field == .n
                    endsWithNumber = [.session, .lane, .n].contains(field)
                }
                rest = rest[rest.index(after: end)...]
            } else {
                guard character != "}" else { throw mistake("\"}\" closes nothing") }
                guard !character.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                    throw mistake("a tab or another control character cannot stand here")
                }
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        endText()
        (self.parts, self.joinsNumbers) = (parts, joinsNumbers)
        guard !fields.isEmpty else { throw mistake("it names no field") }
    }

    private static var names: String { Field.allCases.map(\.rawValue).joined(separator: ", ") }

    /// The fields that the template names, without the name of the relay.
    package var fields: Set<Field> {
        Set(
            parts.compactMap { part -> Field? in
                guard case .field(let field) = part else { return nil }
                return field
            })
    }

    /// Whether no two lines of a fleet get the same text.
    package var isUnique: Bool {
        fields.contains(.anchor) || fields.isSuperset(of: [.session, .n]) && !joinsNumbers
    }

    /// Adds the text for a line.
    @inline(__always)
    func append(_ line: UnsafeRawBufferPointer, _ head: LineHead, to output: inout LineBuffer) {
        for part in parts {
            switch part {
            case .text(let label): output.append(label)
            case .field(let field): Self.append(field, line, head, to: &output)
            }
        }
    }

    @inline(__always)
    private static func append(
        _ field: Field, _ line: UnsafeRawBufferPointer, _ head: LineHead,
        to output: inout LineBuffer
    ) {
        switch field {
        case .sub: return
        case .session: output.append(line, head.session)
        case .lane: output.append(line, lane(line, head.session))
        case .n: output.append(line, head.number)
        case .type: output.append(line, head.type)
        case .t: output.append(line, head.time)
        case .day: output.append(line, head.time.prefix(10))
        case .anchor: output.append(line, head.anchor)
        case .fleet:
            let start = head.anchor.lowerBound
            let places = Anchor.identityPlaces
            output.append(line, start + places.lowerBound..<start + places.upperBound)
        }
    }

    private static func lane(
        _ line: UnsafeRawBufferPointer, _ session: Range<Int>
    ) -> Range<Int> {
        let point = session.first { line[$0] == UInt8(ascii: ".") }
        return session.lowerBound..<(point ?? session.upperBound)
    }
}

extension LineBuffer {
    /// Adds the bytes of a line in a range.
    @inline(__always)
    mutating func append(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) {
        append(UnsafeRawBufferPointer(rebasing: line[range]))
    }
}
