import CommandLine
import JSON
import PlainText
import WireProtocol

/// The chosen fields of a line as a new object, each value as the daemon wrote it.
///
/// `t,heart_rate_bpm.average` makes `{"t":"…","heart_rate_bpm.average":135.80}` of a line. Fields
/// that the line lacks are left out.
package struct ValueFields: Hashable, Sendable {
    private let paths: [String]
    private static let levels = 64

    /// - Parameter flag: the flag with the names, for errors.
    /// - Throws: for a name that occurs twice, or that cannot be a field's name.
    package init(parsing text: String, flag: String) throws(ProgramFailure) {
        paths = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for (index, path) in paths.enumerated() {
            let names = path.split(separator: ".", omittingEmptySubsequences: false)
            let isPath = names.allSatisfy { name in
                !name.isEmpty
                    && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
            guard isPath, !paths[..<index].contains(path) else {
                let reason = isPath ? "is named twice" : "is no path to a value"
                throw .usage(
                    "\(flag): \(path.quoted) \(reason)",
                    suggestion: "give fields with commas between, such as t,heart_rate_bpm.average")
            }
        }
    }

    /// Adds the object for a line; adds nothing and returns false if the line is not JSON. Linear
    /// in the bytes of the line.
    func append(_ line: UnsafeRawBufferPointer, to output: inout LineBuffer) -> Bool {
        var found = [Range<Int>?](repeating: nil, count: paths.count)
        var scanner = JSONScanner(
            line.assumingMemoryBound(to: UInt8.self), .lenient, depthLimit: Self.levels)
        do throws(JSONFault) {
            try scanner.text { scanner throws(JSONFault) in
                try walk(&scanner, "", &found)
            }
        } catch {
            return false
        }
        var separator: StaticString = "{"
        for (path, range) in zip(paths, found) {
            guard let range else { continue }
            output.append(separator)
            output.append("\"")
            output.append(utf8: path)
            output.append("\":")
            output.append(line, range)
            separator = ","
        }
        if separator.utf8Start.pointee == UInt8(ascii: "{") { output.append("{") }
        output.append("}")
        return true
    }

    /// Passes over a value, and notes the ranges of the chosen values.
    ///
    /// - Parameter path: the path of the value, with a point behind it; empty for the line itself.
    private func walk(
        _ scanner: inout JSONScanner, _ path: String, _ found: inout [Range<Int>?]
    ) throws(JSONFault) {
        switch try scanner.kind() {
        case .object:
            try scanner.object { scanner, name, _ throws(JSONFault) in
                let start = scanner.index
                try walk(&scanner, "\(path)\(name).", &found)
                if let index = paths.firstIndex(of: path + name), found[index] == nil {
                    found[index] = start..<scanner.index
                }
            }
        case .array:
            try scanner.array { scanner throws(JSONFault) in
                // Values in a list have no path.
                var none: [Range<Int>?] = found
                try walk(&scanner, "\(path).", &none)
            }
        case .string: _ = try scanner.string()
        case .number: _ = try scanner.number()
        case .word: _ = try scanner.word()
        }
    }
}
