import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

/// A scripted stream that drops, duplicates, delays and damages lines on cue: what is found is
/// what was put in.
@Suite struct InjectedDefectTests {
    private enum Injury: CaseIterable {
        case drop, duplicate, delay, damageAnchor, damageBody, garbage, tooLong, repeatGap

        var defect: Defect {
            switch self {
            case .drop: .unaccounted
            case .duplicate: .duplicates
            case .delay, .repeatGap: .outOfOrder
            case .damageAnchor: .wrongAnchors
            case .damageBody, .garbage: .malformed
            case .tooLong: .limitViolations
            }
        }
    }

    private static let beginning = StreamLines.position(0, lane: 9)

    @Test(arguments: UInt64(1)...20)
    func `the defects that are found are those that were injected`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let fleet = ReferenceFleet(&dice, kinds: [.sample, .stat], ticks: 120, ends: false)
        let events = ReferenceQueue.events(
            fleet.lines[...], .dropOldest, after: Self.beginning, &dice)
        var expected: [Defect: Int] = [:]
        var lines: [[UInt8]] = []
        var index = 0
        while index < events.count {
            // Injuries keep a distance, so that none covers another.
            let stretch = Array(events[index..<min(index + 12, events.count)])
            index += stretch.count
            let injury = dice.pick(Injury.allCases)
            if index < events.count - 40, dice.chance(60),
                let injured = injure(stretch, injury, &dice)
            {
                lines += injured
                expected[injury.defect, default: 0] += 1
            } else {
                lines += stretch.map(\.bytes)
            }
        }
        var auditor = Auditor(parsesInFull: 1, kinds: [.sample, .stat])
        auditor.connect()
        auditor.hear(StreamLines.live(Self.beginning))
        auditor.hear(lines)
        auditor.close()
        #expect(auditor.defects == expected, "seed \(seed)")
    }

    /// Nil if the stretch does not lend itself to it.
    private func injure(
        _ stretch: [StreamEvent], _ injury: Injury, _ dice: inout SeededGenerator
    ) -> [[UInt8]]? {
        var lines = stretch.map(\.bytes)
        let gap = stretch.firstIndex { $0.isGap }
        let place = dice.below(6)
        switch injury {
        case .drop:
            guard !stretch[place].isGap else { return nil }
            lines.remove(at: place)
        case .duplicate:
            guard !stretch[place].isGap else { return nil }
            lines.insert(lines[place], at: dice.number(place + 1...stretch.count))
        case .delay:
            // Its session has been heard since the last gap, which then excuses nothing.
            guard gap == nil, isHeard(before: place, in: stretch) else { return nil }
            lines.insert(lines.remove(at: place), at: place + dice.number(1...5))
        case .damageAnchor:
            guard case .line(let line, _) = stretch[place] else { return nil }
            let wrong = Anchor(identity: IdentityHash(bits: 9), position: line.position)
            let text = String(decoding: lines[place], as: UTF8.self)
            let right = StreamLines.anchor(line.position).description
            lines[place] = Array(text.replacing(right, with: wrong.description).utf8)
        case .damageBody:
            guard !stretch[place].isGap else { return nil }
            lines[place] = lines[place].dropLast(2) + Array("}".utf8)
        case .garbage: lines.insert(Array("{\"type\":".utf8), at: place)
        case .tooLong:
            let count = ProtocolLimits.serverLineBytes + 1
            lines.insert([UInt8](repeating: UInt8(ascii: " "), count: count), at: place)
        case .repeatGap:
            guard let gap else { return nil }
            lines.insert(lines[gap], at: gap + 1)
        }
        return lines
    }

    private func isHeard(before place: Int, in stretch: [StreamEvent]) -> Bool {
        stretch[..<place].contains { $0.session == stretch[place].session }
    }
}

extension StreamEvent {
    fileprivate var session: SessionName? {
        switch self {
        case .line(let line, _): line.session
        case .gap: nil
        }
    }
}
