import TestSupport
import Testing

@testable import LoadReport
@testable import StreamAudit

/// The manual says what the code does.
@Suite struct ManualTests {
    private static let manual = (try? Checkout.page("Load", of: "LoadTesting")) ?? ""

    @Test func `it lists all figures as the command does`() {
        #expect(Self.manual.hasSuffix("```\n\(LoadFigure.listing)```\n"))
    }

    @Test(arguments: Defect.allCases)
    func `it tells of each defect`(defect: Defect) {
        #expect(Self.manual.contains("| `\(defect.rawValue)` | \(defect.summary) |\n"))
    }

    @Test(arguments: SubscriberClass.allCases)
    func `it tells of each class of subscribers`(subscriberClass: SubscriberClass) {
        #expect(Self.manual.contains("| `\(subscriberClass.rawValue)` | "))
    }
}
