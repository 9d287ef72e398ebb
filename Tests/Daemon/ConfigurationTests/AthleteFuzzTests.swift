import CivilTime
import Days
import JSON
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Configuration

/// Lists of athletes with bytes and words that are drawn: none traps, and whatever is read is
/// written as the same.
@Suite struct AthleteFuzzTests {
    private static let bases = [
        """
        [{name: 'Ada', sex: 'female', age: 34, height_m: 1.66, mass_kg: 58.5, best: '5 km in 24:30',
        resting_heart_rate_bpm: 52, maximal_heart_rate_bpm: 189, cadence_spm: 178, device: 'strap',
        home: '45.8,6.9,10', habits: {runs_a_week: 3, start: '06:00-08:00', minutes: [30, 60],
        long_run: 'saturday', plans: {easy: 0.75, tempo: 0.25}, steps_a_day: 9000,
        sleep: '22:30-06:45', wear: {nights: 0.75, days: 1}}}]
        """,
        "[{like: 'mock-week', vo2max: 55}, {like: 'elite', habits: {runs_a_week: 0}}, {}]",
        """
        [{like: 'elite', events: [{ill: '2026-03-05', days: 4}, {injured: '2026-05-01', days: 30},
        {training: '+12 % in 8 weeks', from: '2026-09-07'}, {not_worn: '2027-03-05', days: 9}]},
        {events: [{overreached: '2026-03-05', days: 21}, {away: '2026-03-27', days: 9}]}]
        """,
    ].map { Array($0.utf8) }

    private static let words = [
        "1e308", "-0", "9223372036854775807", "NaN", "'23:59-00:01'", "{", "}", "[", "]", ",", ":",
        "null", "0x7fffffffffffffff", "'\\u202e'", "like", "habits", "240", "16", "95", "-1", "0",
        "'5 km in 12:36'", "'marathon'", "'none'", "'2026-03-06'", "events", "ill", "days", "366",
        "{away: '2199-06-22', days: 9}", "'+30 % in 52 weeks'",
    ].map { Array($0.utf8) }

    /// Numbers drawn one after the other.
    private struct Chance {
        let stream: RandomStream
        var drawn: UInt64 = 0

        /// A number below `count`.
        mutating func callAsFunction(_ count: Int) -> Int {
            drawn += 1
            return min(count - 1, Int(stream.uniform(drawn) * Double(count)))
        }
    }

    private static func text(_ chance: inout Chance) -> [UInt8] {
        var text = bases[chance(bases.count)]
        for _ in 0...chance(3) where !text.isEmpty {
            let place = chance(text.count)
            switch chance(5) {
            case 0: text[place] = UInt8(chance(256))
            case 1: text.remove(at: place)
            case 2: text.insert(contentsOf: words[chance(words.count)], at: place)
            case 3:
                let end = min(text.count, place + chance(12))
                text.replaceSubrange(place..<end, with: words[chance(words.count)])
            default:
                let digit = text[place...].firstIndex { (0x30...0x39).contains($0) }
                if let digit { text[digit] = UInt8(0x30 + chance(10)) }
            }
        }
        return text
    }

    @Test(arguments: Seeds.of(1...50, few: 4))
    func `no list traps, and what is read is written as the same`(seed: UInt64) throws {
        var chance = Chance(stream: RandomStream(seed: seed, lane: 0, purpose: 1))
        var found = 0
        for _ in 0..<3000 {
            let text = Self.text(&chance)
            var reading = AthleteReading()
            do throws(JSONFault) {
                try PlacedJSON.elements(of: text[...], .json5, levels: AthleteReading.levels) {
                    reading.read($0)
                }
            } catch { continue }
            guard reading.faults.isEmpty else { continue }
            found += 1
            let written = "[\(reading.athletes.map(\.json5).joined(separator: ","))]"
            #expect(AthleteReading.kept(written) == reading.athletes, "\(written), seed \(seed)")
            if found.isMultiple(of: 20) { Self.live(reading.athletes, seed, &chance) }
        }
        #expect(found > 50, "seed \(seed)")
    }

    /// Asks for a day and a run of each athlete.
    private static func live(_ athletes: [OrderedAthlete], _ seed: UInt64, _ chance: inout Chance) {
        for (index, athlete) in athletes.enumerated() {
            let lane = LaneID(index: index)
            let days = AthleteDays(
                seed: seed, lane: lane, zone: .utc, as: athlete.body, days: athlete.daysOrder)
            let date = CivilDate(dayNumber: 10_958 + chance(73_000))
            let entries = days.entries(on: date)
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.instant < $1.instant })
            let run = days.nextRun(after: TimeZoneRules.utc.startOrNext(of: date))
            var simulated = run?.simulated(seed: seed, lane: lane, rate: .oneHertz)
            for _ in 0..<100 where simulated?.nextOffset != nil { _ = simulated?.next() }
        }
    }
}
