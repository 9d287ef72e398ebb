import CommandLine
import Testing
import Vocabulary

@testable import ClientCore

@Suite struct TailSpanTests {
    /// 2026-11-20T06:00:00Z.
    private static let present = FleetInstant(ticks: 1_795_154_400 * 50)

    private func failure(_ arguments: [String]) throws -> ProgramFailure? {
        let options = try TailOptions(TailCommand.table.parse(arguments))
        do throws(ProgramFailure) {
            let clock = MomentClock(present: Self.present, zone: UTCZone())
            try TailSpan(options.bounds, by: clock).check()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        [], ["--since", "5m"], ["--since", "1h", "--until", "30m"], ["--last", "5"],
        ["--last", "5", "--until", "1h"], ["--from", "start", "--until", "1h"],
        ["--until", "2026-11-20T06:00:01Z"], ["--since", "2026-11-20T06:00:00Z"],
        ["--from", "2026-11-20T06:00:00Z"], ["--from", "-1h", "--until", "30m"],
        ["--from", "1h", "--until", "30 minutes ago"],
        ["--since", "yesterday", "--until", "today"],
        ["--since", "2026-11-20T05:00:00Z", "--until", "2026-11-20T07:00:00Z"],
    ])
    func `a span that can have lines is taken`(arguments: [String]) throws {
        #expect(try failure(arguments) == nil)
    }

    @Test(arguments: [
        ["--since", "1h", "--until", "2h"], ["--since", "1h", "--until", "1h"],
        ["--until", "1h"], ["--until", "2026-11-20T06:00:00Z"],
        ["--from", "-1h", "--until", "90m"],
        ["--from", "2026-11-20T05:00:00Z", "--until", "2h"],
    ])
    func `an end that does not come after the beginning is a mistake`(
        arguments: [String]
    ) throws {
        let failure = try #require(try failure(arguments))
        #expect(failure.code == .usage)
        #expect(failure.description.hasPrefix("--until: "))
    }

    @Test(arguments: ["--since", "--from"])
    func `what lies ahead is refused and not waited for`(flag: String) throws {
        let failure = try #require(try failure([flag, "2026-11-20T06:00:00.02Z"]))
        #expect(failure.code == .refused)
        #expect(failure.description.hasPrefix("\(flag): 2026-11-20T06:00:00.020000Z lies ahead"))
    }
}
