import LinuxIO
import Testing

@Suite struct MachineTests {
    @Test func `the kernel has a name and a release`() {
        let words = Machine.kernel.split(separator: " ")
        #expect(words.count == 2)
        #expect(words.first == "Linux")
        #expect(words.last?.first?.isNumber == true)
    }

    @Test func `the architecture is the one that this was built for`() {
        #if arch(x86_64)
            #expect(Machine.architecture == "x86_64")
        #elseif arch(arm64)
            #expect(Machine.architecture == "aarch64")
        #endif
    }

    @Test func `there are processors and memory`() throws {
        #expect(Machine.processors > 0)
        #expect(try #require(Machine.availableBytes) > 1 << 20)
    }
}
