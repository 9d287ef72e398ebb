import LinuxIO

/// The content of the file `settings`: the settings that describe the fleet, as it was flown last,
/// by name. What they mean is for the reader to know.
package struct KeptSettings: Hashable, Sendable {
    /// A list has several texts; a setting that had no value is left out.
    package let values: [String: [String]]

    static let fileName = "settings"
    private static let head = "runway-settings 1"
    /// Begins a line that goes on with the text of the one before.
    private static let more = "+"
    /// Leaves room for the longest name.
    private static let pieceBytes = 48

    package init(_ values: [String: [String]]) {
        self.values = values.filter { !$0.value.isEmpty }
    }

    /// The file's bytes: a name and a text a line. Bytes of a text that are not plain are written
    /// as `%20`, and a long text goes on in the next line.
    var bytes: [UInt8] { CheckedRecord.encode(lines) }

    private var lines: [String] {
        var lines = [Self.head]
        for (name, texts) in values.sorted(by: { $0.key < $1.key }) {
            for text in texts {
                var rest = Self.escaped(text)[...]
                repeat {
                    let isFirst = rest.startIndex == 0
                    let piece = String(decoding: rest.prefix(Self.pieceBytes), as: UTF8.self)
                    lines.append("\(isFirst ? name : Self.more) \(piece)")
                    rest = rest.dropFirst(Self.pieceBytes)
                } while !rest.isEmpty
            }
        }
        return lines
    }

    /// Parses ``bytes``. Throws if the file differs in any bit from what ``bytes`` returns.
    init(_ bytes: [UInt8], file: String) throws(StateFailure) {
        let lines = try CheckedRecord.texts(of: bytes, file: file)
        guard lines.first == Self.head else {
            throw .damaged(file: file, line: 1, reason: "it does not begin with \(Self.head)")
        }
        var texts: [(name: Substring, text: String)] = []
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            if parts[0] == Self.more, !texts.isEmpty {
                texts[texts.count - 1].text += parts[1]
            } else {
                texts.append((parts[0], String(parts[1])))
            }
        }
        self.init(
            Dictionary(grouping: texts) { String($0.name) }
                .mapValues { $0.map { Self.unescaped($0.text) } })
        guard self.bytes == bytes else {
            throw .damaged(file: file, line: 1, reason: "the file has lines that do not belong")
        }
    }

    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789abcdef".utf8)

    /// An empty text becomes a lone escape mark, so that no line ends with a space.
    private static func escaped(_ text: String) -> [UInt8] {
        guard !text.isEmpty else { return [percent] }
        return text.utf8.flatMap { byte -> [UInt8] in
            let isPlain = (0x21...0x7E).contains(byte) && byte != percent
            return isPlain ? [byte] : [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            let pair = rest.prefix(2).compactMap { digits.firstIndex(of: $0) }
            guard pair.count == 2 else { break }
            bytes.append(UInt8(pair[0] << 4 | pair[1]))
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StateFolder {
    /// The settings that a folder keeps; nil if it holds no fleet, or one of an earlier daemon.
    ///
    /// Makes no folder, changes nothing in one, and does not lock it.
    ///
    /// - Throws: if the folder or its file of settings cannot be read.
    package static func settings(in path: String) throws(StateFailure) -> KeptSettings? {
        guard try attempt({ () throws(SystemFailure) in try hasFleet(path) }) else { return nil }
        return try settings(in: open(path))
    }

    static func settings(in files: PrivateFolder) throws(StateFailure) -> KeptSettings? {
        try parse(KeptSettings.fileName, in: files, KeptSettings.init)
    }
}
