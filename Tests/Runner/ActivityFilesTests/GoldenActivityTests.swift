import LinuxIO
import Simulation
import Testing
import Vocabulary

@testable import ActivityFiles

/// A small activity with all that a file can hold, byte by byte, and what it says.
///
/// `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenActivity` records both files anew.
@Suite struct GoldenActivityTests {
    private static let folder =
        "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Golden"

    private static func bytes() -> [UInt8] {
        let facts = RunScript.facts(.phase, serialNumber: 42, tellsTruth: true) { _ in 3600 }
        var activity = FITActivity(facts, from: RunScript.point(0))
        RunScript.play(&activity)
        return activity.finish()
    }

    /// A line for each message: its kind, and its fields that are there.
    private static func text(_ bytes: [UInt8]) throws -> String {
        try decoded(bytes).map { message in
            let fields = message.definition.fields.compactMap { field -> String? in
                let value = message.text(field.number) ?? message.integer(field.number)?.description
                return value.map { "\(field.number)=\($0)" }
            }
            return "\(message.number): \(fields.joined(separator: " "))\n"
        }.joined()
    }

    @Test func `the file is as it was, byte for byte, and says what it said`() throws {
        let bytes = Self.bytes()
        let text = try Self.text(bytes)
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try Directory.create(Self.folder)
            try FileContent.replace("\(Self.folder)/activity.fit", with: bytes)
            try FileContent.replace("\(Self.folder)/activity.txt", with: Array(text.utf8))
        }
        let golden = try FileContent.read("\(Self.folder)/activity.fit", limitBytes: 1 << 16)
        let told = try FileContent.read("\(Self.folder)/activity.txt", limitBytes: 1 << 16)
        #expect(text == String(decoding: told, as: UTF8.self))
        #expect(bytes == golden)
        #expect(try Self.text(golden) == text)
    }
}
