import CivilTime
import TestSupport
import Testing
import Vocabulary

/// None of these tests needs a zone file of the machine.
@Suite struct ZoneFileTests {
    private func problem(_ bytes: [UInt8]) -> ZoneFileProblem? {
        do throws(ZoneFileProblem) {
            _ = try TimeZoneRules(name: "X", bytes: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func problem(_ change: (inout ZoneBytes) -> Void) -> ZoneFileProblem? {
        var zone = ZoneBytes.samoa
        change(&zone)
        return problem(zone.bytes)
    }

    @Test func `a file of each version is read`() throws {
        for version in [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")] {
            var zone = ZoneBytes.samoa
            zone.version = version
            let rules = try TimeZoneRules(name: "X", bytes: zone.bytes)
            let local = rules.local(FleetInstant(ticks: 1_325_239_200 * 50))
            #expect(local.date.description == "2011-12-31", "version \(version)")
            #expect(local.second == 0)
            #expect(local.offset == 50_400)
            #expect(local.isDaylightSaving)
        }
    }

    @Test func `what is wrong has a place`() {
        #expect(problem([]) == ZoneFileProblem(offset: 0, .notZoneFile))
        #expect(problem(Array("#!/bin/sh".utf8)) == ZoneFileProblem(offset: 0, .notZoneFile))
        #expect(problem { $0.version = 7 } == ZoneFileProblem(offset: 4, .version(7)))
        let tooLong = [UInt8](repeating: 0, count: 65_537)
        #expect(problem(tooLong) == ZoneFileProblem(offset: 65_536, .tooLong(65_537)))
        // The first block has 44 + 6 + 4 bytes, and the data of the second begin at 98.
        #expect(problem { $0.leapSeconds = 1 } == ZoneFileProblem(offset: 98, .leapSeconds))
        #expect(
            problem { $0.transitions[1].at = $0.transitions[0].at }
                == ZoneFileProblem(offset: 106, .notAscending))
        #expect(
            problem { $0.transitions[1].at = .max } == ZoneFileProblem(offset: 106, .notAscending))
        #expect(
            problem { $0.transitions[1].kind = 3 } == ZoneFileProblem(offset: 115, .missingType(3)))
        #expect(
            problem { $0.kinds[0].offset = -90_000 }
                == ZoneFileProblem(offset: 116, .offset(-90_000)))
        #expect(
            problem { $0.kinds[2].isDaylightSaving = 2 } == ZoneFileProblem(offset: 132, .flag(2)))
        #expect(problem { $0.kinds = [] }?.reason == .count("local time types", 0))
        #expect(problem { $0.footer = "" }?.reason == .cutShort)
        #expect(problem { $0.footer = "\n<+13>-13" }?.reason == .cutShort)
        #expect(problem { $0.footer = "<+13>-13\n" }?.reason == .noFooter)
        #expect(
            problem { $0.footer = "\n<+13>-25\n" }
                == ZoneFileProblem(offset: 145, .rule("number from 0 to 24")))
    }

    @Test func `counts beyond the file are refused before anything is reserved for them`() {
        for place in 20..<44 {
            var bytes = ZoneBytes.samoa.bytes
            bytes[place / 4 * 4] = 0xFF
            #expect(problem(bytes) != nil, "byte \(place)")
            bytes = ZoneBytes.samoa.bytes
            bytes[54 + place / 4 * 4] = 0x7F
            #expect(problem(bytes) != nil, "byte \(54 + place)")
        }
    }

    @Test(arguments: [ZoneBytes.samoa, .twice, .minutePastMidnight])
    func `no cut of a file is read`(zone: ZoneBytes) {
        let bytes = zone.bytes
        for count in 0..<bytes.count { #expect(problem(Array(bytes[..<count])) != nil, "\(count)") }
        #expect(problem(bytes) == nil)
    }

    /// Whatever can be read of a damaged file answers every question without a trap.
    @Test(arguments: Seeds.of(1...40, few: 4))
    func `damaged files are refused or answer`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let rule = TimeZoneRules.sample.bytes
        var read = 0
        for _ in 0..<400 {
            var bytes = dice.pick([ZoneBytes.samoa.bytes, ZoneBytes.twice.bytes, rule])
            for _ in 0..<dice.number(1...3) {
                bytes[dice.below(bytes.count)] = dice.pick([0, 0xFF, UInt8(dice.below(256))])
            }
            guard let rules = try? TimeZoneRules(name: "X", bytes: bytes) else { continue }
            read += 1
            for _ in 0..<20 {
                let date = CivilDate(dayNumber: dice.number(-1000...260_000))
                let instant = rules.instant(of: date, second: dice.number(0...86_400))
                _ = rules.local(instant)
                _ = rules.date(at: instant)
                _ = rules.day(date)
            }
        }
        #expect(read > 20)
    }

    /// So has the short file of America/Ojinaga it, where the rule would have another time.
    @Test func `the last transition holds until the next change of the rule`() throws {
        let zone = ZoneBytes(
            kinds: [(-25_200, 0), (-21_600, 1), (-21_600, 0)],
            transitions: [(1_647_162_000, 1), (1_667_116_800, 2)],
            footer: "\nCST6CDT,M3.2.0,M11.1.0\n")
        let rules = try TimeZoneRules(name: "X", bytes: zone.bytes)
        for (second, offset) in [
            (1_667_116_800, -21_600), (1_667_500_000, -21_600), (1_678_608_000, -18_000),
        ] {
            #expect(rules.local(FleetInstant(ticks: Int64(second) * 50)).offset == offset)
        }
    }

    @Test func `a file of old compilers, from the beginning of all time on, is read`() throws {
        var zone = ZoneBytes.samoa
        zone.transitions.insert((.min, 0), at: 0)
        let rules = try TimeZoneRules(name: "X", bytes: zone.bytes)
        #expect(rules == (try TimeZoneRules(name: "X", bytes: ZoneBytes.samoa.bytes)))
    }
}

extension TimeZoneRules {
    /// Germany's clocks as a rule for all years.
    static let sample = (try? TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc
}
