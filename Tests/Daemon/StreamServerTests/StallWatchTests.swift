import Testing

@testable import StreamServer

@Suite struct StallWatchTests {
    /// After how many looks, a second apart, it has stalled; nil if never.
    private func looks(_ bytesSent: [Int64]) -> Int? {
        var watch = StallWatch()
        return bytesSent.firstIndex { watch.isStalled(bytesSent: $0, after: .seconds(1)) }
    }

    @Test func `nothing taken for half a minute is a stall`() {
        #expect(looks(Array(repeating: 7, count: 100)) == 30)
        #expect(looks(Array(repeating: 0, count: 100)) == 30)
    }

    @Test func `a byte every now and then is none`() {
        #expect(looks((0..<300).map { $0 / 29 }) == nil)
        #expect(looks(Array(repeating: 1, count: 20) + Array(repeating: 2, count: 40)) == 50)
    }

    @Test func `whoever is forgiven has as long again`() {
        var watch = StallWatch()
        for _ in 0...30 { _ = watch.isStalled(bytesSent: 5, after: .seconds(1)) }
        watch.reset()
        let looks = (1...40).first { _ in watch.isStalled(bytesSent: 5, after: .seconds(1)) }
        #expect(looks == 30)
    }
}
