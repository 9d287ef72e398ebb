import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite struct ServerLineTypeTests {
    private static let types: [(String, ServerLineType)] = [
        ("hello", .hello), ("ok", .ok), ("error", .error), ("snapshot", .snapshot),
        ("live", .live), ("gap", .gap), ("warn", .warn), ("beat", .beat), ("bye", .bye),
        ("stat", .data),
        ("sample", .data), ("truth", .data), ("phase", .data), ("advisory", .data),
        ("event", .data), ("end", .data), ("weather", .other), ("", .other), ("stats", .other),
    ]

    private func type(_ text: String) -> ServerLineType? {
        ServerLineType(of: Array(text.utf8)[...])
    }

    @Test func `every type is told from the beginning of its line`() {
        for (name, expected) in Self.types {
            #expect(type(#"{"type":"\#(name)","session":"s0.0"}"#) == expected, "\(name)")
        }
    }

    @Test func `every type is told behind the name of a subscription of any length`() {
        for length in 1...ProtocolLimits.subscriptionNameCharacters {
            let sub = String(repeating: "a", count: length)
            for (name, expected) in Self.types {
                let line = #"{"sub":"\#(sub)","type":"\#(name)","n":1}"#
                #expect(type(line) == expected, "\(line)")
                let newer = #"{"sub":"\#(sub)","skipped":1234567890,"type":"\#(name)","n":1}"#
                #expect(type(newer) == expected, "\(newer)")
            }
        }
    }

    @Test func `a line may lie anywhere in its buffer`() {
        let bytes = Array(#"xxxx{"type":"gap"}{"type":"bye"}"#.utf8)
        #expect(ServerLineType(of: bytes[4..<18]) == .gap)
        #expect(ServerLineType(of: bytes[18...]) == .bye)
    }

    @Test func `every kind of line that can be asked for is data`() {
        for kind in LineKind.allCases {
            #expect(type(#"{"type":"\#(kind.rawValue)"}"#) == .data, "\(kind)")
        }
    }

    @Test(arguments: ["", "{}", "type", #"{"kind":"stat"}"#, #"{"type":7}"#])
    func `what has no type is no line of a daemon`(text: String) {
        #expect(type(text) == nil)
    }
}
