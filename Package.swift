// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// With RUNWAY_OPTIMIZED the tests run the code that computes lines as a release has it, which takes
// them a quarter of the time. Modules are compiled as a whole then: if nothing was compiled before,
// that takes an eighth less processor time than file by file.
let computes: Set = [
    "JSON", "Vocabulary", "Simulation", "ActivityFiles", "FlightPhases", "Statistics",
    "WireProtocol", "ChannelPipeline", "CatchUp", "LinuxIO", "CivilTime", "Days", "StreamServer",
    "StateFiles", "StreamAudit",
]
func settings(of target: String) -> [SwiftSetting] {
    guard Context.environment["RUNWAY_OPTIMIZED"] != nil else { return strict }
    let whole = ["-whole-module-optimization", "-num-threads", "2"]
    let flags = computes.contains(target) ? whole + ["-O"] : whole
    return strict + [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// A library target; the arrows point one way only, from the last line of the list to the first.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(of: name))
}

/// A test target; golden files lie beside the tests, which read them in place.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings(of: name))
}

let package = Package(
    name: "runway",
    products: [
        .executable(name: "runwayd", targets: ["runwayd"]),
        .executable(name: "runway", targets: ["runway"]),
    ],
    targets: [
        module("PlainText"),
        module("Terminal", ["PlainText"]),
        module("JSON"),
        module("Vocabulary"),
        module("Charts", ["PlainText", "Vocabulary"]),
        module("Simulation", ["Vocabulary"]),
        module("ActivityFiles", ["Vocabulary", "Simulation"]),
        module("FlightPhases", ["Vocabulary"]),
        module("PhaseScoring", ["Vocabulary"]),
        module("Statistics", ["Vocabulary"]),
        module("WireProtocol", ["PlainText", "JSON", "Vocabulary"]),
        module(
            "ChannelPipeline",
            ["Vocabulary", "Simulation", "FlightPhases", "Statistics", "WireProtocol"]),
        module("CatchUp", ["Vocabulary", "WireProtocol", "ChannelPipeline"]),
        module("LinuxIO", ["PlainText", "Vocabulary"]),
        module("CivilTime", ["Vocabulary", "LinuxIO"]),
        module("Days", ["Vocabulary", "Simulation", "CivilTime"]),
        module("StreamServer", ["Vocabulary", "WireProtocol", "LinuxIO"]),
        module("CommandLine", ["PlainText", "Terminal", "LinuxIO"]),
        module("StreamClient", ["Vocabulary", "WireProtocol", "LinuxIO", "CommandLine"]),
        module(
            "Configuration",
            [
                "PlainText", "JSON", "Vocabulary", "Simulation", "ActivityFiles", "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "CommandLine",
            ]),
        module("StateFiles", ["PlainText", "Vocabulary", "WireProtocol", "LinuxIO"]),
        module("StreamAudit", ["JSON", "Vocabulary", "Statistics", "WireProtocol"]),
        module(
            "Relay",
            [
                "PlainText", "JSON", "Vocabulary", "WireProtocol", "CommandLine", "StreamClient",
                "StreamAudit",
            ]),
        module(
            "LoadReport",
            [
                "PlainText", "JSON", "Vocabulary", "Charts", "Statistics", "WireProtocol",
                "StreamAudit",
            ]),
        module(
            "LoadTesting",
            [
                "PlainText", "Terminal", "Vocabulary", "Statistics", "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CommandLine", "StreamClient", "Configuration",
                "StreamAudit", "LoadReport",
            ]),
        module(
            "FlightDisplay", ["PlainText", "Terminal", "Vocabulary", "WireProtocol", "CivilTime"]),
        module(
            "Logbook",
            [
                "PlainText", "Terminal", "Vocabulary", "WireProtocol", "CivilTime", "FlightDisplay",
            ]),
        module(
            "FlightPlot", ["PlainText", "Vocabulary", "Charts", "FlightDisplay"]),
        module(
            "DaemonCore",
            [
                "PlainText", "Vocabulary", "Simulation", "FlightPhases", "Statistics",
                "WireProtocol", "ChannelPipeline", "CatchUp", "LinuxIO", "CivilTime",
                "StreamServer", "CommandLine", "Configuration", "StateFiles",
            ]),
        module(
            "ClientCore",
            [
                "PlainText", "Terminal", "Vocabulary", "Simulation", "ActivityFiles",
                "FlightPhases",
                "WireProtocol", "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "CommandLine",
                "StreamClient", "Configuration", "Relay", "LoadReport", "LoadTesting",
                "FlightDisplay",
                "Logbook", "FlightPlot", "DaemonCore",
            ]),
        .executableTarget(
            name: "runwayd", dependencies: ["LinuxIO", "DaemonCore"], swiftSettings: strict),
        .executableTarget(
            name: "runway", dependencies: ["LinuxIO", "ClientCore"], swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "PlainText", "Vocabulary", "Simulation", "PhaseScoring", "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CivilTime", "Days", "StreamServer", "CommandLine",
                "Configuration", "StreamAudit",
            ],
            swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Vocabulary", "LinuxIO"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "StreamTestSupport", dependencies: ["Vocabulary", "WireProtocol", "StreamAudit"],
            path: "Tests/StreamTestSupport", swiftSettings: strict),
        tests("PlainTextTests", ["PlainText", "TestSupport"]),
        tests("JSONTests", ["JSON", "TestSupport"]),
        tests("VocabularyTests", ["Vocabulary", "TestSupport"]),
        tests("ChartsTests", ["Charts", "TestSupport"]),
        tests("SimulationTests", ["Vocabulary", "Simulation"]),
        tests(
            "ActivityFilesTests",
            ["Vocabulary", "Simulation", "ActivityFiles", "LinuxIO", "TestSupport"],
            exclude: ["Golden"]),
        tests("FlightPhasesTests", ["Vocabulary", "FlightPhases"]),
        tests("PhaseScoringTests", ["Vocabulary", "PhaseScoring"]),
        tests("StatisticsTests", ["Vocabulary", "Statistics", "TestSupport"]),
        tests("WireProtocolTests", ["JSON", "Vocabulary", "WireProtocol", "TestSupport"]),
        tests(
            "ChannelPipelineTests",
            [
                "JSON", "Vocabulary", "Simulation", "FlightPhases", "Statistics", "WireProtocol",
                "ChannelPipeline", "TestSupport", "StreamTestSupport",
            ]),
        tests(
            "CatchUpTests",
            ["Vocabulary", "WireProtocol", "ChannelPipeline", "CatchUp", "TestSupport"]),
        tests("LinuxIOTests", ["PlainText", "Vocabulary", "LinuxIO", "TestSupport"]),
        tests("CivilTimeTests", ["Vocabulary", "LinuxIO", "CivilTime", "TestSupport"]),
        tests("DaysTests", ["Vocabulary", "Simulation", "CivilTime", "Days", "TestSupport"]),
        tests(
            "StreamServerTests",
            ["Vocabulary", "WireProtocol", "LinuxIO", "StreamServer", "TestSupport"]),
        tests("CommandLineTests", ["CommandLine"]),
        tests(
            "ConfigurationTests",
            [
                "PlainText", "JSON", "Vocabulary", "Simulation", "ActivityFiles", "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CivilTime", "CommandLine", "Configuration",
                "TestSupport",
                "StreamTestSupport",
            ]),
        tests("StateFilesTests", ["Vocabulary", "LinuxIO", "StateFiles", "TestSupport"]),
        tests(
            "StreamAuditTests",
            [
                "Vocabulary", "Statistics", "WireProtocol", "StreamAudit", "LoadReport",
                "TestSupport", "StreamTestSupport",
            ]),
        tests(
            "RelayTests",
            ["PlainText", "Vocabulary", "WireProtocol", "CommandLine", "Relay", "TestSupport"]),
        tests(
            "LoadReportTests",
            [
                "PlainText", "Statistics", "WireProtocol", "StreamAudit", "LoadReport",
                "LoadTesting", "TestSupport",
            ]),
        tests(
            "LoadTestingTests",
            [
                "Terminal", "Vocabulary", "Statistics", "WireProtocol", "CommandLine",
                "StreamAudit", "LoadReport", "LoadTesting", "TestSupport", "StreamTestSupport",
            ]),
        tests("TerminalTests", ["PlainText", "Terminal", "TestSupport"]),
        tests(
            "FlightDisplayTests",
            [
                "PlainText", "Terminal", "Vocabulary", "Simulation", "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CivilTime", "FlightDisplay", "TestSupport",
            ],
            exclude: ["Golden"]),
        tests(
            "LogbookTests",
            [
                "Terminal", "Vocabulary", "WireProtocol", "LinuxIO", "CivilTime", "FlightDisplay",
                "Logbook",
            ],
            exclude: ["Golden"]),
        tests(
            "FlightPlotTests",
            ["Vocabulary", "Charts", "LinuxIO", "FlightDisplay", "FlightPlot", "TestSupport"],
            exclude: ["Golden"]),
        tests(
            "StreamClientTests",
            ["Vocabulary", "WireProtocol", "LinuxIO", "CommandLine", "StreamClient"]),
        tests(
            "DaemonCoreTests",
            [
                "PlainText", "Vocabulary", "Simulation", "Statistics", "WireProtocol",
                "ChannelPipeline",
                "LinuxIO", "StreamServer", "CommandLine", "Configuration", "StateFiles",
                "DaemonCore", "TestSupport",
            ]),
        tests(
            "ClientCoreTests",
            [
                "PlainText", "Terminal", "Vocabulary", "Simulation", "ActivityFiles",
                "WireProtocol",
                "ChannelPipeline", "LinuxIO", "CivilTime", "StreamServer", "CommandLine",
                "StreamClient", "Configuration", "LoadReport", "LoadTesting", "FlightDisplay",
                "Logbook",
                "DaemonCore", "ClientCore", "TestSupport",
            ]),
        tests("ProjectShapeTests"),
        tests(
            "EndToEndTests",
            [
                "PlainText", "Vocabulary", "WireProtocol", "LinuxIO", "StateFiles", "runway",
                "runwayd", "TestSupport",
            ]),
    ]
)

// The sanitizers of the gate build the tests that they run, what those import, and nothing else. A
// target stands below all that it depends on, so one walk upwards finds everything.
if let chosen = Context.environment["RUNWAY_TEST_TARGETS"]?.split(separator: " ") {
    var needed = Set(chosen.map(String.init))
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
