import ChannelPipeline
import CivilTime
import CommandLine
import Configuration
import Exporting
import FlightDisplay
import FlightPhases
import FlightPlot
import PlainText
import Readout
import Simulation
import StreamClient
import Vocabulary
import WireProtocol

/// A fleet that is flown in this process, for a plot of its flights.
struct PlotFleet {
    let fleet: Fleet
    let clock: FleetClock

    /// The present lies 27 days after the epoch, so that days counted back from it are known.
    private static let span = FleetDuration.seconds(27 * 86_400)
    /// A lane from this number on needs a fleet that `--sessions` makes large enough.
    private static let lanesMost = 1000

    /// - Parameter byCalendar: whether athletes run on days, unless flags say otherwise.
    init(_ flags: ParsedFlags, byCalendar: Bool) throws(ProgramFailure) {
        var flags = flags
        // As many sessions as the lane needs: a session is the same in a fleet of any size.
        let named = flags["--session"].flatMap { SelectedSessions(parsing: $0) }
        if !flags.has("--replay"), let lane = named?.lane, lane.index < Self.lanesMost {
            flags.setDefault("--sessions", "\(lane.next)")
        }
        if byCalendar { flags = FleetFlags.byCalendar(flags) }
        fleet = try FleetFlags.fleet(flags, defaultEpoch: ExportCommand.epoch)
        clock = try FleetClock(fleet, present: fleet.epoch + Self.span)
    }

    /// The one session that a name means.
    ///
    /// - Throws: the errors that a daemon would answer, and if there are several or none.
    func session(_ name: String?) throws(ProgramFailure) -> SessionName {
        let selected = try Self.selected(name)
        do throws(WireError) {
            _ = try fleet.choices(.some([selected]))
        } catch {
            throw .usage(error)
        }
        return selected.lap.map { SessionName(lane: selected.lane, lap: $0) }
            ?? ExportCommand.first(of: selected.lane, in: fleet)
    }

    /// The one session or lane that a name means; the first lane without one.
    static func selected(_ name: String?) throws(ProgramFailure) -> SelectedSessions {
        let name = name ?? "s0"
        guard let selected = SelectedSessions(parsing: name), !selected.isBook else {
            throw .usage(
                "--session cannot be \(name.quoted)",
                suggestion: "give one session such as s7.2, or a lane such as s7")
        }
        return selected
    }

    /// Refuses flags of a fleet where `--socket` names a daemon, which has a fleet of its own.
    static func refuseFlags(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard let flag = FleetFlags.all.map(\.name).first(where: flags.has) else { return }
        throw .usage(
            "\(flag) is for a fleet that is flown here, and --socket names a daemon",
            suggestion: "leave --socket out, or give \(flag) to runwayd")
    }

    func track(_ name: String?) throws(ProgramFailure) -> FlightTrack {
        track(of: try session(name))
    }

    /// The track of the run, without the standing before and after it.
    func track(of session: SessionName) -> FlightTrack {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        let profile = fleet.profile(of: flight.source)
        var builder = TrackBuilder(period: fleet.rate.period) { began in
            facts(of: session, profile, began: began)
        }
        var part = RunPart()
        while flight.nextInstant != nil {
            var step = flight.step(of: fleet)
            flight.locate(&step)
            if step.resumes { builder.resume(at: step.instant) }
            if part.take(step), let sample = step.sample {
                builder.take(sample, at: step.instant, phase: step.phase)
            }
            if let change = step.advisory { builder.change(to: change.to) }
            if step.pauses { builder.pause(at: step.instant) }
        }
        return builder.finish(start: flight.start)
    }

    private func facts(
        of session: SessionName, _ profile: SessionProfile, began: FleetInstant
    ) -> FlightFacts {
        let limits = HeartRateReserve(
            resting: Double(profile.restingHeartRate), maximal: Double(profile.maximalHeartRate))
        let runner =
            profile.athlete.map {
                SessionCard.runner(profile.athleteName, $0.sex.rawValue, age: $0.age)
            } ?? fleet.recordings[session.lane.index].name
        return FlightFacts(
            name: "\(session)", plan: profile.planName, runner: runner,
            // A recording does not say when it was made.
            began: clock.words(
                fleet.isRecorded(session.lane) ? nil : began, seed: "\(fleet.seed)", limits),
            reserve: limits, mission: profile.mission)
    }

    /// The sessions of a lane that begin within a range of fleet time.
    func sessions(of lane: LaneID, within range: Range<FleetInstant>) -> [SessionName] {
        fleet.sessions(of: lane, from: range.lowerBound, before: range.upperBound)
            .filter { fleet.start(of: $0) >= range.lowerBound }
    }
}

extension FleetClock {
    /// `Thursday 5 March 2026, 07:21 Europe/Berlin, seed 42, heart rate 50 to 190 bpm`.
    ///
    /// - Parameter began: nil for a recording.
    func words(_ began: FleetInstant?, seed: String?, _ limits: HeartRateReserve?) -> String {
        let when = began.map { zone.words($0) } ?? "recorded"
        let seed = began == nil ? nil : seed.map { "seed \($0)" }
        let range = limits.map { limits in
            let ends = [0.0, 1].map { NumberText.fixed(limits.heartRate(at: $0), 0) }
            return "heart rate \(ends[0]) to \(ends[1]) bpm"
        }
        return [when, seed, range].compactMap(\.self).joined(separator: ", ")
    }
}

extension TimeZoneRules {
    /// `Thursday 5 March 2026, 07:21 Europe/Berlin`.
    func words(_ instant: FleetInstant) -> String {
        "\(local(instant).date.long), \(clock(instant)) \(name)"
    }
}
