import TestSupport
import Testing
import WireProtocol

@Suite struct LineSplitterTests {
    /// All events of a stream, with their line numbers.
    private func events(
        _ chunks: some Sequence<ArraySlice<UInt8>>, limit: Int = 8
    ) -> [String] {
        var splitter = LineSplitter(limit: limit)
        var events: [String] = []
        func tell(_ event: LineSplitter.Event?) {
            let text: String? =
                switch event {
                case .line(let line): String(decoding: line, as: UTF8.self)
                case .tooLong: "TOO LONG"
                case .cut(let line): "CUT " + String(decoding: line, as: UTF8.self)
                case nil: nil
                }
            if let text { events.append("\(splitter.lineNumber) \(text)") }
        }
        for var chunk in chunks {
            while let event = splitter.next(in: &chunk) { tell(event) }
        }
        tell(splitter.finish())
        return events
    }

    private func events(_ text: String, limit: Int = 8) -> [String] {
        events([Array(text.utf8)[...]], limit: limit)
    }

    @Test func `lines end in a newline with or without a carriage return`() {
        #expect(events("a\nbc\r\n\n\r\nd\re\r\r\n") == ["1 a", "2 bc", "3 ", "4 ", "5 d\re\r"])
    }

    @Test func `a line at the limit is whole and one beyond is too long`() {
        #expect(events("12345678\n") == ["1 12345678"])
        #expect(events("12345678\r\n") == ["1 12345678"])
        #expect(events("123456789\n") == ["1 TOO LONG"])
        #expect(events("12345678\rx\n") == ["1 TOO LONG"])
        #expect(events("123456789\r\na\n") == ["1 TOO LONG", "2 a"])
    }

    @Test func `a line that is too long is told before its end, once, and not told as cut`() {
        #expect(events(String(repeating: "x", count: 100)) == ["1 TOO LONG"])
        #expect(events(String(repeating: "x", count: 100) + "\nab") == ["1 TOO LONG", "2 CUT ab"])
        #expect(events("12345678\r") == ["1 CUT 12345678\r"])
    }

    @Test func `the end of the stream tells what has no newline`() {
        #expect(events("a\nbc") == ["1 a", "2 CUT bc"])
        #expect(events("a\n") == ["1 a"])
        #expect(events("") == [])
    }

    private static let transcript =
        "help\r\n\n{\"op\":1}\n0123456789abcdef\n\r\n12345678\r\n123456789\n12345678\r9\nxy\r"

    @Test func `where a stream is cut into two or three chunks changes nothing`() {
        let bytes = Array(Self.transcript.utf8)
        let whole = events([bytes[...]])
        #expect(whole.count == 9)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let parts = events([bytes[..<first], bytes[first..<second], bytes[second...]])
                #expect(parts == whole, "cut at \(first) and \(second)")
            }
        }
    }

    @Test(arguments: 1...40)
    func `the size of the chunks changes nothing`(size: Int) {
        let bytes = Array(Self.transcript.utf8)
        let starts = stride(from: 0, to: bytes.count, by: size)
        let chunks = starts.map { bytes[$0..<min($0 + size, bytes.count)] }
        #expect(events(chunks) == events([bytes[...]]))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `random streams in random chunks give the lines that splitting the text gives`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                Array("ab\r\n".utf8).randomElement(using: &generator)!
            }
            var chunks: [ArraySlice<UInt8>] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let size = Int.random(in: 1...9, using: &generator)
                chunks.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(events(chunks) == reference(bytes, limit: 8), "seed \(seed): \(bytes)")
        }
    }

    /// What the splitter promises, with unbounded memory.
    private func reference(_ bytes: [UInt8], limit: Int) -> [String] {
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = parts.removeLast()
        var events = parts.map { part in
            let line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
            return line.count > limit ? "TOO LONG" : String(decoding: line, as: UTF8.self)
        }
        let bound = rest.last == UInt8(ascii: "\r") ? limit + 1 : limit
        if rest.count > bound {
            events.append("TOO LONG")
        } else if !rest.isEmpty {
            events.append("CUT " + String(decoding: rest, as: UTF8.self))
        }
        return events.enumerated().map { "\($0 + 1) \($1)" }
    }

    @Test func `a mebibyte without a newline is one event at the default limit`() {
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        let chunks = (0..<256).map { _ in chunk[...] } + [Array("\nhelp\n".utf8)[...]]
        #expect(events(chunks, limit: ProtocolLimits.requestLineBytes) == ["1 TOO LONG", "2 help"])
    }

    @Test(arguments: 1...12)
    func `the bytes of a line without end are counted until it ends`(size: Int) {
        var splitter = LineSplitter(limit: 8)
        let bytes = Array(repeating: UInt8(ascii: "x"), count: 60)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(start + size, bytes.count)
            var chunk = bytes[start..<end]
            _ = splitter.next(in: &chunk)
            #expect(splitter.endlessBytes == (end > 8 ? end : 0))
        }
        var chunk = Array("x\n123456789\nab".utf8)[...]
        #expect(splitter.next(in: &chunk) == .tooLong)
        #expect(splitter.endlessBytes == 0)
        #expect(splitter.next(in: &chunk) == nil)
        #expect(splitter.endlessBytes == 0)
    }

    @Test func `a line that lies whole in its chunk is not copied`() {
        var splitter = LineSplitter()
        let bytes = Array("ab\ncd\n".utf8)
        var chunk = bytes[...]
        guard case .line(let line)? = splitter.next(in: &chunk) else {
            Issue.record("no line")
            return
        }
        let isShared = bytes.withUnsafeBufferPointer { whole in
            line.withUnsafeBufferPointer { $0.baseAddress == whole.baseAddress }
        }
        #expect(isShared)
        #expect(chunk == bytes[3...])
    }

    @Test func `another goes on after whole lines, and not within one`() {
        var splitter = LineSplitter(limit: 8)
        var chunk = Array("a\nb".utf8)[...]
        #expect(splitter.next(in: &chunk) == .line([UInt8(ascii: "a")]))
        #expect(splitter.isBetweenLines)
        var next = LineSplitter(limit: 8, after: splitter.lineNumber)
        #expect(splitter.next(in: &chunk) == nil)
        #expect(!splitter.isBetweenLines)
        chunk = Array("123456789".utf8)[...]
        #expect(next.next(in: &chunk) == .tooLong)
        #expect(next.lineNumber == 2)
        #expect(!next.isBetweenLines)
        chunk = Array("0\n".utf8)[...]
        #expect(next.next(in: &chunk) == nil)
        #expect(next.isBetweenLines)
    }
}
