import FoundationEssentials

/// A value of a configuration file, and where it stands.
package struct PlacedValue: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        package let namePlace: TextPlace
        package let value: PlacedValue
    }

    package enum Content: Hashable, Sendable {
        /// In the order of the file.
        case object([Field])
        case array([PlacedValue])
        case text(String)
        /// Finite.
        case number(Double)
        case boolean(Bool)
        case null
    }

    package let place: TextPlace
    package let content: Content
}

extension PlacedValue {
    /// Reads a JSON5 text whose top level is an object. Linear in the length of the text.
    ///
    /// A byte order mark is passed over. What is refused besides what JSON5 refuses, and why, is
    /// said at ``JSON5Scanner``.
    package init(json5 bytes: [UInt8]) throws(JSON5Fault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        let outline = try JSON5Scanner.outline(text)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            self =
                try decoder.decode(DecodedValue.self, from: Data(text), configuration: outline)
                .value
        } catch {
            throw JSON5Fault(outline.place, "the text cannot be decoded", "write plain JSON")
        }
    }
}
