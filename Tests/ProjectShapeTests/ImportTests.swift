import Testing

@Suite struct ImportTests {
    /// Which modules each module may import: the arrows of the project point one way.
    private static let allowed: [String: Set<String>] = [
        "PlainText": [],
        "Terminal": ["PlainText"],
        "JSON": [],
        "Vocabulary": [],
        "Charts": ["PlainText", "Vocabulary"],
        "Simulation": ["Vocabulary"],
        "ActivityFiles": ["Vocabulary", "Simulation"],
        "FlightPhases": ["Vocabulary"],
        "PhaseScoring": ["Vocabulary"],
        "Statistics": ["Vocabulary"],
        "WireProtocol": ["PlainText", "JSON", "Vocabulary"],
        "ChannelPipeline": [
            "Vocabulary", "Simulation", "FlightPhases", "Statistics", "WireProtocol",
        ],
        "CatchUp": ["Vocabulary", "WireProtocol", "ChannelPipeline"],
        "LinuxIO": ["PlainText", "Vocabulary", "Dispatch", "Glibc", "Synchronization"],
        "CivilTime": ["Vocabulary", "LinuxIO"],
        "Days": ["Vocabulary", "Simulation", "CivilTime"],
        "StreamServer": ["Vocabulary", "WireProtocol", "LinuxIO"],
        "CommandLine": ["PlainText", "Terminal", "LinuxIO"],
        "StreamClient": ["Vocabulary", "WireProtocol", "LinuxIO", "CommandLine"],
        "Configuration": [
            "PlainText", "JSON", "Vocabulary", "Simulation", "ActivityFiles", "WireProtocol",
            "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "CommandLine",
        ],
        "StateFiles": ["PlainText", "Vocabulary", "WireProtocol", "LinuxIO", "Synchronization"],
        "StreamAudit": ["JSON", "Vocabulary", "Statistics", "WireProtocol"],
        "Relay": [
            "PlainText", "JSON", "Vocabulary", "WireProtocol", "CommandLine", "StreamClient",
            "StreamAudit",
        ],
        "LoadReport": [
            "PlainText", "JSON", "Vocabulary", "Charts", "Statistics", "WireProtocol",
            "StreamAudit",
        ],
        "LoadTesting": [
            "PlainText", "Terminal", "Vocabulary", "Statistics", "WireProtocol", "ChannelPipeline",
            "LinuxIO", "CommandLine", "StreamClient", "Configuration", "StreamAudit", "LoadReport",
        ],
        "FlightDisplay": ["PlainText", "Terminal", "Vocabulary", "WireProtocol", "CivilTime"],
        "Logbook": [
            "PlainText", "Terminal", "Vocabulary", "WireProtocol", "CivilTime", "FlightDisplay",
        ],
        "FlightPlot": ["PlainText", "Vocabulary", "Charts", "FlightDisplay"],
        "DaemonCore": [
            "PlainText", "Vocabulary", "Simulation", "FlightPhases", "Statistics", "WireProtocol",
            "ChannelPipeline", "CatchUp", "LinuxIO", "CivilTime", "StreamServer", "CommandLine",
            "Configuration", "StateFiles", "Synchronization",
        ],
        "ClientCore": [
            "PlainText", "Terminal", "Vocabulary", "Simulation", "ActivityFiles", "FlightPhases",
            "WireProtocol", "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "CommandLine",
            "StreamClient", "Configuration", "Relay", "LoadReport", "LoadTesting", "FlightDisplay",
            "Logbook", "FlightPlot", "DaemonCore",
        ],
        "runway": ["LinuxIO", "ClientCore"],
        "runwayd": ["LinuxIO", "DaemonCore"],
        "Benchmarks": [
            "PlainText", "Vocabulary", "Simulation", "PhaseScoring", "WireProtocol",
            "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "StreamServer", "CommandLine",
            "Configuration", "StreamAudit", "Glibc",
        ],
    ]

    private static func findings(_ file: Repository.File) -> [String] {
        let module = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        guard let allowed = allowed[module] else {
            return ["\(file.path): the table of imports does not know the module \(module)"]
        }
        return imports(in: file.text).filter { !allowed.contains($0) }
            .map { "\(file.path): \(module) may not import \($0)" }
    }

    /// The modules that a text imports, whatever stands before and between.
    static func imports(in text: String) -> [String] {
        let kinds: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
        return SwiftCode(text).lines.flatMap { line in
            line.split(separator: ";").compactMap { statement -> String? in
                let words = statement.words
                guard let place = words.firstIndex(of: "import") else { return nil }
                return words[(place + 1)...].first { !kinds.contains(String($0)) }.map(String.init)
            }
        }
    }

    @Test func `every import of every module is in the table`() throws {
        expectNothing(try Repository().swiftFiles(in: "Sources").flatMap(Self.findings))
    }

    @Test func `the table has a row for every module and names no other`() throws {
        #expect(Self.allowed.keys.sorted() == (try Repository().names(in: "Sources")))
        let system: Set = ["Glibc", "Dispatch", "Synchronization"]
        for (module, imports) in Self.allowed {
            #expect(imports.subtracting(system).isSubset(of: Self.allowed.keys), "\(module)")
        }
    }

    @Test(arguments: [
        "import Foundation", "@testable import StreamServer", "import struct Glibc.timespec",
        "import Vocabulary; import Dispatch", "internal import Foundation",
    ])
    func `an import that is not allowed is found`(text: String) {
        let file = Repository.File(path: "Sources/Statistics/Ring.swift", text: "\n\(text)\n")
        #expect(Self.findings(file).count == 1)
        let stranger = Repository.File(path: "Sources/Weather/Wind.swift", text: "")
        #expect(Self.findings(stranger).count == 1)
    }

    @Test(arguments: ["import Vocabulary", "// import Foundation", "let text = \"import Glibc\""])
    func `what is allowed, and what is no import, is not`(text: String) {
        let file = Repository.File(path: "Sources/Statistics/Ring.swift", text: text)
        #expect(Self.findings(file) == [])
    }

    @Test func `Foundation, whole or in part, is in no row`() {
        #expect(!Self.allowed.values.joined().contains { $0.hasPrefix("Foundation") })
    }
}
