import Vocabulary

@testable import Simulation

/// A line of a fault script in one of its many ways of writing, and what it means.
struct FaultLine {
    let text: String
    let entry: FaultScriptEntry

    /// The same line for the same seed and place.
    static func random(seed: UInt64, place: Int) -> FaultLine {
        var writer = Writer(chance: RandomStream(seed: seed, lane: place, purpose: 78))
        return writer.line()
    }

    private struct Writer {
        let chance: RandomStream
        var place: UInt64 = 0

        mutating func below(_ count: Int) -> Int {
            place += 1
            return Int(chance.uniform(place) * Double(count))
        }

        mutating func isTrue() -> Bool { below(2) == 0 }

        mutating func line() -> FaultLine {
            let fault = ScriptedFault.allCases[below(ScriptedFault.allCases.count)]
            var entry = FaultScriptEntry(fault)
            var clauses: [String] = []
            if fault.takesDuration, isTrue() { clauses.append(duration(&entry)) }
            if isTrue() { clauses.append(time(&entry)) }
            if fault == .gpsLost, isTrue() {
                entry.reacquires = true
                clauses.append("then reacquire")
            }
            if isTrue() { clauses.append(share(&entry)) }
            if isTrue() { clauses.append(lanes(&entry)) }
            for index in clauses.indices { clauses.swapAt(index, below(clauses.count)) }
            let comment = isTrue() ? "" : " # 40 s at noon"
            let words = ([fault.rawValue] + clauses).joined(separator: " ").map(String.init)
            let text = words.map { $0 == " " ? space() : isTrue() ? $0.uppercased() : $0 }.joined()
            return FaultLine(text: text + comment, entry: entry.cutToSession)
        }

        private mutating func space() -> String { [" ", "  ", "\t", " \t "][below(4)] }

        private mutating func duration(_ entry: inout FaultScriptEntry) -> String {
            let seconds = 1 + below(4200)
            entry.duration = .seconds(Int64(seconds))
            let gap = isTrue() ? " " : ""
            switch below(4) {
            case 0: return clock(seconds)
            case 1: return "\(seconds)\(gap)s"
            case 2:
                entry.duration = FleetDuration(ticks: Int64(seconds))
                return "\(Decimal64(units: Int64(seconds) * 2, decimals: 2))\(gap)s"
            case _:
                // A tenth of a minute is six seconds.
                entry.duration = .seconds(Int64(1 + seconds / 6 % 700) * 6)
                return "\(Decimal64(units: entry.duration.ticks / 300, decimals: 1))\(gap)min"
            }
        }

        private mutating func time(_ entry: inout FaultScriptEntry) -> String {
            let seconds = below(4200)
            entry.start = .seconds(Int64(seconds))
            return "at \(clock(seconds))"
        }

        private mutating func clock(_ seconds: Int) -> String {
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
            let (minutes, rest) = (seconds / 60, seconds % 60)
            return isTrue()
                ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
        }

        private mutating func share(_ entry: inout FaultScriptEntry) -> String {
            let thousandths = Int64(1 + below(1000))
            entry.share = Decimal64(units: thousandths, decimals: 3).shortened
            let written = Decimal64(units: thousandths, decimals: isTrue() ? 1 : 3)
            return
                "in \(written)\(written.decimals == 1 ? "\(isTrue() ? " " : "")%" : "") of sessions"
        }

        private mutating func lanes(_ entry: inout FaultScriptEntry) -> String {
            let lanes = (0...below(4)).map { _ in LaneID(index: below(1000)) }
            entry.lanes = Set(lanes)
            let comma = [",", ", ", " , "][below(3)]
            return "on " + lanes.map { "s\($0)" }.joined(separator: comma)
        }
    }
}
