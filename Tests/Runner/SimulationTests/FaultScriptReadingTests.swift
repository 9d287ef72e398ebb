import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct FaultScriptReadingTests {
    private static let seeds: [UInt64] = Array(1...8)

    private func read(_ text: String) -> FaultScriptReading {
        FaultScriptReading(bytes: Array(text.utf8), name: "f.txt")
    }

    @Test func `every clause is read`() throws {
        let text = "gps lost 40 s at 12:00 then reacquire in 0.3 of sessions on s7, s3"
        var entry = FaultScriptEntry(.gpsLost)
        entry.duration = .seconds(40)
        entry.start = .seconds(720)
        entry.reacquires = true
        entry.share = Decimal64(units: 3, decimals: 1)
        entry.lanes = [3, 7]
        #expect(try FaultScript(parsing: text).entries == [entry])
        #expect("\(entry)" == "gps lost 40 s at 12:00 then reacquire in 0.3 of sessions on s3, s7")
    }

    @Test(arguments: ScriptedFault.allCases)
    func `a name alone is a fault with its own duration`(fault: ScriptedFault) throws {
        #expect(try FaultScript(parsing: fault.rawValue).entries == [FaultScriptEntry(fault)])
    }

    @Test(arguments: seeds)
    func `lines mean the same however they are written, and read back as they are printed`(
        seed: UInt64
    ) {
        for place in 0..<200 {
            let line = FaultLine.random(seed: seed, place: place)
            let reading = read(line.text)
            #expect(reading.errors == [], "seed \(seed), place \(place): \(line.text)")
            #expect(
                reading.script.entries == [line.entry],
                "seed \(seed), place \(place): \(line.text)")
            let again = read("\(reading.script)")
            #expect(again.script.entries == reading.script.entries, "\(reading.script)")
        }
    }

    @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
    func `line ends, comments, blank lines and a byte order mark mean nothing`(
        end: String, mark: String
    ) {
        let lines = [
            "# faults", "", "  \t", "strap dropout#", "cadence lock # 5 s", "\t# gps lost",
            "\u{A0}battery  dies\t", "",
        ]
        let reading = read(mark + lines.joined(separator: end))
        #expect(reading.script.entries.map(\.fault) == [.cadenceLock, .batteryDies])
        #expect(reading.errors.map(\.line) == [4])
        #expect(reading.errors.map(\.problem) == [.unknownFault("strap dropout#")])
    }

    @Test func `the empty script is the one without a fault`() {
        for text in ["", "\n\n", "\u{FEFF}", "# nothing", " "] {
            #expect(read(text).errors == [] && read(text).script.isEmpty)
        }
    }

    @Test func `what lies behind the session's end means nothing`() throws {
        let texts = ["gps lost 20 s at 69:50 then reacquire", "gps lost 30 s at 1:09:50"]
        let scripts = try texts.map { try FaultScript(parsing: $0) }
        #expect(scripts[0] == scripts[1])
    }

    @Test(arguments: seeds)
    func `of any bytes each line is a fault, an error or nothing`(seed: UInt64) {
        let chance = RandomStream(seed: seed, lane: 0, purpose: 79)
        var place: UInt64 = 0
        func below(_ count: Int) -> Int {
            place += 1
            return Int(chance.uniform(place) * Double(count))
        }
        let pieces = [
            "strap dropout", "gps", "lost", "at", "then reacquire", "in", "of sessions", "on", "s7",
            ",", "40 s", "99999999999", "1.5", "%", ":", "12:00", "1:2:3:4", "#", "é", "\0", "-",
            "S",
        ]
        for round in 0..<150 {
            var bytes: [UInt8] = []
            for _ in 0..<below(40) {
                bytes += pieces[below(pieces.count)].utf8
                bytes += [[0x20], [0x0A], [0x0D, 0x0A], [], [UInt8(below(256))]][below(5)]
            }
            let reading = FaultScriptReading(bytes: bytes, name: "f.txt")
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            #expect(reading.script.count + reading.errors.count <= lines.count)
            #expect(reading.errors.map(\.line) == Set(reading.errors.map(\.line)).sorted())
            let misplaced = reading.errors.first {
                !(1...lines.count).contains($0.line) || $0.column < 1
                    || $0.column > lines[$0.line - 1].count + 1
            }
            #expect(misplaced == nil, "seed \(seed), round \(round)")
            let again = read("\(reading.script)")
            #expect(again.errors == [] && again.script.entries == reading.script.entries)
        }
    }

    @Test func `every line that is wrong is told, and those that are right are read`() {
        let reading = read("strap dropuot\ncadence lock\n\nbattery dies 4 s\ngps lost at 70:00\n")
        #expect(reading.errors.map(\.line) == [1, 4, 5])
        #expect(reading.script.entries.map(\.fault) == [.cadenceLock])
        #expect(throws: reading.errors[0]) {
            try FaultScript(parsing: "strap dropuot\ngps", name: "f.txt")
        }
    }

    @Test func `more faults than the limit end the reading, right or wrong`() {
        for line in ["pod dropout", "pod dropuot", "pod \0"] {
            let full = read(Array(repeating: line, count: 64).joined(separator: "\n"))
            #expect(full.script.count + full.errors.count == 64)
            #expect(!full.errors.contains { $0.problem == .tooManyFaults })
            let more = read(Array(repeating: "\(line)\n", count: 3000).joined())
            #expect(more.script.count + more.errors.count == 65)
            #expect(more.errors.last?.line == 65)
        }
        let more = read(Array(repeating: "pod dropout\n#\n", count: 65).joined())
        let expected = FaultScriptError(
            name: "f.txt", line: 129, column: 1, problem: .tooManyFaults)
        #expect(more.errors == [expected])
    }

    @Test func `a text beyond the limit is not read`() {
        let comment = "# " + String(repeating: "x", count: FaultScript.byteLimit - 2)
        #expect(read(comment).errors == [])
        #expect(read(comment + "\n").errors.map(\.problem) == [.tooLong])
    }
}
