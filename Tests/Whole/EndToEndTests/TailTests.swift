import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// `runway tail` with a daemon of its own.
    @Suite struct TailTests {
        private static let quick = [
            "tail", "--embedded", "--seed", "7", "--speed", "60", "--session", "s0",
        ]

        private let place: Place

        init() throws { place = try Place() }

        /// The private socket is gone, and nothing else lies there.
        private func expectNothingLeft() {
            #expect(rmdir(place.path) == 0 && mkdir(place.path, 0o700) == 0, "\(place.path)")
        }

        @Test func `ends after so many lines, each of them JSON`() throws {
            let outcome = try place.client(Self.quick + ["-n", "3", "--json"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            let lines = Line.all(in: outcome.output)
            #expect(lines.allSatisfy { $0.value != nil })
            let numbers = lines.compactMap(\.number)
            #expect(numbers.count == 3)
            let first = try #require(numbers.first)
            #expect(numbers == Array(first..<first + 3))
            expectNothingLeft()
        }

        @Test func `is readable without --json`() throws {
            let outcome = try place.client(Self.quick + ["-n", "2"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count { $0.contains("bpm") } >= 2, "\(outcome.output)")
            #expect(!outcome.output.contains("\u{1B}"), "a pipe gets no colours")
        }

        @Test func `tells the truth on request`() throws {
            let outcome = try place.client(Self.quick + ["-n", "2", "--kinds", "truth"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("--") }
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.contains("  driven ") && $0.contains("  true ") })
        }

        @Test func `a template is filled with each line of data, and with nothing else`() throws {
            let template = [
                "-n", "3", "--template", "{n}|{session}|{heart_rate_bpm.latest}|{mood}",
            ]
            let outcome = try place.client(Self.quick + template)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "|") }
            #expect(rows.count == 3)
            for row in rows {
                #expect(row.count == 4 && row[1].hasPrefix("s0."), "\(outcome.output)")
                #expect(Int(row[0]) != nil && Double(row[2]) != nil && row[3] == "-")
            }
        }

        @Test func `local times are those of the zone that TZ names`() throws {
            let daemon = try place.startDaemon()
            let first = [
                "tail", "--session", "s0", "--kinds", "event", "--from", "start", "-n", "1",
            ]
            let zone = ["TZ": "ABC-5:30"]
            let json = try place.client(first + ["--json"], environment: zone)
            let text = try place.client(first + ["--time", "local"], environment: zone)
            let line = Line.all(in: json.output).compactMap(\.value).first { $0["n"] != nil }
            let utc = try #require(line?["t"]?.text.flatMap { CalendarTime(rfc3339: $0) })
            let local = CalendarTime(microseconds: utc.microseconds + 19_800_000_000).description
            let lines = text.output.split(separator: "\n")
            #expect(lines.first?.contains(", times in ABC") == true, "\(text.output)")
            #expect(
                lines.last?.hasPrefix("\(local.dropFirst(11).prefix(8))  s0.0 ") == true,
                "\(text.output)")
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }

        @Test func `ends after a time`() throws {
            let outcome = try place.client(Self.quick + ["--for", "1s", "--json"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(Line.all(in: outcome.output).contains { $0.type == "live" })
            expectNothingLeft()
        }

        @Test func `ends well when its reader has seen enough`() throws {
            let tail = try place.start(Programs.client, Self.quick)
            try tail.waitForOutput()
            tail.stopReading()
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            expectNothingLeft()
        }

        @Test func `says that it was interrupted`() throws {
            let tail = try place.start(Programs.client, Self.quick)
            try tail.waitForOutput()
            tail.signal(SIGINT)
            #expect(try tail.waitForEnd().end == .exited(130))
            expectNothingLeft()
        }

        @Test func `says when its daemon has ended, and where to go on`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--speed", "60"])
            let tail = try place.start(Programs.client, ["tail", "--json", "--no-reconnect"])
            try tail.waitForOutput(containing: #""type":"live""#)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(74), "\(outcome.errors)")
            let anchor = try #require(
                Line.all(in: outcome.output).last { $0.anchor != nil }?.anchor)
            #expect(
                outcome.errors == "runway tail: The server is shutting down; go on with --from "
                    + "\(anchor)\n")
        }
    }
}
