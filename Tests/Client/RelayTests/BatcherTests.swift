import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Relay

@Suite struct BatcherTests {
    private let intake = Intake(RelayForm(key: nil, id: nil, value: .line))

    private func add(
        _ numbers: ClosedRange<Int>, to batcher: inout Batcher, at now: MonotonicInstant
    ) -> Intake.Stop {
        let text = numbers.map { RelayLine.data($0) + "\n" }.joined()
        return Array(text.utf8).withUnsafeBytes { intake.take($0, into: &batcher, at: now) }.stop
    }

    private func limits(
        lines: Int = 3, bytes: Int = 1 << 20, age: Duration = .seconds(1)
    ) -> BatchLimits {
        BatchLimits(lines: lines, bytes: bytes, age: age)
    }

    @Test func `a batch is due when it is full, by lines or by bytes`() {
        for limits in [limits(lines: 3), limits(lines: 9, bytes: 400)] {
            var batcher = Batcher(limits)
            #expect(batcher.due == nil)
            #expect(add(1...9, to: &batcher, at: 5) == .full)
            #expect(batcher.lines == 3 && !batcher.hasRoom)
            #expect(batcher.due == 5)
        }
    }

    @Test func `a batch is due once its first line has waited long enough`() {
        var batcher = Batcher(limits(age: .microseconds(100)))
        #expect(add(1...1, to: &batcher, at: 50) == .end)
        #expect(add(2...2, to: &batcher, at: 120) == .end)
        #expect(batcher.due == 150)
    }

    @Test func `a closed batch has its lines, and its successor begins empty`() {
        var batcher = Batcher(limits())
        _ = add(1...2, to: &batcher, at: 0)
        var text = ""
        batcher.takeBytes { text = String(decoding: $0, as: UTF8.self) }
        #expect(batcher.waiting == 0 && batcher.hasRoom)
        _ = add(3...3, to: &batcher, at: 0)
        #expect(batcher.waiting > 0 && !batcher.hasRoom)
        batcher.takeBytes { text += String(decoding: $0, as: UTF8.self) }
        let label = batcher.close()
        #expect(
            text == RelayLine.data(1) + "\n" + RelayLine.data(2) + "\n"
                + RelayLine.data(3) + "\n")
        #expect(label.lines == 3 && label.bytes == text.utf8.count)
        #expect(label.last?.anchor == RelayLine.anchor(3))
        #expect(batcher.isEmpty && batcher.due == nil)
    }

    @Test func `an anchor without lines is passed on only by an empty batch`() {
        var batcher = Batcher(limits())
        batcher.pass(AnchorText(RelayLine.anchor(5)), at: 0)
        #expect(batcher.takePassed()?.anchor == RelayLine.anchor(5))
        #expect(batcher.takePassed() == nil)
        _ = add(6...6, to: &batcher, at: 0)
        batcher.pass(AnchorText(RelayLine.anchor(8)), at: 0)
        #expect(batcher.takePassed() == nil)
        batcher.takeBytes { _ in }
        #expect(batcher.close().last?.anchor == RelayLine.anchor(8))
    }

    @Test func `an anchor is passed on where lines have come behind it`() {
        var batcher = Batcher(limits())
        batcher.pass(AnchorText(RelayLine.anchor(5)), at: 0)
        _ = add(6...7, to: &batcher, at: 0)
        #expect(batcher.takePassed()?.anchor == RelayLine.anchor(5))
        #expect(batcher.takePassed() == nil)
        batcher.takeBytes { _ in }
        #expect(batcher.close().last?.anchor == RelayLine.anchor(7))
        #expect(batcher.takePassed() == nil)
    }
}
