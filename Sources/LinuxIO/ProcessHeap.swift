/// How the allocator of this process asks the kernel for memory.
public enum ProcessHeap {
    /// From this size on a block is a piece of its own, which the kernel has back once it is freed.
    static let largeBlockBytes: Int32 = 1 << 20
    /// `M_MMAP_THRESHOLD` of <malloc.h>.
    private static let mmapThreshold: Int32 = -3

    /// Keeps large blocks apart from small ones for as long as the process lives, mallopt(3).
    ///
    /// By itself the allocator raises the size from which it does so with every large block that is
    /// freed. A daemon that comes to the present frees some megabytes once: what grows later would
    /// leave its former places behind among the state of sessions, where nothing else fits.
    public static func keepLargeBlocksApart() {
        _ = LinuxCall.allocatorOption(mmapThreshold, largeBlockBytes)
    }
}
