import Statistics
import StreamAudit
import TestSupport
import Testing

@testable import LoadReport

/// Reports that were cut, garbled or made up: each is refused with its place, and none is a trap.
@Suite struct LoadReadingTests {
    private static let text: String = {
        var chance = SeededGenerator(seed: 5)
        guard var result = try? SyntheticParts.result(0, of: 2, &chance) else { return "" }
        result.seconds = Array(result.seconds.prefix(2))
        result.stages = Array(result.stages.prefix(1))
        result.stages[0].latency = LatencyHistogram()
        // Few buckets, as every value of the text is replaced.
        result.latency = LatencyParts()
        for latency: Int64 in [0, 7, 70, 700_000] { result.latency.total.record(latency, times: 3) }
        result.latency.tester.record(LatencyHistogram.limitMicroseconds)
        return LoadJSON.text(of: result, LoadVerdict(of: result))
    }()

    private func fault(_ text: String) -> String? {
        do {
            _ = try LoadReading.report(Array(text.utf8), file: "x.json")
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a report that is whole is read`() throws {
        #expect(fault(Self.text) == nil)
    }

    @Test func `one that is cut anywhere is refused`() {
        let bytes = Array(Self.text.utf8)
        // The last byte is the end of the line, which may be missing.
        for count in stride(from: 0, to: bytes.count - 1, by: 23) {
            let error = #expect(throws: MergeFault.self) {
                try LoadReading.report(Array(bytes.prefix(count)), file: "x.json")
            }
            #expect(error?.description.hasPrefix("x.json: it ") == true, "\(count) bytes")
        }
    }

    private static let values = [
        "-1", "9007199254740993", "9223372036854775807", "18446744073709551616", "15000000000000",
        "1e300", "1e-300",
        "0.5", "-0", "null", "true", "\"x\"", "[]", "{}", "[[1,2,3]]", "[[]]",
    ]

    /// - Parameter turn: which places; all turns together are all.
    @Test(arguments: values, Seeds.of([0, 1, 2, 3, 4, 5], few: 1))
    func `any value in the place of any other ends in words, or in a report`(
        value: String, turn: UInt64
    ) throws {
        let other = try SyntheticParts.files(2, seed: 9)[1]
        for (index, place) in try Self.places().enumerated()
        where (index + value.count + Int(turn)).isMultiple(of: 6) {
            var text = Self.text
            text.replaceSubrange(place, with: value)
            guard let report = try? LoadReading.report(Array(text.utf8), file: "x.json") else {
                continue
            }
            let both = try? LoadMerge.merge([report, other], mixesFleets: true)
            guard let result = both ?? (try? LoadMerge.merge([report])) else { continue }
            let verdict = LoadVerdict(of: result)
            _ = LoadJSON.text(of: result, verdict)
            _ = LoadTable(result, verdict).text
            // A page takes long without optimisation.
            if index.isMultiple(of: 5) { _ = LoadPage(result, verdict).text }
            _ = HDRSpectrum(result.latency.total).text
        }
    }

    /// The place of every number, word and text behind a colon, and of every item of a bucket.
    private static func places() throws -> [Range<String.Index>] {
        let pattern = try Regex(#"[:\[,](-?[0-9][-+.0-9eE]*|true|false|"[^"]*"(?!:))"#)
        return text.ranges(of: pattern).map { text.index(after: $0.lowerBound)..<$0.upperBound }
    }

    @Test(arguments: Seeds.of(1...4000, few: 100))
    func `garbled bytes are a refusal or a report`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var bytes = Array(Self.text.utf8)
        for _ in 0..<chance.number(1...4) {
            switch chance.below(3) {
            case 0: bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
            case 1: bytes.remove(at: chance.below(bytes.count))
            case _: bytes.insert(UInt8(chance.number(0x30...0x39)), at: chance.below(bytes.count))
            }
        }
        guard let report = try? LoadReading.report(bytes, file: "x.json"),
            let result = try? LoadMerge.merge([report])
        else { return }
        #expect(!LoadTable(result, LoadVerdict(of: result)).text.isEmpty, "seed \(seed)")
    }

    private static let refused = [
        ("", "x.json: it ends within a value, at line 1, column 1"),
        ("[]", "x.json: it is not JSON, at line 1, column 1"),
        ("{}", "x.json: it is no report of a load test"),
        (#"{"program":"runway load","version":2}"#, "its layout has version 2, and this"),
        (#"{"program":"runway load","version":1}"#, "the report has no setup, which should be"),
        (String(repeating: "[", count: 100_000), "x.json: it is not JSON"),
    ]

    @Test(arguments: refused)
    func `what is wrong is said with its place`(text: String, told: String) throws {
        #expect(try #require(fault(text)).contains(told))
    }

    @Test func `a report of an earlier version is told from one that is damaged`() throws {
        let text = Self.text.replacing(#""measurement":"#, with: #""measure":"#)
        #expect(
            try #require(fault(text)).contains(
                "the report has no measurement, which should be an object; give files that runway "
                    + "load --json has written, by the version that merges them"))
    }

    @Test func `buckets of another width are refused`() throws {
        let bucket = try #require(SyntheticResult.lively.latency.total.buckets.last)
        var text = LoadJSON.text(
            of: SyntheticResult.lively, LoadVerdict(of: SyntheticResult.lively))
        text = text.replacing(#""verdict":"#, with: #""run":"00000000000000aa","verdict":"#)
        let row = "[\(bucket.smallest),\(bucket.largest),\(bucket.count)]"
        let wider = "[\(bucket.smallest),\(bucket.largest + 64),\(bucket.count)]"
        #expect(fault(text) == nil)
        #expect(
            try #require(fault(text.replacing(row, with: wider, maxReplacements: 1))).contains(
                "a wrong latency.total.buckets, which should be buckets as this version divides"))
    }
}
