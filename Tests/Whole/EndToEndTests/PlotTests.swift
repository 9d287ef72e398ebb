import Glibc
import Testing

extension EndToEnd {
    /// `runway plot` as a program: offline, and of a daemon.
    @Suite struct PlotTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let fleet = [
            "--seed", "42", "--sessions", "2", "--epoch", "2026-01-01T12:00:00Z",
        ]

        /// The name of the session on a page.
        private func name(_ page: String) throws -> Substring {
            try #require(page.split(separator: "<h1>").last).prefix { $0 != "," }
        }

        /// - Parameter note: how what is said of the fleet on standard error begins.
        private func page(_ arguments: [String], note: String = "") throws -> String {
            let outcome = try place.client(["plot", "--out", "-"] + arguments)
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix(note), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == (note.isEmpty ? 0 : 1))
            #expect(outcome.output.hasPrefix("<!DOCTYPE html>"))
            #expect(outcome.output.hasSuffix("</html>\n"))
            return outcome.output
        }

        @Test func `a file holds what standard output gets, and is kept`() throws {
            let flags = ["--seed", "42", "--session", "s1"]
            let file = ["plot", "--out", place.path("run.html")] + flags
            let outcome = try place.client(file)
            #expect(outcome.end == .exited(0))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors == "written: \(place.path("run.html"))\n")
            let page = try page(flags)
            #expect(try place.read("run.html") == page)
            let refused = try place.client(file)
            #expect(refused.end == .exited(73))
            #expect(refused.errors.contains("is there already; add --force"))
        }

        @Test func `a daemon's session, its day and its metrics are plotted`() throws {
            let daemon = try place.startDaemon(Self.fleet)
            let socket = ["--session", "s1", "--socket", place.socket]
            // What flies now may have begun this second, before its first pace.
            #expect(try name(page(socket)).hasPrefix("s1."))
            let ended = try page(["--session", "s1.2", "--socket", place.socket])
            #expect(try name(ended) == "s1.2")
            #expect(ended.contains("<figcaption>Pace</figcaption>"))
            // A fleet of laps: the lane is aloft all day.
            let note = "runway plot: By laps each athlete has some twenty runs a day"
            let day = try page(socket + ["--day", "2026-01-01"], note: note)
            #expect(day.contains("<h1>s1: Thursday 1 January 2026</h1>"))
            #expect(day.contains("<h2>s1.2, "), "the day's runs")
            let later = try page(socket + ["--day", "2100-01-02"], note: note)
            #expect(!later.contains("<article"))
            let metrics = try page(
                socket + ["--metrics", "steps", "--from", "today"], note: note)
            #expect(metrics.contains("not over yet"))
            daemon.signal(SIGTERM)
        }
    }
}
