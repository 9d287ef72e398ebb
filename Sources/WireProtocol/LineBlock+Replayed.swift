/// A line that has been sent live is told again to whoever catches up.
extension LineBlock {
    /// Adds a line of another block as a replayed one: without how late it was and, where no clock
    /// paces the fleet, without when it was due. Traps if there is no such line.
    public mutating func append(replayed line: Int, of other: borrowing LineBlock, isPaced: Bool) {
        let (range, entry) = (other.range(of: line), other.entries[line])
        let cut = Int(isPaced ? entry.clock.late : entry.clock.due)
        let rest = Int(entry.clock.end)
        bytes.append(other.bytes, range: range.lowerBound..<range.lowerBound + cut)
        bytes.append(other.bytes, range: range.lowerBound + rest..<range.upperBound)
        endLine(at: entry.position, lap: entry.lap, isData: entry.isData)
    }
}
