import Dispatch
import Glibc
import LinuxIO
import PlainText
import Testing

/// Each test gives a process of its own other standard streams.
@Suite struct MissingStreamTests {
    /// What a descriptor stands for.
    private static func target(of raw: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(raw)", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8($0) }, as: UTF8.self)
    }

    /// Another thread of the test runner would else take the number of a stream that was closed.
    private static func letDispatchOpenItsDescriptors() {
        let fired = DispatchSemaphore(value: 0)
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now())
        timer.setEventHandler { @Sendable in fired.signal() }
        timer.activate()
        fired.wait()
    }

    @Test(arguments: 0..<8 as Range<Int32>)
    func `a stream that is closed becomes the null device, and the others stay`(closed: Int32)
        async
    {
        await #expect(processExitsWith: .exitCode(10 + closed)) { [closed] in
            Self.letDispatchOpenItsDescriptors()
            let before = (0..<3 as Range<Int32>).map { Self.target(of: $0) }
            for raw in 0..<3 as Range<Int32> where closed & 1 << raw != 0 { close(raw) }
            try StandardStream.openMissing()
            for raw in 0..<3 as Range<Int32> {
                let isClosed = closed & 1 << raw != 0
                let expected = isClosed ? "/dev/null" : before[Int(raw)]
                guard Self.target(of: raw) == expected else { exit(1) }
                let mode = raw == 1 ? O_RDONLY : O_RDWR
                guard !isClosed || fcntl(raw, F_GETFL) & O_ACCMODE == mode else { exit(2) }
            }
            // The next file does not get the number of a stream.
            guard open("/dev/zero", O_RDONLY) > 2 else { exit(3) }
            exit(10 + closed)
        }
    }
    @Test func `what is written to a standard output that was closed fails`() async {
        await #expect(processExitsWith: .success) {
            Self.letDispatchOpenItsDescriptors()
            for raw in [1, 2] as [Int32] { close(raw) }
            try StandardStream.openMissing()
            guard case .failed(let failure) = StandardStream.output.write("lost"),
                failure.isNotOpen
            else { exit(1) }
            guard StandardStream.error.write("lost") == .written else { exit(2) }
        }
    }
}
