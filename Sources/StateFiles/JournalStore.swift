import LinuxIO

/// Where a journal's bytes go, and what answers for them: files, or what stands for them.
///
/// Used from one queue, which every call keeps waiting as long as the disk takes.
protocol JournalStore: AnyObject, Sendable {
    /// The path of what is no longer what was opened, and would take what is kept with it; nil as
    /// long as all is in its place.
    var displaced: String? { get }
    /// Adds bytes at the end; after a failure some of them may be there.
    func write(_ bytes: [UInt8]) throws(SystemFailure)
    /// Waits until all that was written is on the disk.
    func sync() throws(SystemFailure)
    func truncate(toBytes count: Int) throws(SystemFailure)
    /// Says beside the journal that it holds what a seal names, and waits for the disk.
    /// After a failure the disk may say so, or what it said before.
    func vouch(for seal: JournalSeal) throws(SystemFailure)
}
