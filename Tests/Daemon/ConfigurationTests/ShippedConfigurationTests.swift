import CommandLine
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Configuration

/// The file that is shipped says what the table of settings says.
///
/// To write it anew after a change of the table, run
/// `RUNWAY_RECORD_GOLDEN=1 swift test --filter ShippedConfiguration`.
@Suite struct ShippedConfigurationTests {
    private let path = Checkout.path("config/runwayd.json5")

    private func settings(_ text: String) throws -> ChosenSettings {
        ChosenSettings(
            flags: try DaemonFlags.table.parse([]),
            file: ConfigurationFile(path: path, bytes: Array(text.utf8)))
    }

    @Test func `the file is the one that the table makes`() throws {
        let made = ConfigurationText.shipped
        if getenv("RUNWAY_RECORD_GOLDEN") != nil {
            try FileContent.replace(path, with: Array(made.utf8), durable: false)
        }
        let shipped = String(
            decoding: try FileContent.read(path, limitBytes: 1 << 20), as: UTF8.self)
        #expect(
            shipped == made,
            "RUNWAY_RECORD_GOLDEN=1 swift test --filter ShippedConfiguration writes it anew")
    }

    @Test func `it is right and sets every default`() throws {
        let shipped = try settings(ConfigurationText.shipped)
        let none = ChosenSettings(flags: try DaemonFlags.table.parse([]))
        #expect(shipped.findings == [])
        for key in SettingKey.allCases {
            #expect(shipped[key]?.value == none[key]?.value, "\(key)")
        }
    }

    @Test func `the settings that it shows in comments are right as well`() throws {
        let text = ConfigurationText.shipped
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.contains(/^ *\/\/ [a-z_]+: .*,$/) ? $0.replacing("// ", with: "") : $0 }
            .joined(separator: "\n")
        let settings = try settings(text)
        #expect(settings.findings == [])
        for row in SettingTable.rows {
            #expect(settings[row.key]?.origin.code == .configuration, "\(row.key)")
            guard ![.replay, .route].contains(row.key) else { continue }
            #expect(settings[row.key]?.value == row.example, "\(row.key)")
        }
    }

    @Test(arguments: SettingTable.rows)
    func `it tells of every setting what is allowed, its default, flag and variable`(
        row: Setting
    ) throws {
        let words = ConfigurationText.shipped.split { " \n".contains($0) }.filter { $0 != "//" }
        let text = words.joined(separator: " ")
        #expect(text.contains("\(row.summary)\(row.unit.map { ", in \($0)" } ?? ""): "))
        #expect(text.contains(row.domain.allowed))
        #expect(text.contains("Default: \(row.default.shown)."))
        let variable = row.key.variable.map { "Environment: \($0)." }
        #expect(text.contains(variable ?? "Only a file sets it."))
        #expect(row.flagForm.map { text.contains("Flag: \($0.name).") } ?? true)
        #expect(text.contains("\(row.key.name): "))
    }

    @Test func `no line is wider than a screen`() {
        for line in ConfigurationText.shipped.split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
        }
    }
}
