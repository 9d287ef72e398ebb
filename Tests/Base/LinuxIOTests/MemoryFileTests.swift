import Testing

@testable import LinuxIO

@Suite struct MemoryFileTests {
    private func file(_ text: String) throws -> MemoryFile {
        let file = try MemoryFile("test")
        try append(text, to: file)
        return file
    }

    private func append(_ text: String, to file: borrowing MemoryFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    }

    /// All that a reader has left.
    private func rest(_ reader: borrowing Descriptor) -> String {
        let raw = reader.raw
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 9)
        while case .received(let count) = buffer.withUnsafeMutableBytes({
            PipeEnd.read(from: raw, into: $0)
        }) {
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    @Test func `every reader begins at the beginning`() throws {
        let file = try file("abc")
        for _ in 0..<2 {
            let text = rest(try file.reader())
            #expect(text == "abc")
        }
    }

    @Test func `an empty one ends at once`() throws {
        let file = try file("")
        let content = rest(try file.reader())
        #expect(content.isEmpty)
    }

    @Test func `content grows by pieces`() throws {
        let file = try file("abc")
        try append("defghijklmnop", to: file)
        let content = rest(try file.reader())
        #expect(content == "abcdefghijklmnop")
    }

    @Test func `what a reader has not read yet is not what is added later`() throws {
        let file = try file("abc")
        let reader = try file.reader()
        #expect(rest(reader) == "abc")
        try append("def", to: file)
        #expect(rest(reader) == "def")
    }

    @Test func `without proc a reader has a copy of all that was written`() throws {
        let text = String(repeating: "0123456789", count: 10_000)
        let file = try file(text)
        let copy = try file.copy()
        try append("later", to: file)
        #expect(rest(copy) == text)
        #expect(rest(try file.copy()) == text + "later")
    }
}
