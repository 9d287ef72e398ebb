import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct FaultScriptTests {
    private static let run = FleetDuration.seconds(120)...FleetDuration.seconds(2400)

    private func script(_ lines: String...) throws -> FaultScript {
        try FaultScript(parsing: lines.joined(separator: "\n"))
    }

    private func spans(
        _ script: FaultScript, seed: UInt64 = 1, lane: LaneID = 0, lap: Int = 0
    ) -> [FaultSpan] {
        script.spans(Draws(seed: seed, lane: lane, lap: lap), run: Self.run)
    }

    private func span(_ fault: Fault, _ start: Int64, _ end: Int64) -> FaultSpan {
        FaultSpan(fault, from: .seconds(start), to: .seconds(end))
    }

    @Test func `a timed fault lasts from its time for its duration`() throws {
        let script = try script("strap dropout 40 s at 12:00", "cadence lock at 1:00")
        #expect(
            spans(script) == [span(.cadenceLock, 60, 240), span(.strapDropout, 720, 760)])
    }

    @Test func `a receiver that reacquires has a poor fix for 15 seconds`() throws {
        let script = try script("gps lost 1 min at 2:00 then reacquire")
        #expect(spans(script) == [span(.gpsLost, 120, 180), span(.gpsReacquiring, 180, 195)])
    }

    @Test func `a fault ends with the session`() throws {
        func ends(_ text: String) throws -> [FleetDuration] {
            spans(try script(text)).map(\.end)
        }
        // The last sample is that of the session's last instant.
        let end = FleetDuration.lap + FleetDuration(ticks: 1)
        #expect(try ends("battery dies at 30:00") == [end])
        #expect(try ends("battery dies at 0:00") == [end])
        #expect(try ends("pod dropout 1 min at 69:59") == [end])
        #expect(try ends("gps lost 4190 s at 0:00 then reacquire") == [.seconds(4190), end])
        #expect(try ends("gps lost 70 min at 0:01 then reacquire") == [end])
    }

    @Test func `in a session of another length a fault lasts to that session's end`() throws {
        func ends(_ text: String, _ length: Int64) throws -> [FleetDuration] {
            try script(text).spans(
                Draws(seed: 1, lane: 0, lap: 0), run: Self.run, lasting: .seconds(length)
            ).map(\.end)
        }
        let tick = FleetDuration(ticks: 1)
        for length in [1800, 4199, 4200, 4201, 6000] as [Int64] {
            let end = FleetDuration.seconds(length) + tick
            #expect(try ends("battery dies at 10:00", length) == [end])
            #expect(try ends("gps lost 70 min at 0:01 then reacquire", length) == [end])
            #expect(
                try ends("gps lost 10 min at 1:00 then reacquire", length)
                    == [.seconds(660), .seconds(675)])
        }
        #expect(try ends("battery dies at 40:00", 1800) == [])
        #expect(try ends("pod dropout 1 min at 29:30", 1800) == [.seconds(1800) + tick])
        #expect(try ends("strap dropout 69 min at 0:30", 6000) == [.seconds(4170)])
    }

    @Test func `a fault meets the lanes that it names`() throws {
        let script = try script("pod dropout at 5:00 on s3, s7", "cold start at 0:00")
        let counts = (0..<10).map { spans(script, lane: $0).count }
        #expect(counts == [1, 1, 1, 2, 1, 1, 1, 2, 1, 1])
    }

    @Test func `what is drawn is the same whenever it is asked, and lies within the run`() throws {
        let script = try script("strap dropout", "gps lost then reacquire", "cadence lock")
        var starts: Set<FleetDuration> = []
        for lane: LaneID in 0..<20 {
            for lap in -2..<3 {
                let spans = spans(script, lane: lane, lap: lap)
                #expect(spans == self.spans(script, lane: lane, lap: lap))
                #expect(spans.count == 4)
                let found = spans.filter { $0.fault != .gpsReacquiring }.map(\.start)
                #expect(found.allSatisfy(Self.run.contains))
                starts.formUnion(found)
            }
        }
        #expect(starts.count > 290, "seeds, lanes, laps and lines draw for themselves")
        #expect(spans(script, seed: 1) != spans(script, seed: 2))
    }

    @Test func `a line at the end moves no other`() throws {
        let short = try script("strap dropout", "pod dropout in 0.5 of sessions")
        let long = try script(
            "strap dropout", "pod dropout in 0.5 of sessions", "gps lost",
            "cold start in 20 % of sessions")
        for lane: LaneID in 0..<200 {
            let before = Set(spans(short, lane: lane))
            #expect(before.isSubset(of: spans(long, lane: lane)), "lane \(lane)")
        }
    }

    @Test func `another duration, time or share of a line moves no other either`() throws {
        let one = try script("strap dropout", "pod dropout")
        for first in ["strap dropout 5 s", "strap dropout at 1:00", "gps lost in 0.1 of sessions"] {
            let other = try script(first, "pod dropout")
            for lane: LaneID in 0..<50 {
                let pods = [one, other].map { script in
                    spans(script, lane: lane).filter { $0.fault == .podDropout }
                }
                #expect(pods[0] == pods[1], "\(first), lane \(lane)")
            }
        }
    }

    @Test func `a whole share is every session, half is half of them, in each lane and lap`() throws
    {
        let script = try script(
            "strap dropout in 0.5 of sessions", "pod dropout in 100 % of sessions",
            "gps lost in 5 % of sessions", "cold start in 0.000000001 of sessions")
        var counts: [Fault: Int] = [:]
        for lane: LaneID in 0..<200 {
            for lap in 0..<10 {
                for span in spans(script, lane: lane, lap: lap) {
                    counts[span.fault, default: 0] += 1
                }
            }
        }
        // Four standard deviations of a binomial count: 90 of 1000, 39 of 100.
        #expect((910...1090).contains(counts[.strapDropout] ?? 0), "\(counts)")
        #expect(counts[.podDropout] == 2000)
        #expect((61...139).contains(counts[.gpsLost] ?? 0), "\(counts)")
        #expect(counts[.coldStart] == nil)
    }

    @Test func `drawn times are spread evenly over the run`() throws {
        let script = try script("strap dropout")
        var tenths = Array(repeating: 0, count: 10)
        for lane: LaneID in 0..<2000 {
            let start = try #require(spans(script, lane: lane).first?.start)
            let length = Self.run.upperBound - Self.run.lowerBound
            tenths[Int((start - Self.run.lowerBound).ticks * 10 / length.ticks)] += 1
        }
        // Four standard deviations of 200, which is 13.4.
        #expect(tenths.allSatisfy { (146...254).contains($0) }, "\(tenths)")
    }
}

extension FaultScriptTests {
    private static let same: [(String, String)] = [
        ("strap dropout 40 s at 12:00", "  STRAP\tdropout at 0:12:00 0:40 # why"),
        ("strap dropout", "strap dropout 20 s"),
        ("cadence lock", "cadence lock 3 min in 100 % of sessions"),
        ("gps lost in 0.3 of sessions", "gps lost in 30.0% of sessions"),
        ("pod dropout on s1, s7", "pod dropout on s7,s1 , s7"),
        ("cold start at 1:00\npod dropout at 2:00", "pod dropout at 2:00\n\ncold start at 1:00"),
        ("cold start at 1:00", "cold start at 1:00\ncold start at 1:00"),
        ("", "# nothing at all"),
    ]

    @Test(arguments: same)
    func `scripts that mean the same are equal and have one identity`(
        left: String, right: String
    ) throws {
        let (left, right) = (try script(left), try script(right))
        #expect(left == right)
        #expect(left.identityText == right.identityText)
        for lane: LaneID in 0..<20 { #expect(spans(left, lane: lane) == spans(right, lane: lane)) }
    }

    @Test func `scripts that differ in anything that counts are not equal`() throws {
        let texts = [
            "", "strap dropout", "pod dropout", "strap dropout 21 s", "strap dropout at 1:00",
            "strap dropout in 0.5 of sessions", "strap dropout on s0", "strap dropout on s0, s1",
            "gps lost", "gps lost then reacquire", "strap dropout\npod dropout",
            "pod dropout\nstrap dropout", "strap dropout\nstrap dropout", "battery dies",
            "battery dies at 1:00", "battery dies at 1:00\nstrap dropout",
        ]
        let scripts = try texts.map { try script($0) }
        #expect(Set(scripts.map(\.identityText)).count == texts.count)
        for (index, left) in scripts.enumerated() {
            for (other, right) in scripts.enumerated() {
                #expect((left == right) == (index == other), "\(texts[index]) \(texts[other])")
            }
        }
    }

    @Test func `the empty script is that of no script`() throws {
        #expect(try script("# nothing") == FaultScript())
        #expect(FaultScript().identityText.isEmpty && FaultScript().isEmpty)
        #expect(spans(FaultScript()) == [])
    }
}
