import Testing

/// What the pages for whoever works on Runway name is there: files, functions and suites.
@Suite struct FlowPageTests {
    private static let pages = [
        "Daemon/DaemonCore/DaemonCore.docc/House.md",
        "Daemon/DaemonCore/DaemonCore.docc/Decisions.md",
        "Daemon/DaemonCore/DaemonCore.docc/Flows.md",
        "Daemon/DaemonCore/DaemonCore.docc/Commands.md",
        "Daemon/DaemonCore/DaemonCore.docc/Recipes.md",
        "Daemon/ChannelPipeline/ChannelPipeline.docc/ChannelPipeline.md",
        "Daemon/StreamServer/StreamServer.docc/StreamServer.md",
        "Runner/Statistics/Statistics.docc/Statistics.md",
    ].map { "Sources/\($0)" }

    private static let code = Result {
        let repository = try Repository()
        return NamedCode(
            sources: try repository.swiftFiles(in: "Sources"),
            tests: try repository.swiftFiles(in: "Tests"))
    }

    private static func text(_ page: String) throws -> String {
        try #require(try Repository().file(page), "\(page) is not there").text
    }

    @Test(arguments: pages)
    func `files, functions and suites that a page names are there`(page: String) throws {
        let findings = try Self.code.get().findings(in: try Self.text(page)) { path in
            (try? Repository().file(path)) != nil
        }
        expectNothing(findings.map { "\(page):\($0)" })
    }

    @Test(arguments: [("Decisions", 20, 130), ("Recipes", 5, 200), ("Flows", 0, 130)])
    func `a page names suites, and is short`(name: String, suites: Int, lines: Int) throws {
        let page = try #require(Self.pages.first { $0.hasSuffix("/\(name).md") })
        let text = try Self.text(page)
        let named = text.lines.flatMap { PageLine($0).suites }
        #expect(named.count >= suites)
        #expect(text.lines.count - 1 <= lines)
    }

    @Test func `the ways of the page are those whose files are counted`() throws {
        let page = try Self.text(Self.pages[2]) + Self.text(Self.pages[3])
        let script = try Self.text(".ci/shape.py")
        let counted = Ways(script: script)
        #expect(counted.ways.count == 8)
        #expect(Ways(page: page) == counted)
    }

    private static let someCode = NamedCode(
        sources: [
            Repository.File(
                path: "Sources/Sky/Wind/Gusts/Gust.swift",
                text: "extension Gust {\n  func blow() {}\n  // func rest()\n}"),
            Repository.File(
                path: "Sources/Sky/Wind/Calm.swift",
                text: "package struct Calm { init() {} \n var depth = 1 }"),
        ],
        tests: [
            Repository.File(
                path: "Tests/Sky/WindTests/GustTests.swift",
                text: "@Suite struct GustTests {}\n// struct CalmTests")
        ])

    @Test(arguments: [
        "| `Gust.blow` | `Wind/Gusts/Gust.swift` | blows |", "`Calm.init` and `Calm.depth`",
        "`GustTests` has it, `WindTests/GustTests.swift`, and `Sky/there`", "`Wind` blows `b.md`",
    ])
    func `what is there is not found wanting`(line: String) {
        let findings = Self.someCode.findings(in: line) { $0 == "Sky/there" }
        #expect(findings == [])
    }

    @Test(arguments: [
        ("\n`Wind/Gale.swift`", "2: there is no file Wind/Gale.swift"),
        ("`ind/Calm.swift`", "1: there is no file ind/Calm.swift"),
        ("`config/relay/none`", "1: there is no file config/relay/none"),
        ("| `Gust.rest` | `Wind/Gusts/Gust.swift` |", "1: no Gust.rest in Wind/Gusts/Gust.swift"),
        ("| `Gust.blow` | `Wind/Calm.swift` |", "1: no Gust.blow in Wind/Calm.swift"),
        ("`Gust.rest` in a sentence", "1: no Gust.rest in the sources"),
        ("held by `CalmTests`", "1: there is no suite CalmTests"),
    ])
    func `a made-up file, function or suite is found`(line: String, finding: String) {
        let findings = Self.someCode.findings(in: line) { $0 == "Sky/there" }
        #expect(findings == [finding])
    }

    @Test func `a way that has lost a step, or got one, is another`() {
        let script = "WAYS = {\n    \"a -> b\": [\n        \"X.y\", \"Z.w(_ v: V\",\n    ],\n}"
        let page = "## a -> b\n\n| `X.y` | `f` |\n| `Z.w` | `g` |\n"
        #expect(Ways(script: script) == Ways(page: page))
        #expect(Ways(script: script).ways == [Ways.Way(name: "a -> b", steps: ["X.y", "Z.w"])])
        #expect(Ways(page: page.replacing("| `Z.w` | `g` |\n", with: "")) != Ways(script: script))
        #expect(Ways(page: page + "| `X.y` | `f` |\n") != Ways(script: script))
    }
}
