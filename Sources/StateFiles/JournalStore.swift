import LinuxIO

/// Where a journal's bytes go: a file, or what stands for one.
///
/// Used from one queue, which every call keeps waiting as long as the disk takes.
package protocol JournalStore: AnyObject, Sendable {
    /// Adds bytes at the end; after a failure some of them may be there.
    func write(_ bytes: [UInt8]) throws(SystemFailure)
    /// Waits until all that was written is on the disk.
    func sync() throws(SystemFailure)
    func truncate(toBytes count: Int) throws(SystemFailure)
}

extension AppendedFile: JournalStore {}
