import Glibc
import LinuxIO
import Testing

@Suite struct ProcessHeapTests {
    /// The address sanitizer brings an allocator of its own, which takes no limits.
    private static let hasOwnAllocator = dlsym(nil, "__asan_init") != nil

    @Test(.enabled(if: !hasOwnAllocator)) func `the allocator takes the limits`() {
        #expect(ProcessHeap.keepLargeBlocksApart())
    }
}
