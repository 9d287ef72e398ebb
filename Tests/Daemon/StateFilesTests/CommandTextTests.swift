import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct CommandTextTests {
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `every command is read back and fits into a record`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for command in dice.commands(500) {
            let text = CommandText.text(of: command)
            #expect(text.utf8.count <= CheckedRecord.textBytes, "seed \(seed): \(text)")
            #expect(CommandText.command(of: text) == command, "seed \(seed): \(text)")
        }
    }

    @Test func `the longest command fits`() {
        let longest = PlanKind.allCases.max { $0.rawValue.count < $1.rawValue.count }
        let order = StartOrder(plan: longest, athlete: 1_048_575)
        let session = SessionName(lane: 1_048_575, lap: -99_999_999)
        var command = SessionCommand(.start(order), session, at: StreamPosition.instants.upperBound)
        #expect(CommandText.text(of: command).utf8.count <= CheckedRecord.textBytes)
        // Started sessions are the first of their lanes.
        (command.session.lap, command.user, command.day) = (0, .max, 999_999)
        #expect(CommandText.text(of: command).utf8.count <= CheckedRecord.textBytes)
    }

    @Test func `the longest entry by hand fits`() throws {
        let last = StreamPosition.instants.upperBound
        let book = SessionName.book(of: 1_048_575, lap: -254_000)
        for metric in DayMetric.ofPeople.members {
            let length = metric.isPoint ? FleetDuration.zero : ManualSample.longest
            let sample = try #require(
                ManualSample(
                    metric, value: metric.limits.upperBound, from: last - length, to: last))
            for user in [nil, UInt32.max] {
                let command = SessionCommand(.add(sample), book, at: last, by: user)
                let text = CommandText.text(of: command)
                #expect(text.utf8.count <= CheckedRecord.textBytes, "\(text)")
            }
        }
        let removal = SessionCommand(.remove(last), book, at: last, by: .max)
        #expect(CommandText.text(of: removal).utf8.count <= CheckedRecord.textBytes)
    }

    @Test func `what a user has commanded ends with the user, a start with the day`() throws {
        let at = FleetInstant(ticks: 1_795_154_400 * 50 + 1)
        let lane = SessionName(lane: 600_000, lap: 0)
        let start = SessionCommand(
            .start(StartOrder(athlete: 7)), lane, at: at, by: 1001, on: 20_783)
        let time = "2026-11-20T06:00:00.020000Z"
        #expect(CommandText.text(of: start) == "start s600000.0 \(time) - 7 rt g1b")
        let stop = SessionCommand(.stop, lane, at: at, by: SessionCommand.unknownUser)
        #expect(CommandText.text(of: stop) == "stop s600000.0 \(time) 1z141z3")
        let sample = try #require(ManualSample(.bodyMass, value: 713, from: at, to: at))
        let book = SessionName.book(of: 7, lap: 4)
        #expect(
            CommandText.text(of: SessionCommand(.add(sample), book, at: at, by: 0))
                == "add d7.4 158ffg01 body_mass_kg 713 158ffg01 0 0")
        #expect(
            CommandText.text(of: SessionCommand(.remove(at), book, at: at, by: 35))
                == "remove d7.4 158ffg01 158ffg01 z")
    }

    @Test func `an entry by hand is named by its tick`() throws {
        let (at, of) = (FleetInstant(ticks: 88_634_304_001), FleetInstant(ticks: 88_634_300_000))
        let sample = try #require(ManualSample(.bodyMass, value: 713, from: of, to: of))
        let book = SessionName.book(of: 7, lap: 4)
        #expect(
            CommandText.text(of: SessionCommand(.add(sample), book, at: at))
                == "add d7.4 88634304001 body_mass_kg 713 88634300000 0")
        #expect(
            CommandText.text(of: SessionCommand(.remove(of), book, at: at))
                == "remove d7.4 88634304001 88634300000")
    }

    @Test func `a text says what is done to which session and when`() {
        let at = FleetInstant(ticks: 1_795_154_400 * 50 + 1)
        let start = SessionCommand.Action.start(StartOrder(plan: .tempo, athlete: 7))
        let time = "2026-11-20T06:00:00.020000Z"
        #expect(
            CommandText.text(of: SessionCommand(.stop, SessionName(lane: 7, lap: -1), at: at))
                == "stop s7.-1 \(time)")
        #expect(
            CommandText.text(of: SessionCommand(start, SessionName(lane: 600_000, lap: 0), at: at))
                == "start s600000.0 \(time) tempo 7")
        #expect(
            CommandText.text(
                of: SessionCommand(.start(StartOrder()), SessionName(lane: 600_000, lap: 0), at: at)
            )
                == "start s600000.0 \(time) - -")
    }

    @Test(arguments: [
        "", "pause", "pause s7.0", "pause  s7.0 2026-11-20T06:00:00.020000Z",
        "pause s7 2026-11-20T06:00:00.020000Z", "pause s7.00 2026-11-20T06:00:00.020000Z",
        "pause x7.0 2026-11-20T06:00:00.020000Z", "pause s7.0 2026-11-20T06:00:00Z",
        "pause s7.0 2026-11-20T06:00:00.010000Z", "pause s7.0 2026-11-20T06:00:00.020000Z -",
        "start s7.0 2026-11-20T06:00:00.020000Z", "start s7.0 2026-11-20T06:00:00.020000Z slow -",
        "pause s0.9223372036854775807 2026-11-20T06:00:00.020000Z",
        "stop s0.-9223372036854775808 2026-11-20T06:00:00.020000Z",
        "resume s0.1099511627776 2026-11-20T06:00:00.020000Z",
        "add d7.4 88634304001 body_mass_kg 713 88634300000",
        "add d7.4 88634304001 body_mass_kg 71.3 88634300000 0",
        "add d7.4 88634304001 body_mass_kg 99999999999 88634300000 0",
        "add d7.4 88634304001 HKQuantityTypeIdentifierBodyMass 713 88634300000 0",
        "add d7.4 88634304001 cadence_spm 71 88634300000 0",
        "add d7.4 88634304001 steps 71 88634300000 4320001",
        "add d7.4 88634304001 steps 71 88634300000 -1",
        "add d7.4 1099511627776 steps 71 88634300000 1", "add d7.4 -1 steps 71 88634300000 1",
        "add s7.4 88634304001 body_mass_kg 713 88634300000 0", "add d7.4 01 steps 7 8 1",
        "add d1048576.4 88634304001 steps 71 88634300000 1", "add d-1.4 8 steps 71 8 1",
        "add d7.100000000 88634304001 steps 71 88634300000 1", "remove d7.4 88634304001",
        "remove d7.4 88634304001 9223372036854775808", "remove s7.4 88634304001 88634300000",
        "pause d7.4 2026-11-20T06:00:00.020000Z", "pause d7.4 88634304001",
        "pause s7.0 2026-11-20T06:00:00.020000Z RT", "pause s7.0 2026-11-20T06:00:00.020000Z 0rt",
        "pause s7.0 2026-11-20T06:00:00.020000Z rt 20783",
        "pause s7.0 2026-11-20T06:00:00.020000Z 1z141z4",
        "start s7.0 2026-11-20T06:00:00.020000Z tempo 7 rt",
        "start s7.0 2026-11-20T06:00:00.020000Z tempo 7 rt -1",
        "start s7.0 2026-11-20T06:00:00.020000Z tempo 7 rt 0g1b",
        "start s7.0 2026-11-20T06:00:00.020000Z tempo 7 rt lfls",
        "add d7.4 88634304001 body_mass_kg 713 88634300000 0 rt 20783",
        "start s7.0 2026-11-20T06:00:00.020000Z tempo x", "land s7.0 2026-11-20T06:00:00.020000Z",
    ])
    func `anything else is no command`(text: String) {
        #expect(CommandText.command(of: text) == nil)
    }
}
