import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// The page about faults says what the code does.
@Suite struct FaultsPageTests {
    private static let lines: [Substring] = {
        let text = (try? Checkout.page("Faults", of: "Simulation")) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }()

    /// The texts of the fenced blocks that hold a script.
    private static let scripts: [String] = {
        var scripts: [String] = []
        var isInside = false
        for line in lines {
            if line == "```faults" {
                isInside = true
                scripts.append("")
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                scripts[scripts.count - 1] += "\(line)\n"
            }
        }
        return scripts
    }()

    @Test func `there are three examples`() { #expect(Self.scripts.count == 3) }

    @Test(arguments: scripts)
    func `every example is a script`(text: String) throws {
        let reading = FaultScriptReading(bytes: Array(text.utf8), name: "example")
        #expect(reading.errors == [])
        #expect(reading.script.count > 2)
    }

    @Test func `the table of faults has every fault with its own duration`() {
        let start = Self.lines.firstIndex { $0 == "| fault | lasts | what it does |" }
        let rows = Self.lines[(start ?? 0)...].dropFirst(2).prefix { $0.hasPrefix("| ") }
        let cells = rows.map { $0.split(separator: " | ").prefix(2).joined(separator: " | ") }
        let expected = ScriptedFault.allCases.map { fault in
            let seconds = fault.standardDuration.ticks / FleetDuration.ticksPerSecond
            return "| `\(fault.rawValue)` | "
                + (fault.takesDuration ? "\(seconds) s" : "to the session's end")
        }
        #expect(cells == expected)
    }

    @Test func `the limits are the code's`() {
        let text = Self.lines.joined(separator: " ")
        #expect(
            text.contains(
                "at most \(FaultScript.byteLimit >> 10) KiB with at most \(FaultScript.faultLimit) "
                    + "faults"))
        #expect(text.contains("\(FaultScript.reacquisition.ticks / 50) s behind a lost receiver"))
        #expect(text.contains("A session lasts \(FleetDuration.lap.ticks / 3000) minutes"))
    }
}
