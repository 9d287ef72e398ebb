import ChannelPipeline
import JSON
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct LineOrderTests {
    @Test(arguments: TestShape.allCases, [61] as [UInt64])
    func `live lines of recordings come in the total order, numbered without a hole`(
        shape: TestShape, seed: UInt64
    ) throws {
        let stretch = try FleetStretch.recordings(seed: seed, rows: 50)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let subscription = driven.follow(shape.shape, stretch.lanes, from: .sessionStarts)
        var dice = Dice(seed: seed)
        driven.advance(to: stretch.last, &dice, strides: 1...900)
        checkOrder(subscription.lines, "\(shape), seed \(seed)")
        for lane: LaneID in [0, 1] {
            let lines = subscription.lines.filter { $0.session.lane == lane }
            checkSession(lines, shape.shape, "\(shape), lane \(lane), seed \(seed)")
        }
    }

    @Test func `live lines of laps come in the total order, numbered without a hole`() throws {
        let shape = TestShape.everything.shape
        let stretch = FleetStretch.laps()
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let from = Beginning.after(
            StreamPosition(
                after: stretch.fleet.start(of: SessionName(lane: 34, lap: -1))
                    - FleetDuration(ticks: 1)))
        let subscription = driven.follow(shape, [34], from: from)
        driven.advance(to: stretch.last)
        checkOrder(subscription.lines, "laps")
        let lap = subscription.lines.filter { $0.session == SessionName(lane: 34, lap: -1) }
        checkSession(lap, shape, "a whole lap")
    }

    /// Positions increase strictly, are those of the anchors, and numbers count by one.
    private func checkOrder(_ lines: [PipelineLine], _ context: String) {
        var last: [SessionName: Int] = [:]
        var before = StreamPosition(bits: 0)
        for line in lines {
            #expect(line.position > before, "\(context): \(line.text)")
            before = line.position
            #expect(line.field("session") == "\(line.session)", "\(context): \(line.text)")
            let time = CalendarTime(microseconds: line.position.instant.microseconds)
            #expect(line.field("t") == "\(time)", "\(context): \(line.text)")
            guard let n = line.n else {
                Issue.record("\(context): no number in \(line.text)")
                continue
            }
            if let previous = last[line.session] {
                #expect(n == previous + 1, "\(context): \(line.text)")
            }
            last[line.session] = n
        }
    }

    private func checkSession(_ lines: [PipelineLine], _ shape: ChannelShape, _ context: String) {
        #expect(lines.first?.n == 1, "\(context)")
        #expect(lines.last?.n == lines.count, "\(context)")
        #expect(lines.last?.type == "end", "\(context)")
        #expect(lines.count { $0.type == "end" } == 1, "\(context)")
        if shape.kinds.contains(.event) {
            #expect(lines.first?.field("event") == "start", "\(context)")
        }
        let types = Set(lines.compactMap(\.type))
        #expect(types.subtracting(["end"]).isSubset(of: shape.kinds.map { $0.rawValue[...] }))
        guard shape.kinds.contains(.stat), lines.count > 1 else { return }
        #expect(lines[lines.count - 2].type == "stat", "\(context)")
        #expect(lines[lines.count - 2].position.instant == lines.last?.position.instant)
    }

    @Test func `a lap ends and the next begins at one instant, in this order`() throws {
        let fleet = TestFleets.simulated()
        let boundary = fleet.start(of: SessionName(lane: 34, lap: 1))
        let offline = OfflineLines(
            of: [34], in: fleet, TestShape.everything.shape,
            after: boundary - FleetDuration(ticks: 1), through: boundary)
        #expect(offline.lines.map(\.type) == ["sample", "truth", "stat", "end", "event"])
        #expect(offline.lines.map(\.session.lap) == [0, 0, 0, 0, 1])
        #expect(offline.lines.last?.n == 1)
        #expect(offline.lines.allSatisfy { $0.position.instant == boundary })
    }

    @Test func `every line is one object of known fields without null`() throws {
        let stretch = try FleetStretch.recordings(seed: 62, rows: 40)
        for shape in [TestShape.everything, .clock, .session] {
            for line in stretch.offline(shape.shape).lines {
                #expect(line.text.hasPrefix("{\"type\":\""))
                #expect(line.text.hasSuffix("}\n"))
                #expect(!line.text.contains("null"))
                #expect(throws: Never.self) {
                    _ = try PlacedJSON.object(in: Array(line.text.utf8)[...], levels: 16)
                }
            }
        }
    }
}
