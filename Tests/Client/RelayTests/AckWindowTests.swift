import CommandLine
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Relay

@Suite struct AckWindowTests {
    private static func form() throws -> RelayForm {
        let id = try HeadTemplate(parsing: "{sub}:{session}:{n}", flag: "--id", sub: "r")
        return RelayForm(key: nil, id: id, value: .line)
    }

    private func window(lines: Int = 1000) -> AckWindow {
        AckWindow(BatchLimits(lines: lines, bytes: 1 << 20, age: .zero))
    }

    private func add(_ numbers: ClosedRange<Int>, to window: inout AckWindow) throws -> Int {
        let text = numbers.map { RelayLine.data($0) + "\n" }.joined()
        let intake = Intake(try Self.form())
        let before = window.lines
        _ = Array(text.utf8).withUnsafeBytes { intake.take($0, into: &window, at: .zero) }
        return window.lines - before
    }

    private func acknowledge(_ number: Int, in window: inout AckWindow) -> Bool {
        Array("r:s0.0:\(number)".utf8).withUnsafeBytes { window.acknowledge($0) }
    }

    /// The numbers of the lines that are handed out next.
    private func hand(_ window: inout AckWindow, limit: Int = 1 << 20) -> [Int] {
        var bytes: [UInt8] = []
        window.hand(limit, to: &bytes)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            Int(line.prefix { $0 != "\t" }.split(separator: ":").last ?? "")
        }
    }

    @Test func `the anchor moves over the unbroken prefix`() throws {
        var window = window()
        #expect(try add(1...5, to: &window) == 5)
        #expect(hand(&window) == [1, 2, 3, 4, 5])
        #expect(acknowledge(2, in: &window) && acknowledge(4, in: &window))
        #expect(window.takeMoved() == nil && window.lines == 5)
        #expect(acknowledge(1, in: &window))
        #expect(window.takeMoved()?.anchor == RelayLine.anchor(2) && window.lines == 3)
        #expect(acknowledge(3, in: &window) && acknowledge(5, in: &window))
        #expect(window.takeMoved()?.anchor == RelayLine.anchor(5) && window.isEmpty)
        #expect(window.takeMoved() == nil)
    }

    @Test func `an id that nobody waits for is told`() throws {
        var window = window()
        #expect(try add(1...2, to: &window) == 2)
        #expect(!acknowledge(1, in: &window), "it was not handed out")
        _ = hand(&window)
        #expect(acknowledge(1, in: &window))
        #expect(!acknowledge(1, in: &window) && !acknowledge(9, in: &window))
    }

    @Test func `a command that is started again gets what is not acknowledged`() throws {
        var window = window()
        _ = try add(1...6, to: &window)
        #expect(hand(&window, limit: 1) == [1])
        #expect(hand(&window) == [2, 3, 4, 5, 6])
        for number in [1, 3, 5] { #expect(acknowledge(number, in: &window)) }
        window.restart()
        #expect(hand(&window) == [2, 4, 6])
        _ = try add(7...7, to: &window)
        #expect(hand(&window) == [7])
    }

    @Test func `a full window takes no more, whatever is acknowledged behind its front`() throws {
        var window = window(lines: 3)
        #expect(try add(1...9, to: &window) == 3)
        _ = hand(&window)
        #expect(acknowledge(2, in: &window) && !window.hasRoom)
        #expect(acknowledge(1, in: &window) && window.hasRoom)
        #expect(try add(4...9, to: &window) == 2)
    }

    @Test func `an anchor without lines waits for the lines before it`() throws {
        var window = window()
        window.pass(AnchorText(RelayLine.anchor(1)), at: .zero)
        #expect(window.takeMoved()?.anchor == RelayLine.anchor(1))
        _ = try add(2...2, to: &window)
        window.pass(AnchorText(RelayLine.anchor(9)), at: .zero)
        #expect(window.takeMoved() == nil)
        _ = hand(&window)
        _ = acknowledge(2, in: &window)
        #expect(window.takeMoved()?.anchor == RelayLine.anchor(9))
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `whatever dies and in whatever order ids come, no line is lost or passed over`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        var window = window(lines: 200)
        var (next, outstanding, safe, prefix) = (1, [Int](), Set<Int>(), 0)
        for _ in 0..<3000 {
            switch dice.number(0...9) {
            case 0...3: next += try add(next...next + dice.number(0...9), to: &window)
            case 4, 5: outstanding += hand(&window, limit: dice.number(1...2000))
            case 6 where dice.number(0...20) == 0:
                window.restart()
                outstanding = []
            default:
                guard !outstanding.isEmpty else { continue }
                let index = dice.number(0...min(outstanding.count - 1, dice.number(0...30)))
                let number = outstanding.remove(at: index)
                #expect(acknowledge(number, in: &window), "seed \(seed)")
                #expect(safe.insert(number).inserted, "seed \(seed): \(number) twice")
            }
            if let anchor = window.takeMoved()?.anchor { prefix = Int(anchor.position.bits) }
            while safe.contains(prefix + 1) {
                Issue.record("seed \(seed): \(prefix + 1) is safe, and the anchor before it")
                prefix += 1
            }
            #expect((1...max(prefix, 1)).allSatisfy { prefix == 0 || safe.contains($0) })
            #expect(window.lines == next - 1 - prefix, "seed \(seed)")
        }
    }
}
