import StreamServer
import TestSupport
import Vocabulary
import WireProtocol

/// The lines of a numbered source from a position up to the present.
final class NumberedCatchUp {
    let beginning: StreamPosition
    let period: Int64
    /// Everything up to this tick has been made.
    private(set) var tick: Int64
    private let lanes: [LaneID]
    private var slicesBefore: Int
    private var hasBegun = false
    private var block = LineBlock()
    private unowned let source: NumberedSource

    init(
        after beginning: StreamPosition, selection: SessionSelection, period: Int64, slices: Int,
        of source: NumberedSource
    ) {
        self.beginning = beginning
        self.period = period
        slicesBefore = slices
        self.source = source
        tick = beginning.instant.ticks - 1
        lanes = (0..<LaneID(index: source.lanes)).filter {
            selection.contains(SessionName(lane: $0, lap: 0))
        }
    }

    func advance(to present: Int64, bytes: Int) -> Bool {
        guard slicesBefore == 0 else {
            slicesBefore -= 1
            return false
        }
        if !hasBegun {
            for lane in lanes { source.appendSnapshot(lane: lane, at: beginning, to: &block) }
            hasBegun = true
        }
        while tick < present, block.bytes.count < bytes { makeTick() }
        return tick == present
    }

    private func makeTick() {
        tick += 1
        guard tick > 0, tick % period == 0 else { return }
        for lane in lanes
        where StreamPosition(FleetInstant(ticks: tick), lane: lane, .stat) > beginning {
            source.append(lane: lane, at: tick, period: period, to: &block)
        }
    }

    func consumeLines(_ body: (borrowing LineBlock) -> Void) {
        body(block)
        block.removeAll()
    }
}

/// An answer that is ready after some slices of work.
final class NumberedAnswer: StreamAnswer {
    private let from: Int
    private var slices: Int
    private var hasBegun = false
    private unowned let source: NumberedSource

    init(from: Int, slices: Int, of source: NumberedSource) {
        self.from = from
        self.slices = slices
        self.source = source
    }

    func advance() -> Bool {
        if !hasBegun { source.beginAnswer() }
        hasBegun = true
        slices -= 1
        if slices < 0 { source.endAnswer() }
        return slices < 0
    }

    func append(id: AnswerID?, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"sessions\"")
        buffer.appendField(id: id)
        buffer.appendField("lines", from)
        buffer.appendField("text", String(repeating: "a", count: 3000))
        buffer.append("}\n")
    }
}

/// An answer in portions of ten lines, each of which takes some slices of work.
final class PortionedAnswer: StreamAnswer {
    private var left: Int
    private let slices: Int
    private var slicesLeft: Int
    private unowned let source: NumberedSource

    init(portions: Int, slices: Int, of source: NumberedSource) {
        left = portions
        self.slices = slices
        slicesLeft = slices
        self.source = source
    }

    func advance() -> Bool {
        source.portionSlices += 1
        slicesLeft -= 1
        guard slicesLeft < 0 else { return false }
        slicesLeft = slices
        left -= 1
        return true
    }

    var isComplete: Bool { left == 0 }
    var sharesTurns: Bool { true }

    func append(id: AnswerID?, to buffer: inout LineBuffer) {
        for _ in 0..<10 {
            buffer.append("{\"type\":\"bucket\"")
            buffer.appendField(id: id)
            buffer.appendField("lines", left)
            buffer.appendField("text", String(repeating: "b", count: 1500))
            buffer.append("}\n")
        }
        guard isComplete else { return }
        OkLine.append(id: id, to: &buffer)
    }
}
