import StreamServer
import Vocabulary
import WireProtocol

/// What a reader got of one subscription, held against what it was offered.
struct PolicyAccount {
    private let name: String
    private let track: PolicyLedger.Track
    /// By session and kind: how many of its lines have been got, replaced, or are yet to be told.
    private var places: [String: Int] = [:]
    private var position: StreamPosition
    /// Lines that gaps have announced, and lines that neither came nor were said to be replaced.
    private var told = 0
    private var missing = 0
    private(set) var received = 0
    private(set) var skipped = 0
    private(set) var gaps = 0
    private(set) var faults: [String] = []

    init(_ track: PolicyLedger.Track, name: String, _ lines: [JSONLine]) {
        self.name = name
        self.track = track
        position = track.beginning
        for line in lines where line.sub == name {
            if line.type == "gap" { take(gap: line) } else { take(line) }
        }
    }

    var lost: Int { told }

    /// What is wrong once everything that was to come has come.
    ///
    /// - Parameter isWhole: false if the connection ended before that.
    func finalFaults(isWhole: Bool) -> [String] {
        let rest = track.kinds.reduce(0) { $0 + $1.value - places[$1.key, default: 0] }
        let isSilent = isWhole && missing + rest != told || !isWhole && missing > told
        return faults
            + (isSilent ? ["\(name): \(missing) and \(rest) missing, \(told) told"] : [])
            + (track.policy != .newest && skipped > 0 ? ["\(name): replaced by \(skipped)"] : [])
            + (track.policy == .close && told + missing > 0 ? ["\(name) has lost lines"] : [])
    }

    private mutating func take(_ line: JSONLine) {
        let text = line.text.replacing("\"skipped\":\(line.skipped ?? 0),", with: "")
        guard let entry = track.entries[text] else {
            return faults.append("nobody said \(line.text)")
        }
        if entry.position <= position { faults.append("out of order: \(line.text)") }
        if line.skipped == 0 { faults.append("none replaced: \(line.text)") }
        position = entry.position
        received += 1
        skipped += line.skipped ?? 0
        // Its own kind's lines since the one before were replaced by it, or lost in a gap.
        let unsaid = entry.place - places[entry.kind, default: 0] - (line.skipped ?? 0)
        if unsaid < 0 { faults.append("replaced too much: \(line.text)") }
        missing += unsaid
        places[entry.kind] = entry.place + 1
        if missing > told { faults.append("a hole before \(line.text)") }
    }

    /// Asking again after its beginning brings back all that the gap stands for.
    private mutating func take(gap: JSONLine) {
        guard let lines = gap.lines, let after = gap.after.flatMap({ try? Anchor(parsing: $0) }),
            let through = gap.through.flatMap({ try? Anchor(parsing: $0) })
        else { return faults.append("no gap: \(gap.text)") }
        gaps += 1
        told += lines
        let again = track.entries.values.count {
            $0.position > after.position && $0.position <= through.position
        }
        let isExact = track.policy != .newest
        if isExact ? again != lines : again < lines {
            faults.append("\(again) come again of \(gap.text)")
        }
        if isExact, after.position != position { faults.append("begins elsewhere: \(gap.text)") }
        if through.position <= position { faults.append("lies behind: \(gap.text)") }
        position = through.position
    }
}
