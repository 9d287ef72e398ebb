import ChannelPipeline
import CivilTime
import Days
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Configuration
@testable import Exporting

/// The truth of days in files.
@Suite struct DayTruthExportTests {
    /// Three days, the second of which has 23 hours.
    private static let dates = ["2026-03-28", "2026-03-29", "2026-03-30"].compactMap {
        CivilDate(parsing: $0)
    }

    /// Lane 0 is ill on the first two days and tells it; lane 1 has no findings and tells.
    private func fleet(_ zone: TimeZoneRules) -> Fleet {
        let ill = Finding(.ill, Self.dates[0]...Self.dates[1])
        let epoch = zone.startOrNext(of: Self.dates[0])
        let calendar = AthleteCalendar(
            seed: 42, epoch: epoch, zone: zone,
            orders: [DaysOrder(findings: [ill]), DaysOrder(findings: [])])
        return Fleet(seed: 42, epoch: epoch, schedule: .days(calendar), simulatedLanes: 3)
    }

    private func lines(_ lane: LaneID, truth: Bool) throws -> [JSONValue] {
        let zone = try TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        let end = zone.startOrNext(of: Self.dates[2].adding(days: 1))
        let days = zone.startOrNext(of: Self.dates[0])..<end
        let export = SessionExport(
            fleet: fleet(zone), format: .ndjson(ChannelShape()), tellsTruth: truth)
        let file = try #require(DayExport(export, days).files([lane]).first)
        return file.bytes().split(separator: UInt8(ascii: "\n")).compactMap {
            JSONValue(line: $0)
        }
    }

    private func isTold(_ line: JSONValue) -> Bool {
        line.type == .truth && line["session"]?.text?.hasPrefix("d") == true
    }

    @Test func `lines of days with the truth have that of each day with a finding`() throws {
        let truths = try lines(0, truth: true).filter { line in
            isTold(line)
                && (line["findings"]?.items ?? []).contains { $0["source"]?.text == "ordered" }
        }
        #expect(truths.compactMap { $0["session"]?.text } == ["d0.0", "d0.1"])
        #expect(
            truths.compactMap { $0["t"]?.text }
                == ["2026-03-28T22:59:59.980000Z", "2026-03-29T21:59:59.980000Z"])
        for truth in truths {
            let finding = truth["findings"]?.items.first
            #expect(finding?["finding"]?.text == "ill")
            #expect(finding?["first"]?.text == "2026-03-28")
            #expect(finding?["last"]?.text == "2026-03-29")
        }
    }

    @Test func `without it, and of athletes who do not tell, the lines have none`() throws {
        #expect(try !lines(0, truth: false).contains(where: isTold))
        #expect(try !lines(2, truth: true).contains(where: isTold))
        let others = try lines(0, truth: true).filter { $0.type != .truth && $0.type != .end }
        let plain = try lines(0, truth: false).filter { $0.type != .end }
        #expect(others.map { $0["t"] } == plain.map { $0["t"] })
    }
}
