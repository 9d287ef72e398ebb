import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

extension EndToEnd {
    /// A load test in parts, and their reports as one.
    @Suite struct LoadMergeTests {
        private let place: Place

        init() throws { place = try Place() }

        private func runParts(_ count: Int, _ more: [String] = []) throws {
            let begin = CalendarTime(microseconds: WallClock.nowMicroseconds + 2_000_000)
            let loads = try (0..<count).map { index in
                try place.start(
                    Programs.client,
                    [
                        "load", "--subscribers", "9", "--part", "\(index)/\(count)", "--spread",
                        "--at", "\(begin)", "--warm-up", "1s", "--for", "4s", "--quiet",
                        "--json", place.path("\(index).json"),
                    ] + more)
            }
            for load in loads {
                let outcome = try load.waitForEnd()
                #expect(outcome.end == .exited(0), "\(outcome.errors)\(outcome.output)")
            }
        }

        private func report(_ name: String) throws -> Line { Line(try place.read(name).utf8) }

        @Test func `parts of one load test are one result`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "9"])
            try daemon.waitForErrors(containing: "listening")
            try runParts(3)
            let paths = (0..<3).map { place.path("\($0).json") }
            let outcome = try place.client(
                ["load", "merge", "--json", place.path("all.json"), "--html", place.path("p.html")]
                    + paths + ["--assert", "unaccounted==0", "--assert", "together_s>3.6"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)\(outcome.output)")
            #expect(outcome.output.contains("run 2/3"))
            #expect(try report("all.json").number(of: "passed") == "true")
            #expect(try place.read("p.html").contains("part 2/3"))

            let some = try place.client(
                ["load", "merge", "--json", place.path("some.json"), paths[2], paths[0]])
            #expect(some.end == .exited(69))
            #expect(some.output.contains("part 1/3 is missing"))
            _ = try place.client([
                "load", "merge", "--assert", "unaccounted==0", "--assert", "together_s>3.6",
                "--json", place.path("again.json"), paths[1], place.path("some.json"),
            ])
            #expect(try place.read("again.json") == (try place.read("all.json")))

            let twice = try place.client(["load", "merge", paths[0], place.path("some.json")])
            #expect(twice.end == .exited(66))
            #expect(twice.errors.contains("is in \(paths[0]) too; give each run once"))
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `what is no report is refused with the file`() throws {
            let path = try place.write("{\"version\":1,", to: "cut.json")
            let outcome = try place.client(["load", "merge", path])
            #expect(outcome.end == .exited(66))
            #expect(outcome.errors.contains("\(path): it ends within a value"))
            #expect(try place.client(["load", "merge"]).end == .exited(2))
            #expect(try place.client(["load", "merge", "/nowhere/x"]).end == .exited(66))
            #expect(try place.client(["load", "merge", "--help"]).output.contains("FILE..."))
        }

        @Test func `a time that has passed is refused`() throws {
            let outcome = try place.client([
                "load", "--embedded", "--subscribers", "1", "--at", "2020-01-01T00:00:00Z",
            ])
            #expect(outcome.end == .exited(2))
            #expect(outcome.errors.contains("--at 2020-01-01T00:00:00.000000Z has passed"))
        }
    }
}
