import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import Testing

@testable import Configuration

/// A fault script on its way from a flag, a variable or a configuration file into the fleet.
@Suite struct NamedFaultScriptTests: ~Copyable {
    private let folder: TemporaryDirectory
    private static let epoch: Int64 = 1_767_225_600_000_000
    private var script: String { "\(folder.path)/f.txt" }

    init() throws { folder = try TemporaryDirectory(prefix: "runway-faults") }

    private func write(_ text: String) throws {
        try FileContent.replace(script, with: Array(text.utf8), durable: false)
    }

    private func settings(
        _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil
    ) throws -> ChosenSettings {
        ChosenSettings(
            flags: try DaemonFlags.table.parse(arguments), environment: environment,
            file: text.map {
                ConfigurationFile(path: "\(folder.path)/x.json5", bytes: Array($0.utf8))
            })
    }

    @Test func `a script that is named anywhere flies`() throws {
        try write("# all of them\ngps lost 40 s at 12:00 then reacquire\n")
        let expected = Equipment(
            device: .perfect,
            faults: try FaultScript(parsing: "gps lost 0:40 at 12:00 then reacquire"))
        for settings in [
            try settings(["--faults", script, "--device", "perfect"]),
            try settings([], ["RUNWAY_FAULTS": script, "RUNWAY_DEVICE": "perfect"]),
            try settings(file: "{ faults: 'f.txt', device: 'perfect' }"),
        ] {
            #expect(try fleet(of: settings).equipment == expected)
            #expect(try ConfigurationCheck(settings).code == .success)
        }
        let flags = try DaemonFlags.table.parse(["--faults", script, "--device", "perfect"])
        #expect(try FleetFlags.fleet(flags, defaultEpoch: Self.epoch).equipment == expected)
    }

    @Test func `without a script nothing fails but by chance`() throws {
        #expect(try fleet(of: settings()).equipment == Equipment())
    }

    @Test func `a check tells every line that is wrong, with its place and what is allowed`() throws
    {
        try write("strap dropuot 40 s\npod dropout\r\ngps lost at 71:00\npod dropout in 1.2 of s")
        let check = try ConfigurationCheck(try settings(file: "{ seed: 1,\n faults: 'f.txt' }"))
        #expect(check.code == .configuration && check.output.isEmpty)
        let start = "\(folder.path)/x.json5:2:10: faults: \(script)"
        #expect(
            check.errors == """
                \(start):1:1: "strap dropuot" is not a fault; did you mean strap dropout? a line \
                begins with its fault: strap dropout, cold start, cadence lock, pod dropout, gps \
                lost, battery dies
                \(start):3:13: "71:00" lies outside the session; give the time since the session's \
                start, m:ss or h:mm:ss, from 0:00 to 69:59
                \(start):4:16: "1.2" is not a share; give a number above 0 and at most 1, such as \
                0.3, or a percentage, such as 30 %

                """)
    }

    @Test func `a start is refused with the first line that is wrong`() throws {
        try write("\nstrap lost\ngps\n")
        let start =
            "\(script):2:1: \"strap lost\" is not a fault; a line begins with its fault: strap "
            + "dropout"
        let flag = #expect(throws: ProgramFailure.self) {
            try fleet(of: settings(["--faults", script]))
        }
        #expect(flag?.code == .input)
        #expect(flag?.description.hasPrefix(start) == true)
        let file = #expect(throws: ProgramFailure.self) {
            try fleet(of: settings(file: "{faults:'f.txt'}"))
        }
        #expect(file?.code == .configuration)
        #expect(file?.description.contains(start) == true)
        #expect(file?.description.hasSuffix(" (and 1 more: see --check-config)") == true)
        let variable = #expect(throws: ProgramFailure.self) {
            try fleet(of: settings([], ["RUNWAY_FAULTS": script]))
        }
        #expect(variable?.code == .configuration)
        #expect(variable?.description.hasPrefix("RUNWAY_FAULTS: \(start)") == true)
    }

    @Test func `bytes of a script cannot move a terminal's cursor`() throws {
        try write("\u{1B}[2J\u{85}\u{202E}\n")
        let check = try ConfigurationCheck(try settings(["--faults", script]))
        #expect(check.errors.hasPrefix("\(script):1:1: \"\\u{1b}[2J"))
        #expect(check.errors.unicodeScalars.count { $0.value < 32 || $0.value > 126 } == 1)
    }

    @Test func `a script that is missing, too long or a folder is an input that cannot be read`()
        throws
    {
        let missing = try ConfigurationCheck(try settings(["--faults", script]))
        #expect(missing.code == .input)
        #expect(missing.errors.hasPrefix("cannot read the fault script: open \(script): No such"))
        #expect(missing.errors.hasSuffix("; give a readable text file of at most 64 KiB\n"))
        let other = try ConfigurationCheck(try settings(["--faults", folder.path]))
        #expect(other.code == .input && other.errors.contains("is a directory"))
        try write(String(repeating: "#", count: FaultScript.byteLimit))
        #expect(try ConfigurationCheck(try settings(["--faults", script])).code == .success)
        try write(String(repeating: "#", count: FaultScript.byteLimit + 1))
        let long = try ConfigurationCheck(try settings(file: "{ faults: 'f.txt' }"))
        #expect(long.code == .configuration && long.errors.contains(" of at most 64 KiB"))
    }

    @Test func `recordings and the script are both read when both are wrong`() throws {
        try write("gps")
        let check = try ConfigurationCheck(
            try settings(["--faults", script, "--replay", "\(folder.path)/none.csv"]))
        #expect(check.errors.split(separator: "\n").count == 2)
        #expect(check.code == .input)
    }
}
