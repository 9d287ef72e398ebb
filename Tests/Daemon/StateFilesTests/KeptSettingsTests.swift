import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct KeptSettingsTests {
    private static let present = instant(1_795_154_500)

    @Test(arguments: [
        [:], ["sessions": ["25"]], ["replay": ["/runs/a b.csv", "/läufe/%20.fit#2", "+", ""]],
        ["faults": [String(repeating: "/é", count: 400)], "shard": ["0/4"], "speed": ["max"]],
        ["faults": ["/" + String(repeating: "x", count: 47)], "time_zone": ["CET-1CEST,M3.5.0"]],
    ])
    func `what is written is read`(values: [String: [String]]) throws {
        let settings = KeptSettings(values)
        #expect(try KeptSettings(settings.bytes, file: "f") == settings)
        #expect(settings.values == values)
    }

    @Test(arguments: UInt64(1)...4)
    func `no bit can change without being found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sound = KeptSettings(["replay": ["/a b", "/c"], "sessions": ["7"]]).bytes
        for _ in 0..<300 {
            var bytes = sound
            switch generator.below(3) {
            case 0: bytes[generator.below(bytes.count)] ^= 1 << UInt8(generator.below(8))
            case 1: bytes.removeLast(generator.number(1...87))
            case _: bytes.insert(UInt8(generator.below(256)), at: generator.below(bytes.count))
            }
            let failure = #expect(throws: StateFailure.self, "seed \(seed)") {
                _ = try KeptSettings(bytes, file: "f")
            }
            guard case .damaged? = failure else {
                Issue.record("not damaged: \(String(describing: failure))")
                return
            }
        }
    }

    @Test func `a folder has the settings of the last start, and one without is sound`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-settings")
        let path = "\(directory.path)/state"
        #expect(try StateFolder.settings(in: path) == nil)
        func start(_ settings: KeptSettings?) throws -> KeptSettings? {
            let folder = try StateFolder(path)
            _ = try folder.open(storedState(), settings: settings, at: Self.present) { _ in nil }
            return folder.settings
        }
        #expect(try start(nil) == nil)
        #expect(try StateFolder.settings(in: path) == nil)
        let first = KeptSettings(["sessions": ["25"]])
        #expect(try start(first) == nil)
        #expect(try StateFolder.settings(in: path) == first)
        let second = KeptSettings(["sessions": ["9"]])
        #expect(try start(second) == first)
        #expect(try start(second) == second)
        try FileContent.replace("\(path)/settings", with: Array("x".utf8), durable: false)
        #expect(throws: StateFailure.self) { try StateFolder.settings(in: path) }
        #expect(throws: StateFailure.self) { try StateFolder(path) }
    }
}
