import LinuxIO
import Testing

@Suite struct ProcessHeapTests {
    @Test func `the allocator takes the limits`() {
        #expect(ProcessHeap.keepLargeBlocksApart())
    }
}
