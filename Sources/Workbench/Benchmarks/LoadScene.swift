import ChannelPipeline
import StreamAudit
import Vocabulary
import WireProtocol

/// What one subscriber reads, of one session or of many, as the daemon writes it.
struct LoadScene {
    private static let epoch = FleetInstant(ticks: 0) + .seconds(1_767_225_600)

    private let identity: String
    private let bytes: [UInt8]
    private let rules: DueRules
    let lines: Int
    let sessions: Int

    /// - Parameter lines: about how many lines to make.
    init(sessions: Int, lines: Int) {
        let fleet = Fleet(
            seed: 7, epoch: Self.epoch, rate: .oneHertz, simulatedLanes: sessions)
        var live = LiveFleet(fleet, at: Self.epoch + .seconds(600))
        let schedule = ScheduleClock(
            fleetOrigin: Self.epoch, monotonicOrigin: .zero + .seconds(1), speed: .realTime)
        let choices = fleet.flownLanes.map { LaneChoice(lane: $0) }
        let present = StreamPosition(after: live.now)
        let replay = live.replay(ChannelShape(), choices, from: .after(present), schedule: nil)
        while !replay.advance(to: live.now, steps: 100_000, bytes: .max) {}
        var text = LineBuffer()
        replay.consumeLines { text.append($0.bytes, range: 0..<$0.bytes.count) }
        text.append("{")
        text.appendLive(anchor: Anchor(identity: fleet.identity, position: present))
        _ = live.join(replay, following: choices)
        var count = 0
        while count < lines {
            live.advance(
                to: live.now + FleetDuration(ticks: 1),
                clock: LineClock(
                    schedule: schedule, tickBegan: schedule.due(live.now) + .microseconds(20_050)))
            for channel in live.channelsWithLines {
                live.withLines(of: channel) {
                    count += $0.entries.count
                    text.append($0.bytes, range: 0..<$0.bytes.count)
                }
            }
            live.removeLines()
        }
        (self.lines, self.sessions) = (count, sessions)
        (identity, bytes) = (fleet.identity.description, text.bytes)
        var rules = DueRules(schedule: schedule)
        rules.statistics = .seconds(1)
        self.rules = rules
    }

    var bytesPerLine: Int { bytes.count / lines }

    /// Where the bytes are cut into reads of 64 KiB, or into single lines.
    func reads(ofSingleLines: Bool) -> [Range<Int>] {
        guard ofSingleLines else {
            return stride(from: 0, to: bytes.count, by: Self.readBytes).map {
                $0..<min($0 + Self.readBytes, bytes.count)
            }
        }
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        return zip([0] + ends, ends).map { $0..<$1 }
    }

    private static var readBytes: Int { 1 << 16 }

    /// Takes everything into a new account; returns its counts.
    func account(for reads: [Range<Int>]) -> AuditCounts {
        var account = StreamAccount(identity: identity, rules: rules)
        var tally = AuditTally()
        tally.isMeasuring = true
        let received = MonotonicInstant.zero + .seconds(1_300_000)
        let woken = received - .microseconds(100)
        bytes.withUnsafeBytes { bytes in
            for read in reads {
                account.receive(
                    UnsafeRawBufferPointer(rebasing: bytes[read]), received: received,
                    woken: woken, into: &tally
                ) { _ in }
            }
        }
        account.close(into: &tally)
        return tally.counts
    }

    /// Counts the newlines, and nothing else, byte by byte.
    ///
    /// Inlined, it would run once for all passes, as its result is always the same.
    @inline(never)
    func countNewlines(for reads: [Range<Int>]) -> Int {
        var count = 0
        bytes.withUnsafeBytes { bytes in
            for read in reads {
                for byte in bytes[read] where byte == UInt8(ascii: "\n") { count += 1 }
            }
        }
        return count
    }
}
