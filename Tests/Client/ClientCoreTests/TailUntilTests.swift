import StreamClient
import Testing
import Vocabulary

@testable import ClientCore

/// Where `tail --until` ends.
@Suite struct TailUntilTests {
    /// 2026-11-20T06:00:00Z.
    private static let until = FleetInstant(ticks: 1_795_154_400 * 50)

    private func isAtEnd(_ line: String) throws -> Bool {
        let bytes = Array(line.utf8)[...]
        return TailSession.isAtEnd(bytes, try #require(ServerLineType(of: bytes)), Self.until)
    }

    @Test(arguments: [
        ("05:59:59.980000", false), ("06:00:00.000000", true), ("06:00:00.020000", true),
    ])
    func `a line of data at the instant is not wanted any more`(time: String, isEnd: Bool) throws {
        let line = #"{"type":"stat","session":"s0.0","n":1,"t":"2026-11-20T\#(time)Z"}"#
        #expect(try isAtEnd(line) == isEnd)
    }

    @Test func `a beat ends it once all that is older has come, and not before`() throws {
        let beat = #"{"type":"beat","t":"2026-11-20T07:00:00.000000Z","clock_us":1"#
        #expect(try !isAtEnd(beat + "}"))
        #expect(try isAtEnd(beat + #","anchor":"a1"}"#))
    }

    @Test func `what is live from the tick before on ends it`() throws {
        let live = #"{"type":"live","t":"2026-11-20T05:59:59.9"#
        #expect(try isAtEnd(live + #"80000Z"}"#))
        #expect(try !isAtEnd(live + #"60000Z"}"#))
    }

    @Test func `a line that tells no time ends nothing`() throws {
        #expect(try !isAtEnd(#"{"type":"snapshot","session":"s0.0","n":1}"#))
        #expect(try !isAtEnd(#"{"type":"stat","n":1}"#))
        #expect(try !isAtEnd(#"{"type":"gap","t":"2027-11-20T06:00:00.000000Z"}"#))
    }
}
