import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct LineWalkTests {
    private let anchors = AnchorReader(identity: StreamLines.identity.description)

    private func walk(_ line: [UInt8]) -> WholeLine? {
        line.withUnsafeBytes { LineWalk.read($0, anchors) }
    }

    /// What the decoder finds.
    private func parse(_ line: [UInt8]) -> WholeLine {
        line.withUnsafeBytes { LineParser(anchors: anchors).read($0).whole }
    }

    /// A line of random layout and length, and what it says.
    private func randomLine(_ dice: inout SeededGenerator) -> (bytes: [UInt8], data: DataLine) {
        var maker = StreamLines()
        let session = SessionName(lane: dice.lane(0...1_048_575), lap: dice.number(-9...99))
        let late = dice.chance(50) ? Int64(dice.number(-5...90_000)) : nil
        let line = maker.data(
            dice.pick(DataLine.Kind.allCases), session, Int64(dice.number(1...1 << 30)),
            tick: Int64(dice.below(1 << 30)), late: late)
        let skipped = dice.chance(20) ? dice.number(1...500) : 0
        let sub = dice.chance(30) ? #""sub":"a.b-C_9","# : ""
        let text = String(decoding: line.replacing(skipped).dropFirst().dropLast(), as: UTF8.self)
        let data = DataLine(
            kind: line.kind, session: session, n: line.n, skipped: Int64(skipped),
            due: StreamLines.origin
                + .microseconds((line.position.instant - StreamLines.epoch).microseconds),
            late: late, anchor: AnchorReader.Reading(position: line.position, isRight: true))
        return (Array("{\(sub)\(text)\(RandomJSON.fields(&dice))}".utf8), data)
    }

    @Test(arguments: UInt64(1)...10)
    func `a valid line of data is understood without a decoder`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (line, data) = randomLine(&dice)
            let text = String(decoding: line, as: UTF8.self)
            #expect(walk(line) == WholeLine(line: .data(data)), "seed \(seed): \(text)")
            #expect(parse(line) == WholeLine(line: .data(data)), "seed \(seed): \(text)")
        }
    }

    /// The lines between those of data, and what they say.
    private var others: [(bytes: [UInt8], line: ServerLine)] {
        let (first, second) = (StreamLines.position(1), StreamLines.position(7))
        let right = [first, second].map { AnchorReader.Reading(position: $0, isRight: true) }
        let session = SessionName(lane: 3, lap: -2)
        var snapshot = SessionSnapshot(session: session)
        (snapshot.isSimulated, snapshot.state) = (true, .flying)
        snapshot.start = StreamLines.epoch
        let beat =
            #"{"type":"beat","t":"2026-01-01T00:00:00.180000Z","clock_us":5,"anchor":""#
            + StreamLines.anchor(second).description + #""}"#
        return [
            (
                StreamLines.gap(first, second, 12),
                .gap(ServerLine.Gap(after: right[0], through: right[1], lines: 12))
            ),
            (StreamLines.live(second), .live(right[1])),
            (StreamLines.snapshot(session), .snapshot(snapshot)),
            (Array(beat.utf8), .beat(right[1])),
        ]
    }

    @Test func `a line without a number is understood without a decoder`() {
        for (bytes, line) in others {
            #expect(walk(bytes) == WholeLine(line: line))
            #expect(parse(bytes) == WholeLine(line: line))
        }
    }

    /// At every place a byte replaced, removed and added.
    private func damages(_ line: [UInt8], _ dice: inout SeededGenerator) -> [[UInt8]] {
        line.indices.flatMap { place in
            let byte = dice.pick(Self.bytes)
            var (replaced, removed, added) = (line, line, line)
            replaced[place] = byte
            removed.remove(at: place)
            added.insert(byte, at: place)
            return [replaced, removed, added]
        }
    }

    private static let bytes =
        Array("01a\u{8}\"\\,:-.+ eE{}[]tn\t\u{1}".utf8) + [0, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]

    @Test(arguments: UInt64(1)...8)
    func `of a damaged line it finds what the decoder finds`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for line in [randomLine(&dice).bytes] + others.map(\.bytes) {
            var (decided, refused) = (0, 0)
            for damaged in damages(line, &dice) {
                guard let whole = walk(damaged) else { continue }
                decided += 1
                if whole.line == nil { refused += 1 }
                let text = String(decoding: damaged, as: UTF8.self)
                #expect(whole == parse(damaged), "seed \(seed): \(text)")
            }
            #expect(decided > line.count * 2, "seed \(seed)")
            #expect(refused > line.count / 2, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `an account finds the damage that it finds with a decoder`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let line = dice.pick([randomLine(&dice).bytes] + others.map(\.bytes))
        for damaged in damages(line, &dice) {
            let text = String(decoding: damaged, as: UTF8.self)
            let decoding = TruthComparison(rate: .oneHertz)
            #expect(counts(damaged) == counts(damaged, decoding), "seed \(seed): \(text)")
        }
    }

    private func counts(_ line: [UInt8], _ comparison: TruthComparison? = nil) -> AuditCounts {
        var auditor = Auditor(parsesInFull: 1, comparison: comparison)
        auditor.connect()
        auditor.hear(line)
        auditor.close()
        return auditor.counts
    }

    /// A line of statistics with more fields behind its own.
    private func line(_ fields: String, _ kind: DataLine.Kind = .stat) -> [UInt8] {
        var maker = StreamLines()
        let line = maker.data(kind, SessionName(lane: 3, lap: 1), 7, tick: 5)
        return line.bytes.dropLast() + Array("\(fields)}".utf8)
    }

    @Test(arguments: [
        #","a":null"#, #","a":[{"b":null}]"#, #","n":7"#, #","a":{"b":1,"c":2,"b":1}"#,
        #","a":{}"#, #","a":01"#, #","a":-"#, #","a":.5"#, #","a":1."#, #","a":+1"#, #","a":tru"#,
        #","a":"\x""#, #","a":"\u12g4""#, ",\"a\":\"\t\"", #","a":"#, #","a""#, ",", #","a":[1,]"#,
        #","a":[1"#, #","a":{"b":1,}"#, "}", "} x", #","sub":7"#, #","skipped":-1"#,
        #","skipped":true"#, #","skipped":"1""#,
    ])
    func `what no line of statistics has is refused`(fields: String) {
        #expect(walk(line(fields)) == .malformed)
        #expect(parse(line(fields)) == .malformed)
    }

    @Test func `an object without fields is refused where it is a statistic`() {
        #expect(walk(line(#","a":{}"#, .sample))?.line != nil)
        #expect(walk(line(#","a":[{}],"b":{"c":{}}"#))?.line != nil)
    }

    @Test(arguments: [
        #","\u0061":1"#, #","é":1"#, #","a":1e5"#, #","a":1E999"#, #","a":"\ud83d\uDEEB""#,
        #","a":"\ud83d""#, #","skipped":1.0"#, #","skipped":1234567890123456789"#,
        #","sub":"é""#, ",\"a\":0.\(String(repeating: "0", count: 330))1",
    ])
    func `what the bytes do not tell is left to the decoder`(fields: String) {
        #expect(walk(line(fields)) == nil)
    }

    @Test func `names are told apart as long as there is room for them`() {
        let objects = (0..<9).map { object in
            ",\"o\(object)\":{\((0..<40).map { "\"f\($0)\":0" }.joined(separator: ","))}"
        }
        #expect(walk(line(objects.joined()))?.line != nil)
        #expect(walk(line((0..<100).map { ",\"f\($0)\":0" }.joined())) == nil)
    }

    @Test func `a line may be as deep as the protocol allows`() {
        for depth in 14...17 {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let isAllowed = depth < ProtocolLimits.jsonDepth
            #expect((walk(line(",\"a\":\(value)"))?.line != nil) == isAllowed, "depth \(depth)")
        }
    }

    @Test func `the time is the anchor's to its last digit`() throws {
        let right = line("")
        let start = try #require(String(decoding: right, as: UTF8.self).firstRange(of: "2026-"))
        let text = String(decoding: right, as: UTF8.self)
        let first = text.utf8.distance(from: text.startIndex, to: start.lowerBound)
        for place in first..<first + 27 {
            var wrong = right
            wrong[place] = wrong[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            #expect(walk(wrong)?.isOnTime == false, "place \(place)")
            #expect(walk(wrong)?.line == walk(right)?.line)
            #expect(parse(wrong) == walk(wrong))
        }
    }

    @Test func `a session is named in one way only`() {
        for name in [
            "s03.1", "s3.01", "s+3.1", "s3.-0", "s3", "s3.", "S3.1", "s3.1.0", "s1048576.0",
        ] {
            let text = String(decoding: line(""), as: UTF8.self)
            let odd = Array(text.replacing("\"s3.1\"", with: "\"\(name)\"").utf8)
            #expect(walk(odd) == .malformed, "\(name)")
            #expect(parse(odd) == .malformed, "\(name)")
        }
    }
}
