import Glibc
import LinuxIO
import Testing
import WireProtocol

extension EndToEnd {
    /// A recorded run, flown a good deal faster than it was run.
    @Suite struct RecordingTests {
        private static let request = """
            {"op":"subscribe","select":{"session":"s0"},"kinds":["sample","stat","event"],\
            "stats":["average","min","max","latest","count","coverage"],"window":"session",\
            "every":"10s","after":"start"}
            """

        private let course = RecordedCourse(rowCount: 180)
        private let lines: [Line]

        init() throws {
            let place = try Place()
            let path = try place.write(course.csv, to: "run.csv")
            let daemon = try place.startDaemon(["--replay", path, "--speed", "600"])
            let peer = try Peer(place.socket)
            try peer.say(Self.request)
            lines = try peer.dataUntilEnd()
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }

        @Test func `has a sample for each row, and a value for each cell`() throws {
            let samples = lines.filter { $0.type == "sample" }
            #expect(samples.count == course.rows.count)
            for (index, name) in RecordedCourse.names.enumerated() {
                let found = samples.map { $0.number(of: name) }
                let cells = course.rows.map { row in
                    row.cells[index].map {
                        RecordedCourse.fixed($0, RecordedCourse.decimals[index])
                    }
                }
                #expect(found == cells, "\(name)")
            }
        }

        @Test func `pauses where the recording does`() throws {
            let events = lines.filter { $0.type == "event" }.map { $0.word("event") }
            try #require(course.pauses > 3)
            let pauses = Array(repeating: ["pause", "resume"], count: course.pauses).joined()
            #expect(events == ["start"] + Array(pauses))
            #expect(lines.compactMap(\.number) == Array(1...lines.count))
        }

        /// The nearest whole quotient, of two as near the even one; both positive.
        private static func roundedToEven(_ dividend: Int, over divisor: Int) -> Int {
            let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
            let isUp = rest * 2 > divisor || rest * 2 == divisor && quotient % 2 == 1
            return quotient + (isUp ? 1 : 0)
        }

        @Test func `ends with the statistics of the whole of it`() throws {
            #expect(lines.suffix(2).map(\.type) == ["stat", "end"])
            let last = try #require(lines.last { $0.type == "stat" }?.value)
            #expect(last["phase"]?.text == "touchdown")
            for (index, name) in RecordedCourse.names.enumerated() {
                let weighted = course.weighted(index)
                let values = weighted.map(\.value)
                let scale = (0..<RecordedCourse.decimals[index]).reduce(1.0) { unit, _ in unit * 10
                }
                func number(_ statistic: String) throws -> Double {
                    try #require(last[name]?[statistic]?.double, "\(name) \(statistic)")
                }
                func whole(_ value: Int?) -> Double { Double(value ?? -1) / scale }
                #expect(try number("count") == Double(values.count), "\(name)")
                #expect(try number("min") == whole(values.min()), "\(name)")
                #expect(try number("max") == whole(values.max()), "\(name)")
                #expect(try number("latest") == whole(values.last), "\(name)")
                let weight = weighted.reduce(0) { $0 + $1.weight }
                let sum = weighted.reduce(0) { $0 + $1.value * $1.weight }
                let average = Self.roundedToEven(sum * 100, over: weight)
                #expect(try number("average") == Double(average) / (scale * 100), "\(name)")
                let coverage = Double(weight) / Double(course.duration)
                #expect(abs(try number("coverage") - coverage) <= 0.00501, "\(name)")
            }
        }
    }
}
