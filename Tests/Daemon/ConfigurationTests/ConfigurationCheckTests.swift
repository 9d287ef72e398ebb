import ChannelPipeline
import CommandLine
import LinuxIO
import Testing

@testable import Configuration

@Suite struct ConfigurationCheckTests: ~Copyable {
    private let folder: TemporaryDirectory
    private let path: String
    private static let header =
        "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"

    init() throws {
        folder = try TemporaryDirectory(prefix: "runway-check")
        path = "\(folder.path)/x.json5"
    }

    private func write(_ text: String, to name: String) throws {
        try FileContent.replace("\(folder.path)/\(name)", with: Array(text.utf8), durable: false)
    }

    private func check(_ text: String, _ arguments: [String] = []) throws -> ConfigurationCheck {
        try ConfigurationCheck(
            ChosenSettings(
                flags: try DaemonFlags.table.parse(arguments),
                file: ConfigurationFile(path: path, bytes: Array(text.utf8)))
        ) { "memory for \($0.flownLaneCount)\n" }
    }

    @Test func `a right file is said to be right, with the memory of its fleet`() throws {
        let check = try check("{ sessions: 5 }")
        #expect(check.code == .success && check.errors.isEmpty)
        #expect(check.output == "\(path) is right\nmemory for 5\n")
    }

    @Test func `everything wrong is said, unknown keys too`() throws {
        let check = try check("{ sede: 1, rate_hz: 3 }", ["--speed", "x"])
        #expect(check.code == .configuration && check.output.isEmpty)
        let lines = check.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("\(path):1:3: sede: "))
        #expect(lines[1].hasPrefix("\(path):1:21: rate_hz: "))
        #expect(lines[2].hasPrefix("--speed "))
    }

    @Test func `recordings of the file are read, and each wrong one is told with its place`() throws
    {
        try write(Self.header + "0,150,2.5,,,\n", to: "good.csv")
        try write(Self.header + "0,fast,2.5,,,\n", to: "bad.csv")
        let good = try check("{ replay: ['good.csv'] }")
        #expect(good.code == .success)
        let bad = try check("{ replay: [\n'none.csv', 'good.csv',\n 'bad.csv'] }")
        #expect(bad.code == .configuration)
        let lines = bad.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("\(path):2:1: replay: cannot read the recording: open "))
        #expect(lines[0].hasSuffix("directory; give a readable CSV, FIT, TCX or GPX file"))
        #expect(
            lines[1].hasPrefix(
                "\(path):3:2: replay: \(folder.path)/bad.csv:2:3: \"fast\" is not a number; write"))
    }

    @Test func `what only flags name wrong keeps the codes of flags`() throws {
        let usage = try check("{}", ["--rate", "3"])
        #expect(usage.code == .usage)
        let missing = try check("{}", ["--replay", "\(folder.path)/none.csv"])
        #expect(missing.code == .input)
        #expect(missing.errors.hasPrefix("cannot read the recording: "))
    }

    @Test func `a file that cannot be read is an input that is missing`() throws {
        let error = #expect(throws: ProgramFailure.self) { try ConfigurationFile.read(path) }
        #expect(error?.code == .input)
        let directory = #expect(throws: ProgramFailure.self) {
            try ConfigurationFile.read(folder.path)
        }
        #expect(directory?.code == .input)
        #expect(directory?.description.contains("is a directory") == true)
    }

    @Test func `a file of more than 1 MiB is refused`() throws {
        let text = "{" + String(repeating: " ", count: (1 << 20) - 2) + "}"
        try write(text, to: "x.json5")
        #expect(try ConfigurationFile.read(path).fault == nil)
        try write(text + "\n", to: "x.json5")
        let error = #expect(throws: ProgramFailure.self) { try ConfigurationFile.read(path) }
        #expect(error?.code == .input)
        #expect(error?.description.contains("at most 1 MiB") == true)
    }
}
