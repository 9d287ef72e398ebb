import Glibc
import Testing

@testable import LinuxIO

@Suite struct MemoryFileTests {
    private func file(_ text: String) throws -> MemoryFile {
        var file = try MemoryFile("test")
        try append(text, to: &file)
        return file
    }

    private func append(_ text: String, to file: inout MemoryFile) throws {
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
        try file.end()
        let content = rest(try file.reader())
        #expect(content.isEmpty)
    }

    @Test func `content grows by pieces`() throws {
        var file = try file("abc")
        try append("defghijklmnop", to: &file)
        try file.end()
        let count = file.count
        #expect(count == 16)
        let content = rest(try file.reader())
        #expect(content == "abcdefghijklmnop")
    }

    @Test(arguments: ["", "x", "xyz", "something longer than before"])
    func `new content replaces all of the old one`(text: String) throws {
        var file = try file("before")
        let isNew = file.beginAnew()
        #expect(isNew)
        let count = file.count
        #expect(count == 0)
        try append(text, to: &file)
        try file.end()
        let content = rest(try file.reader())
        #expect(content == text)
    }

    @Test func `content stays as long as somebody can read it`() throws {
        var file = try file("before")
        var reader: Descriptor? = try file.reader()
        let isKept = file.beginAnew()
        #expect(!isKept)
        if let reader = reader.take() {
            let text = rest(reader)
            #expect(text == "before")
        }
        let isNew = file.beginAnew()
        #expect(isNew)
    }

    @Test func `content stays as long as it is mapped`() throws {
        var file = try file("before")
        let raw = try file.reader().release()
        let address = mmap(nil, 6, PROT_READ, MAP_SHARED, raw, 0)
        close(raw)
        #expect(address != MAP_FAILED)
        let isKept = file.beginAnew()
        #expect(!isKept)
        munmap(address, 6)
        let isNew = file.beginAnew()
        #expect(isNew)
    }

    @Test func `content stays as long as a command has it`() throws {
        var file = try file("before")
        var child = try command("exec sleep 1000", reading: file)
        let isKept = file.beginAnew()
        #expect(!isKept)
        child.kill()
        let hasEnded = try Poll.readable(child.raw, timeout: .seconds(60))
        let end = child.poll()
        #expect(hasEnded && end == .killed(signal: SIGKILL))
        let isNew = file.beginAnew()
        #expect(isNew)
    }

    private func command(
        _ text: String, reading file: borrowing MemoryFile
    ) throws -> ChildProcess {
        let reader = try file.reader()
        return try ChildProcess(shell: text, ChildProcess.Streams(input: reader.raw))
    }
}
