import LinuxIO

/// The memory of this process that is resident, counted page by page.
enum ResidentMemory {
    private static let path = "/proc/self/smaps_rollup"

    /// Bytes now, without what the allocator keeps for later. Traps where the kernel does not tell.
    /// O(pages).
    ///
    /// `statm` is too coarse to divide by some thousand sessions: since Linux 6.2 the kernel adds
    /// up what each processor has counted only once it is 32 pages or more.
    static var bytes: Int {
        returnFreePages(0)
        let text = (try? FileContent.read(path, limitBytes: 4096)) ?? []
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Rss:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { preconditionFailure("\(path) says nothing of resident memory") }
        return kilobytes * 1024
    }
}

// The module map of the C library leaves <malloc.h> out.
@_silgen_name("malloc_trim") @discardableResult
private func returnFreePages(_ padding: Int) -> Int32
