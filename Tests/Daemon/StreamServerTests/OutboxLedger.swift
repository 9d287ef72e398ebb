import StreamServer
import TestSupport
import Vocabulary
import WireProtocol

/// Keeps account of what an outbox was given and holds it against what the reader got.
struct OutboxLedger {
    struct Offer {
        var bytes: [UInt8] = []
        var lines: [Outbox.Line] = []
    }

    private struct Track {
        let subscription: Int
        let beginning: StreamPosition
        /// The lines' texts and positions, in order.
        var lines: [(text: String, position: StreamPosition)] = []
    }

    static let identity = IdentityHash(bits: 7)

    private var tracks: [Track] = []
    private var open: [Int: Int] = [:]
    /// Each control line with how many lines every subscription had been given before it.
    private var controls: [(text: String, progress: [Int])] = []
    private var instant: Int64 = 0

    private(set) var offeredBytes = 0

    var openNumbers: [Int] { open.keys.sorted() }
    var dataLineCount: Int { tracks.reduce(0) { $0 + $1.lines.count } }

    /// Begins a subscription; returns where and the prefix of its gaps.
    mutating func openSubscription(_ number: Int) -> (position: StreamPosition, prefix: [UInt8]) {
        let name = "q\(tracks.count)"
        open[number] = tracks.count
        let beginning = nextPosition()
        tracks.append(Track(subscription: number, beginning: beginning))
        return (beginning, Array("{\"sub\":\"\(name)\",".utf8))
    }

    mutating func closeSubscription(_ number: Int) { open[number] = nil }

    /// Adds a data line of an open subscription.
    mutating func addData(subscription number: Int, padding: Int, to offer: inout Offer) {
        guard let track = open[number] else { preconditionFailure("number \(number) is not open") }
        let pad = String(repeating: "x", count: padding)
        let text = "q\(track) \(tracks[track].lines.count) \(pad)"
        let position = nextPosition()
        tracks[track].lines.append((text, position))
        append(text, subscription: number, position, to: &offer)
    }

    mutating func addControl(padding: Int, to offer: inout Offer) {
        let text = "! \(controls.count) " + String(repeating: "y", count: padding)
        controls.append((text, tracks.map(\.lines.count)))
        append(text, subscription: nil, StreamPosition(bits: 0), to: &offer)
    }

    private mutating func append(
        _ text: String, subscription number: Int?, _ position: StreamPosition, to offer: inout Offer
    ) {
        offeredBytes += text.utf8.count + 1
        offer.bytes += text.utf8 + [UInt8(ascii: "\n")]
        offer.lines.append(
            Outbox.Line(length: text.utf8.count + 1, subscription: number, position: position))
    }

    private mutating func nextPosition() -> StreamPosition {
        instant += 1
        return StreamPosition(FleetInstant(ticks: instant), lane: 3, .stat)
    }
}

extension OutboxLedger {
    /// What is wrong with a reader's bytes; empty if every line that was offered arrived or was
    /// announced as lost, once, in order, whole.
    func faults(in bytes: [UInt8]) -> [String] {
        var reading = Reading(next: tracks.map { _ in 0 })
        let (lines, rest) = wholeLines(of: bytes)
        for line in lines { read(String(decoding: line, as: UTF8.self), &reading) }
        if !rest.isEmpty { reading.faults.append("half a line at the end") }
        if reading.controls != controls.count { reading.faults.append("control lines lost") }
        for (index, track) in tracks.enumerated() where reading.next[index] != track.lines.count {
            reading.faults.append("q\(index) ends at \(reading.next[index])/\(track.lines.count)")
        }
        return reading.faults
    }

    /// How many lines the gaps among a reader's bytes announce, one number a gap.
    func gaps(in bytes: [UInt8]) -> [Int] {
        wholeLines(of: bytes).lines.filter { $0.first == UInt8(ascii: "{") }
            .compactMap { try? JSONLine($0) }.filter { $0.type == "gap" }.compactMap(\.lines)
    }

    private struct Reading {
        /// By subscription: the next line that is due.
        var next: [Int]
        var controls = 0
        var faults: [String] = []
    }

    private func read(_ line: String, _ reading: inout Reading) {
        switch line.utf8.first {
        case UInt8(ascii: "!"): readControl(line, &reading)
        case UInt8(ascii: "{"): readGap(line, &reading)
        default: readData(line, &reading)
        }
    }

    private func readControl(_ line: String, _ reading: inout Reading) {
        guard reading.controls < controls.count, controls[reading.controls].text == line else {
            return reading.faults.append("control line out of turn: \(line)")
        }
        // Nothing that was offered before it may be missing without a word when it arrives.
        let progress = controls[reading.controls].progress
        if !zip(reading.next, progress).allSatisfy({ $0 == $1 }) {
            reading.faults.append("overtaken by a control line: \(line)")
        }
        reading.controls += 1
    }

    private func readData(_ line: String, _ reading: inout Reading) {
        let name = line.prefix { $0 != " " }.dropFirst()
        guard let index = Int(name), tracks.indices.contains(index) else {
            return reading.faults.append("no line of ours: \(line)")
        }
        let next = reading.next[index]
        guard next < tracks[index].lines.count, tracks[index].lines[next].text == line else {
            return reading.faults.append("data line out of turn: \(line), due \(next)")
        }
        reading.next[index] += 1
    }

    private func readGap(_ line: String, _ reading: inout Reading) {
        let gap = try? JSONLine(line.utf8)
        if gap?.type == "warn" { return }
        guard let gap,
            let index = gap.sub.flatMap({ Int($0.dropFirst()) }),
            let count = gap.lines, gap.type == "gap", count > 0
        else { return reading.faults.append("no gap: \(line)") }
        let (track, next) = (tracks[index], reading.next[index])
        guard next + count <= track.lines.count else {
            return reading.faults.append("more lost than there was: \(line)")
        }
        let before = next == 0 ? track.beginning : track.lines[next - 1].position
        let last = track.lines[next + count - 1].position
        if gap.after != text(before) { reading.faults.append("gap after elsewhere: \(line)") }
        if gap.through != text(last) { reading.faults.append("gap through elsewhere: \(line)") }
        reading.next[index] += count
    }

    private func text(_ position: StreamPosition) -> String {
        Anchor(identity: Self.identity, position: position).description
    }
}
