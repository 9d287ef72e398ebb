import PlainText
import Testing

@Suite struct QuantityTextTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567"),
        (-12_345, "-12 345"),
    ])
    func `counts are grouped by thousands`(number: Int, text: String) {
        #expect(QuantityText.count(number) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1024, "1.00 KiB"), (1536, "1.50 KiB"), (10_240, "10.0 KiB"),
        (1 << 20, "1.00 MiB"), (64 << 20, "64.0 MiB"), (512 << 20, "512 MiB"),
        (1 << 30, "1.00 GiB"),
        (1 << 52, "4096 TiB"),
    ])
    func `bytes have three digits and a binary unit`(number: Int, text: String) {
        #expect(QuantityText.bytes(number) == text)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"),
        (3661, "1 h 1 min"), (86_400, "1 d"), (90_000, "1 d 1 h"), (10 * 86_400 + 5, "10 d"),
    ])
    func `durations have their two largest units`(seconds: Int, text: String) {
        #expect(QuantityText.duration(seconds: seconds) == text)
    }

    @Test(arguments: [
        (0, "0 µs"), (999, "999 µs"), (1000, "1.00 ms"), (13_695, "13.7 ms"), (999_999, "1000 ms"),
        (1_000_000, "1.00 s"), (72_500_000, "72.5 s"),
    ])
    func `latencies have three digits and a unit`(microseconds: Int, text: String) {
        #expect(QuantityText.latency(microseconds: microseconds) == text)
    }
}
