import Dispatch
import PlainText
import Synchronization
import Testing

@testable import DaemonCore

@Suite struct LogStreamTests {
    /// Takes no line before it is opened.
    private final class Reader: Sendable {
        private let gate = DispatchGroup()
        private let texts = Mutex<[String]>([])

        init() { gate.enter() }

        var read: [String] { texts.withLock { $0 } }

        func open() { gate.leave() }

        func take(_ line: ShownText) {
            gate.wait()
            texts.withLock { $0.append(line.text) }
        }
    }

    private let reader = Reader()

    private func stream() -> LogStream {
        LogStream {
            "lost \($0)"
        } write: { [reader] in
            reader.take($0)
        }
    }

    private func waitUntilWritten(_ stream: LogStream) {
        stream.flush(within: .seconds(60))
    }

    @Test func `lines come in their order, and flush waits for the last`() {
        let stream = stream()
        reader.open()
        for number in 0..<500 { stream.append("\(number)") }
        waitUntilWritten(stream)
        #expect(reader.read == (0..<500).map(String.init))
    }

    @Test func `nobody waits for a reader who does not read, and what is lost is counted`() {
        let stream = stream()
        let most = LogStream.mostWaiting
        for number in 0..<most + 234 { stream.append("\(number)") }
        stream.flush(within: .milliseconds(1))
        #expect(reader.read.isEmpty)
        reader.open()
        waitUntilWritten(stream)
        #expect(reader.read == (0..<most).map(String.init) + ["lost 234"])
        stream.append("next")
        waitUntilWritten(stream)
        #expect(reader.read.last == "next" && reader.read.count == most + 2)
    }
}
