import Glibc
import LinuxIO
import TestSupport
import Testing
import WireProtocol

extension EndToEnd {
    /// README.md does what it says: every command of it is run as it stands there.
    @Suite struct ReadmeTests {
        @Test func `every command has a row of the table, and every row a command`() throws {
            let commands = Set(try Readme().commands.map(\.text))
            let known = ReadmeTable.rows.map(\.command) + ReadmeTable.unrunnable.keys
            #expect(commands.subtracting(known) == [], "commands that no test knows")
            #expect(Set(known).subtracting(commands) == [], "rows without a command")
            #expect(Set(known).count == known.count, "rows that are there twice")
            #expect(try !Readme().text.contains("```"), "code is indented")
        }

        /// The rows that need no program of others, or this one.
        private static func rows(with tool: String? = nil) -> [ReadmeRow] {
            ReadmeTable.rows.filter { $0.tools == [tool].compactMap(\.self) }
        }

        @Test(arguments: rows())
        func `a command prints what the text says`(row: ReadmeRow) throws { try check(row) }

        @Test(
            .enabled(if: Readme.hasTool("jq"), "jq is not installed here"),
            arguments: rows(with: "jq"))
        func `a command with jq prints what the text says`(row: ReadmeRow) throws {
            try check(row)
        }

        @Test(
            .enabled(if: Readme.hasTool("script"), "script is not installed here"),
            arguments: rows(with: "script"))
        func `a command on a terminal prints what the text says`(row: ReadmeRow) throws {
            try check(row)
        }

        @Test func `no row needs two programs of others`() {
            #expect(ReadmeTable.rows.allSatisfy { $0.tools.count <= 1 })
        }

        private func check(_ row: ReadmeRow) throws {
            let sandbox = try ReadmeSandbox()
            if row.needsDaemon { try sandbox.startDaemon(row.settings) }
            for command in row.after {
                let outcome = try sandbox.run(command)
                try #require(outcome.end == .exited(0), "\(outcome.errors)")
            }
            let outcomes = try (0..<row.times).map { _ in try run(row, in: sandbox) }
            try row.holds(sandbox, outcomes)
            try sandbox.stop()
        }

        private func run(_ row: ReadmeRow, in sandbox: ReadmeSandbox) throws -> Program.Outcome {
            let program = try sandbox.start(row.line)
            for text in row.expected {
                if row.isDaemon {
                    try program.waitForErrors(containing: text)
                } else {
                    try program.waitForOutput(containing: text)
                }
            }
            if let beside = row.beside {
                #expect(try sandbox.run(beside).end == .exited(0), "\(beside)")
            }
            if row.end == .signal { program.signal(SIGTERM) }
            let outcome = try program.waitForEnd()
            if row.end == .alone { #expect(outcome.end == .exited(0), "\(outcome.errors)") }
            return outcome
        }

        /// The lines that the text shows have the fields that the daemon sends.
        @Test(.enabled(if: Readme.hasTool("nc"), "nc is not installed here"))
        func `what is typed by hand is answered as shown`() throws {
            let hand = try #require(
                try Readme().commands.first { $0.text.hasPrefix("nc ") })
            let sandbox = try ReadmeSandbox()
            try sandbox.startDaemon()
            let typed = hand.dialogue.filter { $0.hasPrefix("{\"op\"") }
            let shown = hand.dialogue.filter { !$0.hasPrefix("{\"op\"") }
            #expect(typed.count == 1 && shown.count == 4)
            let keys = typed.map { "'\($0)'" }.joined(separator: " ")
            let program = try sandbox.start("printf '%s\\n' \(keys) | \(hand.text)")
            try program.waitForOutput(containing: "\"type\":\"stat\"")
            try program.waitForLine()
            program.signal(SIGTERM)
            let said = Line.all(in: try program.waitForEnd().output)
            for line in shown {
                let type = Line(line.utf8).type
                let answer = try #require(said.first { $0.type == type }, "\(line)")
                for name in names(in: line) {
                    #expect(answer.text.contains("\"\(name)\":"), "\(name) in \(answer.text)")
                }
            }
            try sandbox.stop()
        }

        /// The names of the fields of a line of JSON that may be cut.
        private func names(in line: String) -> [Substring] {
            line.split(separator: "\":").dropLast().compactMap { $0.split(separator: "\"").last }
        }

        @Test func `commands within sentences are known, and so are flags`() throws {
            let place = try Place()
            let spans = Set(try Readme().spans)
            let calls = spans.filter { $0.hasPrefix("runway ") || $0.hasPrefix("runwayd ") }
            #expect(calls.count > 10)
            for call in calls {
                let words = call.replacing("COMMAND", with: "tail").split(separator: " ")
                let isHelp = words.dropFirst().first == "help"
                let outcome = try place.start(
                    words[0] == "runway" ? Programs.client : Programs.daemon,
                    words.dropFirst().map(String.init) + (isHelp ? [] : ["--help"])
                ).waitForEnd()
                #expect(outcome.end == .exited(0), "\(call): \(outcome.errors)")
            }
            let commands = try place.client(["help"]).output.split(separator: "\n")
                .filter { $0.hasPrefix("  ") && !$0.hasPrefix("  runway") }
                .compactMap { $0.split(separator: " ").first }.filter { $0 != "help" }
            let helps =
                try commands.map { try place.client(["help", String($0)]).output }
                + [Program.run(Programs.daemon, ["--help"]).output]
            let flags = Set(helps.joined().split { " ,\n".contains($0) })
            for span in spans where span.hasPrefix("--") {
                #expect(flags.contains(span.prefix { $0 != " " }), "\(span)")
            }
        }

        @Test func `the toolchain is the one of the manifest`() throws {
            let manifest = try Checkout.text("Package.swift")
            let line = try #require(manifest.split(separator: "\n").first)
            let version = try #require(line.split(separator: " ").last)
            #expect(try Readme().text.contains("Swift \(version) or later"))
        }

        @Test func `every file and page that the text names is there`() throws {
            let spans = try Readme().spans
            let tops = ["Sources/", "Tests/", "config/", "systemd/", ".ci/"]
            let files = spans.filter { span in tops.contains { span.hasPrefix($0) } }
            #expect(files.count > 5)
            for file in files {
                #expect(access(Checkout.path(file), F_OK) == 0, "\(file)")
            }
            let pages = spans.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".ci/") }
            #expect(pages.isEmpty, "pages are linked")
            let links = try Readme().links.filter { !$0.hasPrefix("https://") }
            #expect(links.count > 10)
            for link in links { #expect(access(Checkout.path(link), R_OK) == 0, "\(link)") }
        }

        @Test func `every page is linked`() throws {
            let find = [Checkout.path("Sources"), "-name", "*.md"]
            let pages = try Program.run("/usr/bin/find", find).output.split(separator: "\n")
            // Pages for whoever works on a module are linked from the house.
            let links = try Readme().links + Self.linksOfHouse()
            for page in pages {
                #expect(links.contains { page.hasSuffix("/\($0)") }, "\(page)")
            }
        }

        @Test func `every page that the house links is there`() throws {
            let links = try Self.linksOfHouse()
            #expect(links.count >= 6)
            for link in links { #expect(access(Checkout.path(link), R_OK) == 0, "\(link)") }
        }

        @Test func `a link leads on from the folder of its page`() {
            #expect(Self.path("../../B/B.docc/B.md", from: "S/A/A.docc") == "S/B/B.docc/B.md")
            #expect(Self.path("C.md", from: "S/A/A.docc") == "S/A/A.docc/C.md")
        }

        private static let house = "Sources/Daemon/DaemonCore/DaemonCore.docc"

        /// The pages that House.md links, from the top.
        private static func linksOfHouse() throws -> [String] {
            Readme(try Checkout.text("\(house)/House.md")).links
                .filter { $0.hasSuffix(".md") && !$0.contains("://") }
                .map { path($0, from: house) }
        }

        private static func path(_ link: String, from folder: String) -> String {
            var parts = folder.split(separator: "/")
            for part in link.split(separator: "/") {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return parts.joined(separator: "/")
        }

        @Test func `what cannot be run names what is there`() throws {
            let manifest = try Checkout.text("Package.swift")
            for name in ["runway", "runwayd"] {
                #expect(manifest.contains(".executable(name: \"\(name)\", targets:"))
                #expect(
                    access("\(name == "runway" ? Programs.client : Programs.daemon)", X_OK) == 0)
            }
            let suite = "Tests/Daemon/ChannelPipelineTests/GoldenSessionTests.swift"
            let golden = try Checkout.text(suite)
            #expect(golden.contains("struct GoldenSessionTests"))
            #expect(golden.contains("RUNWAY_RECORD_GOLDEN"))
        }

        @Test func `commands, dialogues and spans are found in a text`() {
            let readme = Readme(
                """
                Try `a b` and `c`:

                    runway tail   # a remark
                    x | y # z

                    s0.0  easy  \u{25CF} LIVE
                    runway is no command here

                    $ nc -U x
                    {"op":"help"}
                """)
            #expect(readme.commands.map(\.text) == ["runway tail", "x | y", "nc -U x"])
            #expect(readme.commands.last?.dialogue == [#"{"op":"help"}"#])
            #expect(readme.spans == ["a b", "c"])
        }
    }
}
