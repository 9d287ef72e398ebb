import LinuxIO
import Testing

@Suite struct ProcessUsageTests {
    @Test func `time on processors grows with work`() {
        let before = ProcessUsage.processorTime
        // The kernel may count in ticks of its own, of which one passes in the end.
        while ProcessUsage.processorTime == before {}
        #expect(ProcessUsage.processorTime > before)
    }

    @Test func `resident memory holds at least what is in use`() throws {
        let block = [UInt8](repeating: 1, count: 32 << 20)
        let bytes = try #require(ProcessUsage.residentBytes)
        #expect(bytes > block.count)
        #expect(bytes % 4096 == 0)
    }
}
