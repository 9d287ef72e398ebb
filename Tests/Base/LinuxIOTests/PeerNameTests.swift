import Glibc
import Testing

@testable import LinuxIO

/// Names of processes and users, as the machine has them.
@Suite struct PeerNameTests {
    private func facts(_ stat: String) -> ProcessFacts? {
        ProcessFacts(stat: Array(stat.utf8), ticksPerSecond: 100)
    }

    /// Nineteen fields behind the name, of which the last is the start.
    private func stat(_ name: String, start: String = "12345") -> String {
        let fields = Array(repeating: "0", count: 18).joined(separator: " ")
        return "4711 (\(name)) S \(fields) \(start) 88 99\n"
    }

    @Test(arguments: ["runway", "a b", ")) (", "", "\u{1B}[31m", "x\ny"])
    func `a process may call itself anything`(name: String) {
        #expect(
            facts(stat(name)) == ProcessFacts(name: name, startedMicroseconds: 123_450_000))
    }

    @Test func `bytes that are no text are replaced`() {
        var bytes = Array(stat("ab").utf8)
        bytes[6] = 0xFF
        #expect(ProcessFacts(stat: bytes, ticksPerSecond: 100)?.name == "\u{FFFD}b")
    }

    @Test func `what is no such file says nothing`() {
        let longest = String(Int64.max)
        for text in [
            "", "4711", "4711 )(", "4711 (a) S 1 2", stat("a", start: "x"),
            stat("a", start: "-1"), stat("a", start: longest), stat("a", start: longest + "0"),
        ] {
            #expect(facts(text) == nil, "\(text)")
        }
        #expect(ProcessFacts(stat: Array(stat("a").utf8), ticksPerSecond: 0) == nil)
    }

    @Test func `this process has a name, and was started before now`() throws {
        let facts = try #require(ProcessFacts(of: CurrentProcess.id))
        #expect(!facts.name.isEmpty)
        #expect((0...ProcessFacts.nowMicroseconds).contains(facts.startedMicroseconds))
    }

    @Test func `there is no process without a number`() {
        for number in [Int32(0), -1, .max] { #expect(ProcessFacts(of: number) == nil) }
    }

    @Test func `the first user of every machine has a name, the last number none`() {
        #expect(UserAccount.name(of: 0) == "root")
        #expect(UserAccount.name(of: .max - 1) == nil)
    }
}
