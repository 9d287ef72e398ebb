/// How the allocator of this process asks the kernel for memory.
public enum ProcessHeap {
    /// From this size on a block is a piece of its own, which the kernel has back once it is freed.
    private static let largeBlockBytes: Int32 = 1 << 20
    /// `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD` of <malloc.h>.
    private static let (mmapThreshold, trimThreshold): (Int32, Int32) = (-3, -1)

    /// Keeps large blocks apart from small ones for as long as the process lives, mallopt(3).
    ///
    /// By itself the allocator raises the size from which it does so with every large block that is
    /// freed. A daemon that comes to the present frees some megabytes once: what grows later would
    /// leave its former places behind among the state of sessions, where nothing else fits.
    ///
    /// What is free at the heap's end is kept up to twice that size, as the allocator itself would
    /// have it, so that a buffer that comes and goes costs no calls of the kernel.
    ///
    /// - Returns: whether the allocator knows such limits.
    @discardableResult
    public static func keepLargeBlocksApart() -> Bool {
        LinuxCall.allocatorOption(mmapThreshold, largeBlockBytes) == 1
            && LinuxCall.allocatorOption(trimThreshold, 2 * largeBlockBytes) == 1
    }
}
