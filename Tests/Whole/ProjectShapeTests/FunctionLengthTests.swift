import Testing

@Suite struct FunctionLengthTests {
    private static let limit = 60
    private static let keywords: Set = ["func", "init", "deinit", "subscript", "var"]

    private struct Body {
        let line: Int
        let lineCount: Int
    }

    /// The bodies of functions, initialisers, subscripts and computed properties.
    private static func bodies(in text: String) -> [Body] {
        let bytes = SwiftCode(text).bytes
        var bodies: [Body] = []
        var line = 1
        var index = 0
        while index < bytes.count {
            let word = word(at: index, in: bytes)
            if keywords.contains(word), index == 0 || bytes[index - 1] != UInt8(ascii: "."),
                let opening = opening(after: index, isProperty: word == "var", in: bytes)
            {
                bodies.append(Body(line: line, lineCount: lineCount(from: opening, in: bytes)))
            }
            let next = index + max(1, word.utf8.count)
            line += bytes[index..<next].count { $0 == UInt8(ascii: "\n") }
            index = next
        }
        return bodies
    }

    private static func word(at index: Int, in bytes: [UInt8]) -> String {
        let word = bytes[index...].prefix {
            ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
                || $0 == UInt8(ascii: "_") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
        }
        return String(decoding: word, as: UTF8.self)
    }

    /// The brace that begins the body; nil of a requirement or a stored property.
    private static func opening(
        after index: Int, isProperty: Bool, in bytes: [UInt8]
    ) -> Int? {
        var depth = 0
        for place in index..<bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "{") where depth == 0: return place
            case UInt8(ascii: "}") where depth == 0: return nil
            case UInt8(ascii: "\n") where depth == 0 && isProperty: return nil
            case UInt8(ascii: "=") where depth == 0 && isProperty: return nil
            case _: break
            }
        }
        return nil
    }

    /// The lines between the brace at `opening` and its partner.
    private static func lineCount(from opening: Int, in bytes: [UInt8]) -> Int {
        var depth = 0
        var count = 0
        for byte in bytes[opening...] {
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if byte == UInt8(ascii: "\n") { count += 1 }
            if depth == 0 { break }
        }
        return max(0, count - 1)
    }

    private static func findings(_ file: Repository.File) -> [String] {
        bodies(in: file.text).filter { $0.lineCount > limit }
            .map { "\(file.path):\($0.line): a body of \($0.lineCount) lines, more than \(limit)" }
    }

    @Test func `a function fits in the eye`() throws {
        let files = try Repository().swiftFiles(in: "Sources")
        expectNothing(files.flatMap(Self.findings))
        let counts = files.flatMap { Self.bodies(in: $0.text).map(\.lineCount) }.sorted()
        try #require(counts.count > 500)
        #expect(counts[counts.count / 2] <= 8, "the median of \(counts.count) functions")
    }

    private func body(_ lines: Int, _ head: String, line: String = "    a()") -> Repository.File {
        let body = String(repeating: "\(line)\n", count: lines)
        return Repository.File(
            path: "Sources/X/Y.swift", text: "struct Y {\n\(head) {\n\(body)}\n}\n")
    }

    @Test(arguments: [
        "func a()", "init(b: Int = f(g { 1 }))", "init?(c: Int)", "deinit",
        "subscript(d: Int) -> Int", "var e: Int", "static func <(a: Y, b: Y) -> Bool",
        "func f<T>(\n    a: T\n) throws(Failure) -> [T]\nwhere T: Sendable",
    ])
    func `a body of a line too many is found, whatever it is the body of`(head: String) {
        #expect(Self.findings(body(60, head)) == [])
        let found = Self.findings(body(61, head))
        #expect(found == ["Sources/X/Y.swift:2: a body of 61 lines, more than 60"])
    }

    @Test func `braces in strings and comments close nothing`() {
        #expect(Self.findings(body(61, "func a()", line: "    b(\"}\") // }")).count == 1)
        #expect(Self.findings(body(61, "func a()", line: "    b { c }")).count == 1)
    }

    @Test func `stored properties and requirements have no body`() {
        let text = "protocol A {\n    func a()\n}\nstruct B {\n    var c = 1\n    var d: Int\n}\n"
        #expect(Self.bodies(in: text).count == 0)
    }
}
