import Glibc
import Testing

@testable import LinuxIO

@Suite struct ClockReadingTests {
    private static let last: Int64 = 253_402_300_799

    @Test(
        arguments: [
            (0, 0), (-1, -1), (10_413_792_000, 10_413_792_000), (last, last), (last + 1, last),
            (.max, last), (.min, -62_167_219_200),
        ] as [(Int64, Int64)])
    func `a clock that stands anywhere is read within ten thousand years`(
        second: Int64, expected: Int64
    ) {
        let reading = ClockReading(timespec(tv_sec: time_t(second), tv_nsec: 999_999_999))
        #expect(reading.microseconds == expected * 1_000_000 + 999_999)
    }
}
