import Glibc
import Testing
import Vocabulary
import WireProtocol

/// A line as it came out of the pipeline.
struct PipelineLine: Equatable {
    var text: String
    var position: StreamPosition
    var session: SessionName
    var isData: Bool

    /// The lines of a block.
    static func all(in block: borrowing LineBlock) -> [PipelineLine] {
        var lines: [PipelineLine] = []
        for index in block.entries.indices {
            let entry = block.entries[index]
            lines.append(
                PipelineLine(
                    text: String(decoding: block.bytes[block.range(of: index)], as: UTF8.self),
                    position: entry.position, session: entry.session, isData: entry.isData))
        }
        return lines
    }

    /// The line without the fields that depend on the machine's clock.
    var withoutClock: PipelineLine {
        var line = self
        line.text = text.split(separator: ",", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("\"due_us\":") && !$0.hasPrefix("\"late_us\":") }
            .joined(separator: ",")
        return line
    }

    /// What stands behind `"name":` up to the next comma, or to the quote that ends a string.
    func field(_ name: String) -> Substring? {
        let key = "\"\(name)\":"
        guard let offset = offset(of: key) else { return nil }
        let value = text.utf8[
            text.utf8.index(text.startIndex, offsetBy: offset + key.utf8.count)...]
        if value.first == UInt8(ascii: "\"") {
            return Substring(value.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
        }
        return Substring(
            value.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") })
    }

    /// Bytes before the first occurrence of `key`.
    private func offset(of key: String) -> Int? {
        text.withCString { text in
            key.withCString { key in
                strstr(text, key).map { UnsafePointer($0) - text }
            }
        }
    }

    var type: Substring? { field("type") }
    var n: Int? { field("n").flatMap { Int($0) } }
}

/// Notes the first difference of two rows of lines.
func expectSame(
    _ actual: [PipelineLine], _ expected: [PipelineLine], _ context: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual != expected else { return }
    let index = zip(actual, expected).prefix { $0 == $1 }.count
    let found = index < actual.count ? actual[index].text : "nothing\n"
    let wanted = index < expected.count ? expected[index].text : "nothing\n"
    Issue.record(
        """
        \(context()): line \(index) of \(actual.count) differs from that of \(expected.count)
        found:  \(found)wanted: \(wanted)
        """, sourceLocation: sourceLocation)
}
