import StreamAudit
import WireProtocol

/// The form of a relayed line: a key, an id and a value with tabs between, and a newline. Key and
/// id are optional.
package struct RelayForm: Sendable {
    package enum Value: Sendable {
        /// The daemon's line without its clock fields, the same whenever it is sent.
        case line
        /// The daemon's line, unchanged.
        case lineWithClock
        case fields(ValueFields)
    }

    private let key: HeadTemplate?
    private let id: HeadTemplate?
    private let value: Value

    package init(key: HeadTemplate?, id: HeadTemplate?, value: Value) {
        self.key = key
        self.id = id
        self.value = value
    }

    /// Adds a line in this form.
    ///
    /// - Returns: where the id lies in `output`, empty without one; nil, with nothing added, if the
    ///   line is not JSON, which only chosen fields detect.
    @inline(__always)
    func append(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, to output: inout LineBuffer
    ) -> Range<Int>? {
        let start = output.count
        if let key {
            key.append(line, head, to: &output)
            output.append(UInt8(ascii: "\t"))
        }
        let idStart = output.count
        var idEnd = idStart
        if let id {
            id.append(line, head, to: &output)
            idEnd = output.count
            output.append(UInt8(ascii: "\t"))
        }
        guard appendValue(line, head, to: &output) else {
            output.truncate(to: start)
            return nil
        }
        output.append(UInt8(ascii: "\n"))
        return idStart..<idEnd
    }

    @inline(__always)
    private func appendValue(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, to output: inout LineBuffer
    ) -> Bool {
        switch value {
        case .line:
            output.append(line, 0..<head.clock.lowerBound)
            output.append(line, head.clock.upperBound..<line.count)
        case .lineWithClock: output.append(line)
        case .fields(let fields): return fields.append(line, to: &output)
        }
        return true
    }
}
