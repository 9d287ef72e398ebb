import TestSupport
import Testing
import Vocabulary

@testable import FlightPhases

/// The page about realism tells the thresholds that the code flies by.
@Suite struct RealismPageTests {
    private static let words: String = {
        let text = (try? Checkout.page("Realism", of: "Simulation")) ?? ""
        // Signs as they are typed, and words whatever line they are on.
        return text.map { $0 == "−" ? "-" : "\($0)" }.joined().split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }()

    private static let table = PhaseThresholds.standard

    /// Two places, or three where the third is not 0.
    private static func number(_ value: Double) -> String {
        let thousandths = Int((value.magnitude * 1000).rounded())
        let digits = "\(thousandths % 1000 + 1000)".dropFirst()
        let places = digits.hasSuffix("0") ? digits.dropLast() : digits
        return "\(value < 0 ? "-" : "")\(thousandths / 1000).\(places)"
    }

    @Test(arguments: [
        ("falling", table.falling, " per minute"), ("rising", table.rising, " per minute"),
        ("high", table.high, ""), ("low", table.low, ""),
    ])
    func `every level has its row`(name: String, level: PhaseThresholds.Level, unit: String) {
        let values = [level.enter, level.leave, level[.border]].map(Self.number)
        let row = "| \(name) | \(values.joined(separator: " | "))\(unit) |"
        #expect(Self.words.contains(row), "\(row)")
    }

    @Test func `the times of holding and lasting are those of the table`() {
        let table = Self.table
        func seconds(_ span: FleetDuration) -> String { "\(Int(span.seconds)) s" }
        #expect(table.climb.dwell == table.cruise.dwell)
        #expect(table.descent.dwell == table.cruise.dwell)
        for sentence in [
            "Evidence must hold for \(seconds(table.climb.hold)) to enter `climb`, "
                + "\(seconds(table.cruise.hold)) for `cruise`, "
                + "\(seconds(table.descent.hold)) for `descent`",
            "`takeoff` lasts \(seconds(table.takeoff.dwell)), the other three "
                + "\(seconds(table.cruise.dwell)) at least, and \(seconds(table.returnDwell)) "
                + "before they lead straight back",
            "while the fraction is below \(Self.number(table.takeoff.fraction)) or the trend above "
                + "\(Self.number(table.takeoff.trend)) per minute, for "
                + "\(seconds(table.takeoff.timeLimit)) at most",
        ] {
            #expect(Self.words.contains(sentence), "\(sentence)")
        }
    }
}
