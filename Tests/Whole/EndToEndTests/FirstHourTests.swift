import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// Whoever comes for the first time, with nothing but the read-me's commands and an empty home.
    /// The third course, a consumer of one's own, is in `ConsumerPageTests`.
    @Suite struct FirstHourTests {
        private let sandbox: ReadmeSandbox

        init() throws { sandbox = try ReadmeSandbox() }

        /// The read-me's command that begins so.
        private func command(_ beginning: String) throws -> String {
            try #require(try Readme().commands.first { $0.text.hasPrefix(beginning) }?.text)
        }

        private func startDaemon(_ beginning: String) throws -> Program {
            let daemon = try sandbox.start("RUNWAY_SEED=42 \(command(beginning))")
            try daemon.waitForErrors(containing: "listening on")
            return daemon
        }

        @Test func `a tail goes on where it ended after its daemon is killed`() throws {
            var lines: [Line] = []
            for _ in 0..<2 {
                let daemon = try startDaemon("runwayd --state")
                let tail = try sandbox.run(try command("runway tail --json -n 20"))
                #expect(tail.end == .exited(0), "\(tail.errors)")
                lines += Line.all(in: tail.output).filter { $0.number != nil }
                daemon.signal(SIGKILL)
                _ = try daemon.waitForEnd()
            }
            #expect(lines.count == 40)
            for (session, those) in Dictionary(grouping: lines, by: { $0.session ?? "" }) {
                let numbers = those.compactMap(\.number)
                let first = try #require(numbers.first)
                #expect(numbers == Array(first..<first + numbers.count), "\(session)")
            }
        }

        @Test func `the logbook shows days that somebody may have lived, and the run of one`()
            throws
        {
            let daemon = try startDaemon("runwayd --schedule days")
            let week = try sandbox.run("runway log s1 --day -7")
            #expect(week.end == .exited(0), "\(week.errors)")
            let steps = week.output.split(separator: "\n").dropFirst(2).first ?? ""
            // Numbers of thousands have a space in them.
            let days = steps.split(separator: "  ").map { $0.filter(\.isNumber) }.compactMap {
                Int($0)
            }
            #expect(days.count == 7 && days.allSatisfy { (300...45_000).contains($0) }, "\(steps)")
            let runs = try (1...14).lazy.map { day in
                try sandbox.run("runway log s1 --day -\(day)").output
            }.filter { $0.contains("RUN s1.") }
            let run = try #require(runs.first, "two weeks without a run")
            for part in [" km ", "/km", " bpm", "KILOMETRES", "takeoff"] {
                #expect(run.contains(part), "\(run)")
            }
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }
    }
}
