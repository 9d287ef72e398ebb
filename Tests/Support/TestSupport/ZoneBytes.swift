/// Zone files made in a test.
package struct ZoneBytes {
    package var version: UInt8
    /// Seconds east of UTC and the flag of daylight saving time.
    package var kinds: [(offset: Int, isDaylightSaving: UInt8)]
    package var transitions: [(at: Int64, kind: UInt8)]
    package var leapSeconds = 0
    /// With its newlines; none in version 1.
    package var footer: String

    package init(
        version: UInt8 = UInt8(ascii: "2"),
        kinds: [(offset: Int, isDaylightSaving: UInt8)] = [(0, 0)],
        transitions: [(at: Int64, kind: UInt8)] = [], footer: String = "\n\n"
    ) {
        self.version = version
        self.kinds = kinds
        self.transitions = transitions
        self.footer = footer
    }

    package var bytes: [UInt8] {
        guard version != 0 else { return block(timeBytes: 4) }
        // The first block of today's files is empty but for one type.
        var empty = ZoneBytes()
        empty.version = version
        return empty.block(timeBytes: 4) + block(timeBytes: 8) + Array(footer.utf8)
    }

    private func block(timeBytes: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leapSeconds, transitions.count, kinds.count, 4] {
            bytes += big(Int64(count), 4)
        }
        for transition in transitions { bytes += big(transition.at, timeBytes) }
        bytes += transitions.map(\.kind)
        for kind in kinds { bytes += big(Int64(kind.offset), 4) + [kind.isDaylightSaving, 0] }
        bytes += Array("ABC\0".utf8)
        bytes += [UInt8](repeating: 0, count: leapSeconds * (timeBytes + 4))
        return bytes
    }

    private func big(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Samoa: 2011-12-30 does not exist there, the clocks leapt from -10 h to +14 h.
    package static let samoa = ZoneBytes(
        kinds: [(-36_000, 1), (50_400, 1), (46_800, 0)],
        transitions: [(1_325_239_200, 1), (1_333_202_400, 2)], footer: "\n<+13>-13\n")

    /// A day lived twice: clocks go back by a whole day, as in Alaska when it was sold.
    package static let twice = ZoneBytes(
        kinds: [(43_200, 0), (-43_200, 0)], transitions: [(1_000_000_000, 1)])

    /// Newfoundland of the years to 2011: clocks go back one minute after midnight.
    package static let minutePastMidnight = ZoneBytes(
        kinds: [(-9000, 1), (-12_600, 0)], transitions: [(1_257_042_660, 1)])
}
