import StreamAudit
import Vocabulary
import WireProtocol

@testable import Relay

/// Lines as a daemon writes them.
enum RelayLine {
    static func anchor(_ number: Int) -> Anchor {
        Anchor(identity: IdentityHash(bits: 42), position: StreamPosition(bits: UInt64(number)))
    }

    /// A numbered line with the anchor of its number.
    static func data(_ n: Int, session: String = "s0.0", clock: String = "") -> String {
        #"{"type":"stat","session":"\#(session)","n":\#(n),"t":"2026-11-20T23:31:05.000000Z"\#(clock)"#
            + #","anchor":"\#(anchor(n))","phase":"cruise","heart_rate_bpm":{"average":151.20}}"#
    }

    static let live = #"{"type":"live","t":"2026-11-20T23:31:05.000000Z","anchor":"a1"}"#
}

/// A sink that keeps lines in their form.
struct KeptLines: LineSink {
    var form: [String] = []
    var room = Int.max

    var hasRoom: Bool { form.count < room }

    mutating func add(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, _ form: RelayForm,
        at now: MonotonicInstant
    ) -> Bool {
        var output = LineBuffer()
        guard form.append(line, head, to: &output) != nil else { return false }
        self.form.append(output.text)
        return true
    }

    mutating func pass(_ anchor: AnchorText, at now: MonotonicInstant) {}
}

extension Intake {
    /// Takes a text apart.
    func take(
        _ text: String, into sink: inout some LineSink
    ) -> (consumed: Int, last: AnchorText?, stop: Stop) {
        Array(text.utf8).withUnsafeBytes { take($0, into: &sink, at: .zero) }
    }
}
