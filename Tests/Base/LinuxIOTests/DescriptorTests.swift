import Glibc
import LinuxIO
import Testing

@Suite struct DescriptorTests {
    @Test func `letting a descriptor go closes it`() throws {
        var record = stat()
        let number: Int32
        do {
            let descriptor = try someDescriptor()
            number = descriptor.raw
            #expect(fstat(number, &record) == 0)
        }
        #expect(!isOpen(number, as: record))
    }

    @Test func `closing reports success and leaves nothing to close`() throws {
        var record = stat()
        let descriptor = try someDescriptor()
        let number = descriptor.raw
        #expect(fstat(number, &record) == 0)
        try descriptor.close()
        #expect(!isOpen(number, as: record))
    }

    @Test func `a released descriptor stays open`() throws {
        var record = stat()
        let number = try someDescriptor().release()
        defer { close(number) }
        #expect(fstat(number, &record) == 0)
    }

    @Test func `closing what somebody else has closed traps`() async {
        await #expect(processExitsWith: .failure) {
            let descriptor = try Descriptor.duplicate(of: 0)
            close(descriptor.raw)
            try descriptor.close()
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `adopting a failed call's result traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = Descriptor(adopting: -1)
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `waiting can be switched off and on`() throws {
        let pair = try SocketPair(nonBlocking: false)
        try pair.first.setNonBlocking()
        #expect(fcntl(pair.first.raw, F_GETFL) & O_NONBLOCK != 0)
        try pair.first.setNonBlocking(false)
        #expect(fcntl(pair.first.raw, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `a descriptor can be kept from programs started later`() throws {
        let pair = try SocketPair()
        #expect(fcntl(pair.first.raw, F_SETFD, 0) == 0)
        try pair.first.setCloseOnExec()
        #expect(fcntl(pair.first.raw, F_GETFD) == FD_CLOEXEC)
        let duplicate = try Descriptor.duplicate(of: pair.first.raw)
        #expect(fcntl(duplicate.raw, F_GETFD) == FD_CLOEXEC)
    }

    private func someDescriptor() throws -> Descriptor {
        let pair = try SocketPair()
        return pair.first
    }

    /// Another test may have opened a file under the same number meanwhile.
    private func isOpen(_ number: Int32, as record: stat) -> Bool {
        var now = stat()
        return fstat(number, &now) == 0 && now.st_ino == record.st_ino
            && now.st_dev == record.st_dev
    }
}
