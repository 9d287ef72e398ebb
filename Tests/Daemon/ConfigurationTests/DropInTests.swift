import CommandLine
import LinuxIO
import Testing

@testable import Configuration

/// Files beside the configuration file, and what may change while the daemon serves.
@Suite struct DropInTests: ~Copyable {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "dropin") }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        _ = try Directory.create(Directory.parent(of: path), mode: 0o755)
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        return path
    }

    private func settings(_ path: String) throws -> ChosenSettings {
        try SettingSources.settings(try DaemonFlags.table.parse(["--config", path]))
    }

    @Test func `files of the folder are read in the order of their names, the later ones win`()
        throws
    {
        let path = try write("{ rate_hz: 5, seed: 1, limits: { clients: 7 } }", to: "x.json5")
        #expect(try settings(path).integer(.seed) == 1)
        let second = try write("{ seed: 3,\n  limits: { clients: 9 } }", to: "x.json5.d/20.json5")
        _ = try write("{ seed: 2, faults: 'f.txt' }", to: "x.json5.d/10.json5")
        _ = try write("{ seed: 4 }", to: "x.json5.d/30.json")
        _ = try write("{ seed: 5 }", to: "x.json5.d/.40.json5")
        let settings = try settings(path)
        #expect(settings.findings == [])
        #expect(settings.integer(.seed) == 3 && settings.integer(.rate) == 5)
        #expect(settings.integer(.clients) == 9)
        #expect(settings.text(.faults) == path + ".d/f.txt")
        #expect(settings[.clients].map { "\($0.origin)" } == "\(second):2")
    }

    @Test func `what is wrong in one of them is told with its path`() throws {
        let path = try write("{ seed: 1 }", to: "x.json5")
        let wrong = try write("{ rate_hz: 3 }", to: "x.json5.d/a.json5")
        let settings = try settings(path)
        #expect(settings.findings.map { "\($0)".hasPrefix("\(wrong):1:12: rate_hz: ") } == [true])
        #expect(throws: ProgramFailure.self) { try settings.refuse() }
        _ = try write("", to: "y.json5.d")
        let other = try write("{}", to: "y.json5")
        let failure = #expect(throws: ProgramFailure.self) { try self.settings(other) }
        #expect(failure?.code == .input)
    }

    @Test func `access, limits and the level of the log change live, all else waits`() throws {
        let old = try ConfigurationTests.settings(
            file: "{ seed: 1, rate_hz: 5, log_level: 'info', access: [] }")
        let new = try ConfigurationTests.settings(
            file: "{ seed: 1, rate_hz: 10, socket: '/x', log_level: 'debug', access: [{}],\n"
                + " limits: { window_bytes: 2000000 } }")
        let changes = SettingChanges(from: old, to: new)
        #expect(changes.live == [.logLevel, .access, .windowBytes])
        #expect(changes.ofNextStart == [.socket, .rate])
        let none = SettingChanges(from: new, to: new)
        #expect(none.live == [] && none.ofNextStart == [])
    }
}
