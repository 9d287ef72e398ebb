import Glibc
import LinuxIO
import Testing
import Vocabulary

@Suite struct ProcessFactsTests {
    @Test func `a variable has its value, an empty or missing one none`() async {
        await #expect(processExitsWith: .success) {
            setenv("LINUXIO_SET", "a=b", 1)
            setenv("LINUXIO_EMPTY", "", 1)
            precondition(Environment.value("LINUXIO_SET") == "a=b")
            precondition(Environment.value("LINUXIO_EMPTY") == nil)
            precondition(Environment.value("LINUXIO_MISSING") == nil)
        }
    }

    @Test func `the limit of open files is raised as far as it goes`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            let resource = __rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue)
            getrlimit(resource, &limit)
            let most = limit.rlim_max
            limit.rlim_cur = 100
            setrlimit(resource, &limit)
            let low = try OpenFileLimit.current()
            let raised = try OpenFileLimit.raise()
            let again = try OpenFileLimit.raise()
            precondition(low == 100 && raised == Int(clamping: most) && again == raised)
        }
    }

    @Test func `a processor runs, and none runs that the kernel has not listed`() throws {
        let listed = try FileContent.read("/proc/cpuinfo", limitBytes: 1 << 24)
        let blocks = String(decoding: listed, as: UTF8.self).split(separator: "\n").count {
            $0.hasPrefix("processor")
        }
        #expect((1...max(1, blocks)).contains(CurrentProcess.processors))
    }

    @Test func `chance does not repeat itself`() {
        #expect(Set((0..<100).map { _ in SystemRandom.bits() }).count == 100)
    }

    @Test func `the monotonic clock lies between two looks at the kernel's`() {
        var (before, after) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &before)
        let now = MonotonicClock.now.microseconds
        clock_gettime(CLOCK_MONOTONIC, &after)
        #expect(count(before) / 1000 <= now && now <= count(after) / 1000)
    }

    @Test func `the wall clock counts from 1970`() {
        var (before, after) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &before)
        let microseconds = WallClock.nowMicroseconds
        clock_gettime(CLOCK_REALTIME, &after)
        #expect(count(before) / 1000 <= microseconds && microseconds <= count(after) / 1000)
    }

    private func count(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
