/// A line that has been sent live is told again to whoever catches up.
extension LineBlock {
    /// Adds a line of another block as a replayed one: without how late it was and, where no clock
    /// paces the fleet, without when it was due. Traps if there is no such line.
    package mutating func append(replayed line: Int, of other: borrowing LineBlock, isPaced: Bool) {
        let range = other.range(of: line)
        let clock = other.bytes.clockFields(in: range, fromDue: !isPaced)
        bytes.append(other.bytes, range: range.lowerBound..<clock.lowerBound)
        bytes.append(other.bytes, range: clock.upperBound..<range.upperBound)
        let entry = other.entries[line]
        endLine(at: entry.position, lap: entry.lap, isData: entry.isData)
    }
}

extension LineBuffer {
    /// Where the fields lie that only a live line has, as ``DataLineWriter`` writes them: just
    /// before the anchor. Empty if there are none.
    fileprivate borrowing func clockFields(in line: Range<Int>, fromDue: Bool) -> Range<Int> {
        withUnsafeBytes { bytes in
            let name: StaticString = fromDue ? #","due_us":"# : #","late_us":"#
            guard let start = bytes.firstIndex(of: name, in: line),
                let end = bytes.firstIndex(of: #","anchor":"#, in: start..<line.upperBound)
            else { return line.lowerBound..<line.lowerBound }
            return start..<end
        }
    }
}

extension UnsafeRawBufferPointer {
    /// A loop over bytes, because a line that is told again is searched while others wait.
    fileprivate func firstIndex(of text: StaticString, in range: Range<Int>) -> Int? {
        let count = text.utf8CodeUnitCount
        var start = range.lowerBound
        while start + count <= range.upperBound {
            if holds(text, at: start) { return start }
            start += 1
        }
        return nil
    }

    private func holds(_ text: StaticString, at start: Int) -> Bool {
        var offset = 0
        while offset < text.utf8CodeUnitCount {
            guard self[start + offset] == text.utf8Start[offset] else { return false }
            offset += 1
        }
        return true
    }
}
