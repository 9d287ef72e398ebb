// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// Tests run the code that computes lines as a release has it, which takes them a quarter of the
// time. Modules are compiled as a whole: if nothing was compiled before, that takes an eighth less
// processor time than file by file. RUNWAY_UNOPTIMIZED=1 is for whoever debugs that code.
let hotModules: Set = [
    "JSON", "Vocabulary", "Simulation", "ActivityFiles", "FlightPhases", "Statistics",
    "WireProtocol", "ChannelPipeline", "CatchUp", "LinuxIO", "CivilTime", "Days", "StreamServer",
    "StateFiles", "StreamAudit", "PlainText", "Exporting", "TestSupport",
]
func settings(of target: String) -> [SwiftSetting] {
    guard Context.environment["RUNWAY_UNOPTIMIZED"] == nil else { return strict }
    let whole = ["-whole-module-optimization", "-num-threads", "2"]
    let flags = hotModules.contains(target) ? whole + ["-O"] : whole
    return strict + [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// A library target.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(of: name))
}

/// Tells a program of which commit it is made.
let stamp: [Target.PluginUsage] = ["CommitStamp"]

func program(
    _ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: strict, plugins: plugins)
}

/// What runs when programs are built, and is no part of them.
func plugin(_ name: String) -> Target { .plugin(name: name, capability: .buildTool()) }

/// What tests of several modules share.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let target = module(name, dependencies)
    target.path = "Tests"
    return target
}

/// A test target; golden files lie beside the tests, which read them in place.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings(of: name))
}

/// A floor of the house: a folder of modules, or of their tests. A module imports from those above
/// it in its list, and from the floors of the lists before.
func floor(_ name: String, _ targets: Target...) -> [Target] {
    for target in targets {
        let folder = target.type == .test ? "Tests" : target.path ?? "Sources"
        target.path = "\(folder)/\(name)/\(target.name)"
    }
    return targets
}

let modules: [[Target]] = [
    floor(
        "Base",
        plugin("CommitStamp"),
        module("PlainText"),
        module("JSON"),
        module("Vocabulary"),
        module("CivilTime", ["Vocabulary"]),
        module("Readout", ["PlainText", "Vocabulary", "CivilTime"]),
        module("LinuxIO", ["PlainText", "Vocabulary"]),
        module("ZoneFiles", ["CivilTime", "LinuxIO"]),
        module("Terminal", ["PlainText"]),
        module("Charts", ["PlainText", "Vocabulary"]),
        module("CommandLine", ["PlainText", "Vocabulary", "LinuxIO", "Terminal"])
    ),
    floor(
        "Runner",
        module("Simulation", ["Vocabulary"]),
        module("Days", ["Vocabulary", "CivilTime", "Simulation"]),
        module("FlightPhases", ["Vocabulary"]),
        module("Statistics", ["Vocabulary"]),
        module("ActivityFiles", ["Vocabulary", "Simulation"])
    ),
    floor(
        "Daemon",
        module("WireProtocol", ["PlainText", "JSON", "Vocabulary"]),
        module(
            "ChannelPipeline",
            ["Vocabulary", "Simulation", "FlightPhases", "Statistics", "WireProtocol"]),
        module("CatchUp", ["Vocabulary", "WireProtocol", "ChannelPipeline"]),
        module("StreamServer", ["Vocabulary", "LinuxIO", "WireProtocol"]),
        module("StateFiles", ["PlainText", "Vocabulary", "LinuxIO", "WireProtocol"]),
        module(
            "Configuration",
            [
                "PlainText", "JSON", "Vocabulary", "CivilTime", "LinuxIO", "ZoneFiles",
                "CommandLine", "Simulation", "Days", "ActivityFiles", "WireProtocol",
                "ChannelPipeline",
            ]),
        module(
            "DaemonCore",
            [
                "PlainText", "Vocabulary", "CivilTime", "LinuxIO", "CommandLine", "Simulation",
                "FlightPhases", "Statistics", "WireProtocol", "ChannelPipeline", "CatchUp",
                "StreamServer", "StateFiles", "Configuration",
            ]),
        program("runwayd", ["LinuxIO", "DaemonCore"], plugins: stamp)
    ),
    floor(
        "Reader",
        module("StreamClient", ["Vocabulary", "LinuxIO", "CommandLine", "WireProtocol"]),
        module("StreamAudit", ["JSON", "Vocabulary", "Statistics", "WireProtocol"])
    ),
    floor(
        "LoadTester",
        module(
            "LoadReport",
            [
                "PlainText", "JSON", "Vocabulary", "Charts", "Statistics", "WireProtocol",
                "StreamAudit",
            ]),
        module(
            "LoadTesting",
            [
                "PlainText", "Vocabulary", "LinuxIO", "Terminal", "CommandLine", "Statistics",
                "WireProtocol", "ChannelPipeline", "Configuration", "StreamClient", "StreamAudit",
                "LoadReport",
            ])
    ),
    floor(
        "Client",
        module(
            "FlightDisplay",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "Terminal", "Simulation",
                "WireProtocol",
            ]),
        module(
            "FullScreen",
            [
                "Vocabulary", "LinuxIO", "Terminal", "CommandLine", "WireProtocol", "StreamClient",
                "FlightDisplay",
            ]),
        module(
            "Logbook",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "Terminal", "WireProtocol",
                "FlightDisplay",
            ]),
        module(
            "FlightPlot",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "Charts", "WireProtocol",
                "FlightDisplay", "Logbook",
            ]),
        module(
            "Relay",
            [
                "PlainText", "JSON", "Vocabulary", "LinuxIO", "CommandLine", "WireProtocol",
                "StreamClient", "StreamAudit",
            ]),
        module(
            "Exporting",
            [
                "PlainText", "Vocabulary", "CivilTime", "LinuxIO", "CommandLine", "Simulation",
                "FlightPhases", "ActivityFiles", "WireProtocol", "ChannelPipeline",
            ]),
        module(
            "ClientCore",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "LinuxIO", "ZoneFiles",
                "Terminal", "CommandLine", "Simulation", "Days", "FlightPhases", "ActivityFiles",
                "WireProtocol", "ChannelPipeline", "Configuration", "DaemonCore", "StreamClient",
                "LoadReport", "LoadTesting", "FlightDisplay", "Logbook", "FlightPlot", "Relay",
                "Exporting", "FullScreen",
            ]),
        program("runway", ["LinuxIO", "ClientCore"], plugins: stamp)
    ),
    floor(
        "Workbench",
        module("PhaseScoring", ["Vocabulary"]),
        program(
            "Benchmarks",
            [
                "PlainText", "Vocabulary", "CivilTime", "LinuxIO", "CommandLine", "Simulation",
                "Days", "WireProtocol", "ChannelPipeline", "StreamServer", "Configuration",
                "StreamAudit", "PhaseScoring",
            ])
    ),
]

// Whoever names the programs to test needs none that are built like the tests.
let testedPrograms: [Target.Dependency] =
    Context.environment["RUNWAY_TESTED_PROGRAMS"] == nil ? ["runwayd", "runway"] : []

let suites: [[Target]] = [
    floor(
        "Support",
        support("TestSupport", ["Vocabulary", "LinuxIO"]),
        support("StreamTestSupport", ["Vocabulary", "WireProtocol", "StreamAudit"])
    ),
    floor(
        "Base",
        tests("PlainTextTests", ["PlainText", "TestSupport"]),
        tests("JSONTests", ["JSON", "TestSupport"]),
        tests("VocabularyTests", ["Vocabulary", "TestSupport"]),
        tests("CivilTimeTests", ["Vocabulary", "CivilTime", "TestSupport"]),
        tests("LinuxIOTests", ["PlainText", "Vocabulary", "LinuxIO", "TestSupport"]),
        tests(
            "ZoneFilesTests", ["Vocabulary", "CivilTime", "LinuxIO", "ZoneFiles", "TestSupport"]),
        tests("TerminalTests", ["PlainText", "Terminal", "TestSupport"]),
        tests("ChartsTests", ["Charts", "TestSupport"]),
        tests("CommandLineTests", ["CommandLine"]),
        tests("ReadoutTests", ["Vocabulary", "Readout"])
    ),
    floor(
        "Runner",
        tests("SimulationTests", ["Vocabulary", "Simulation", "TestSupport"]),
        tests("DaysTests", ["Vocabulary", "CivilTime", "Simulation", "Days", "TestSupport"]),
        tests("FlightPhasesTests", ["Vocabulary", "FlightPhases", "TestSupport"]),
        tests("StatisticsTests", ["Vocabulary", "Statistics", "TestSupport"]),
        tests(
            "ActivityFilesTests",
            ["Vocabulary", "LinuxIO", "Simulation", "ActivityFiles", "TestSupport"],
            exclude: ["Golden"])
    ),
    floor(
        "Daemon",
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
        tests(
            "StreamServerTests",
            ["Vocabulary", "LinuxIO", "WireProtocol", "StreamServer", "TestSupport"]),
        tests("StateFilesTests", ["Vocabulary", "LinuxIO", "StateFiles", "TestSupport"]),
        tests(
            "ConfigurationTests",
            [
                "PlainText", "JSON", "Vocabulary", "CivilTime", "LinuxIO", "ZoneFiles",
                "CommandLine", "Simulation", "Days", "ActivityFiles", "WireProtocol",
                "ChannelPipeline", "Configuration", "TestSupport", "StreamTestSupport",
            ]),
        tests(
            "DaemonCoreTests",
            [
                "PlainText", "Vocabulary", "LinuxIO", "CommandLine", "Simulation", "Statistics",
                "WireProtocol", "ChannelPipeline", "StreamServer", "StateFiles", "Configuration",
                "DaemonCore", "TestSupport",
            ])
    ),
    floor(
        "Reader",
        tests(
            "StreamClientTests",
            [
                "Vocabulary", "LinuxIO", "CommandLine", "WireProtocol", "StreamClient",
                "TestSupport",
            ]),
        tests(
            "StreamAuditTests",
            [
                "Vocabulary", "Statistics", "WireProtocol", "StreamAudit", "LoadReport",
                "TestSupport", "StreamTestSupport",
            ])
    ),
    floor(
        "LoadTester",
        tests(
            "LoadReportTests",
            [
                "PlainText", "Vocabulary", "Statistics", "WireProtocol", "StreamAudit",
                "LoadReport", "LoadTesting", "TestSupport",
            ]),
        tests(
            "LoadTestingTests",
            [
                "Vocabulary", "Terminal", "CommandLine", "Statistics", "WireProtocol",
                "StreamAudit", "LoadReport", "LoadTesting", "TestSupport", "StreamTestSupport",
            ])
    ),
    floor(
        "Client",
        tests(
            "FlightDisplayTests",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "LinuxIO", "Terminal",
                "Simulation", "WireProtocol", "ChannelPipeline", "FlightDisplay", "TestSupport",
            ],
            exclude: ["Golden"]),
        tests(
            "LogbookTests",
            [
                "Vocabulary", "CivilTime", "LinuxIO", "Terminal", "WireProtocol",
                "FlightDisplay", "Logbook", "TestSupport",
            ],
            exclude: ["Golden"]),
        tests(
            "FlightPlotTests",
            [
                "Readout", "Vocabulary", "CivilTime", "LinuxIO", "Charts", "FlightDisplay",
                "FlightPlot", "Logbook", "TestSupport",
            ],
            exclude: ["Golden"]),
        tests(
            "RelayTests",
            [
                "PlainText", "Vocabulary", "CommandLine", "WireProtocol", "StreamAudit", "Relay",
                "TestSupport",
            ]),
        tests(
            "ClientCoreTests",
            [
                "PlainText", "Readout", "Vocabulary", "CivilTime", "LinuxIO", "Terminal",
                "CommandLine", "Simulation", "Days", "ActivityFiles", "WireProtocol",
                "ChannelPipeline", "StreamServer",
                "Configuration", "DaemonCore", "StreamClient", "LoadReport", "LoadTesting",
                "FlightDisplay", "Logbook", "FlightPlot", "Relay",
                "Exporting", "ClientCore", "TestSupport",
            ])
    ),
    floor(
        "Workbench",
        tests("PhaseScoringTests", ["Vocabulary", "PhaseScoring"])
    ),
    floor(
        "Whole",
        tests("ProjectShapeTests"),
        tests(
            "EndToEndTests",
            ["PlainText", "Vocabulary", "LinuxIO", "WireProtocol", "StateFiles", "TestSupport"]
                + testedPrograms)
    ),
]

let package = Package(
    name: "runway",
    products: [
        .executable(name: "runwayd", targets: ["runwayd"]),
        .executable(name: "runway", targets: ["runway"]),
    ],
    targets: (modules + suites).flatMap(\.self)
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
