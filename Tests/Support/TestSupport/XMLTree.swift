/// An element of a document, read by a strict and small reader: what well-formed means for the
/// documents that we write. It knows no entities but the five of XML and numbers.
package final class XMLTree {
    package let name: String
    package let attributes: [(name: String, value: String)]
    package private(set) var children: [XMLTree] = []
    package private(set) var text = ""

    private init(name: String, attributes: [(String, String)]) {
        self.name = name
        self.attributes = attributes
    }

    package subscript(_ attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    package subscript(children name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// The text of the first child of that name.
    package func value(_ name: String) -> String? { self[children: name].first?.text }

    /// All elements below of that name, in order.
    package func all(_ name: String) -> [XMLTree] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    /// What is wrong with a document, and before which rest of it.
    package struct Fault: Error {
        package let what: String
        package let rest: String
    }

    /// Reads a document with its declaration, and with a document type if there is one.
    package static func read(_ bytes: [UInt8]) throws -> XMLTree {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(what: "no UTF-8", rest: "")
        }
        var reader = Reader(rest: text.unicodeScalars[...])
        try reader.skip("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        if reader.starts("<!DOCTYPE") {
            _ = try reader.until("]>")
        }
        reader.skipSpace()
        let root = try reader.element()
        reader.skipSpace()
        guard reader.rest.isEmpty else { throw reader.fault("something behind the root") }
        return root
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        func fault(_ what: String) -> Fault {
            Fault(what: what, rest: String(Substring(rest.prefix(60))))
        }

        func starts(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

        mutating func skip(_ text: String) throws {
            guard starts(text) else { throw fault("not \(text)") }
            rest = rest.dropFirst(text.unicodeScalars.count)
        }

        mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\n" } }

        mutating func until(_ end: String) throws -> String {
            var read = String.UnicodeScalarView()
            while !starts(end) {
                guard let scalar = rest.popFirst() else { throw fault("no \(end)") }
                read.append(scalar)
            }
            try skip(end)
            return String(read)
        }

        mutating func name() throws -> String {
            let name = rest.prefix { $0.properties.isAlphabetic || $0 == ":" || "0"..."9" ~= $0 }
            guard !name.isEmpty else { throw fault("no name") }
            rest = rest.dropFirst(name.count)
            return String(Substring(name))
        }

        mutating func element() throws -> XMLTree {
            try skip("<")
            let name = try name()
            var attributes: [(String, String)] = []
            while starts(" ") {
                try skip(" ")
                let attribute = try self.name()
                try skip("=\"")
                attributes.append((attribute, try Self.unescaped(try until("\""))))
            }
            guard Set(attributes.map(\.0)).count == attributes.count else {
                throw fault("an attribute twice")
            }
            let element = XMLTree(name: name, attributes: attributes)
            if starts("/>") {
                try skip("/>")
                return element
            }
            try skip(">")
            try readContent(of: element)
            return element
        }

        mutating func readContent(of element: XMLTree) throws {
            while !starts("</") {
                if starts("<") {
                    element.children.append(try self.element())
                } else {
                    let text = rest.prefix { $0 != "<" }
                    rest = rest.dropFirst(text.count)
                    guard !rest.isEmpty else { throw fault("\(element.name) has no end") }
                    element.text += try Self.unescaped(String(Substring(text)))
                }
            }
            try skip("</\(element.name)>")
            if !element.children.isEmpty, element.text.allSatisfy(\.isWhitespace) {
                element.text = ""
            }
        }

        /// Throws for what must not stand there.
        static func unescaped(_ text: String) throws -> String {
            var reader = Reader(rest: text.unicodeScalars[...])
            var plain = String.UnicodeScalarView()
            while let scalar = reader.rest.popFirst() {
                let isAllowed = scalar == "\n" || scalar >= " " && scalar.value < 0xFFFE
                guard isAllowed || scalar.value > 0xFFFF, scalar != "<", scalar != ">" else {
                    throw reader.fault("U+\(String(scalar.value, radix: 16)) in a text")
                }
                guard scalar == "&" else {
                    plain.append(scalar)
                    continue
                }
                plain.append(try Self.scalar(named: try reader.until(";")))
            }
            return String(plain)
        }

        private static func scalar(named name: String) throws -> Unicode.Scalar {
            let known: [String: Unicode.Scalar] = [
                "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
            ]
            let number = name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let scalar = known[name] ?? number.flatMap(Unicode.Scalar.init) else {
                throw Fault(what: "no entity", rest: name)
            }
            return scalar
        }
    }
}
