import Simulation
import Vocabulary
import WireProtocol

/// All that flies in one daemon, and the settings that decide every byte of it.
///
/// Recordings take the first lanes, simulated athletes the ones after. Neither the number of lanes
/// nor the shard that is flown here is part of the identity: they change no other line. Nor are
/// live commands, which are entered while the fleet flies and decide lines from their instants on.
package struct Fleet: Sendable {
    package let seed: UInt64
    /// Where lap 0 of lane 0 begins; a whole second.
    package let epoch: FleetInstant
    package let rate: SampleRate
    package let schedule: Schedule
    /// The days of the books of its lanes.
    package let dayCalendar: any BookCalendar
    /// What the simulated athletes wear; recordings are flown as they are.
    package let equipment: Equipment
    /// Where they run.
    package let grounds: Grounds
    /// Who they are, as far as that is ordered.
    package let roster: Roster
    package let recordings: [Recording]
    /// Heart-rate limits of the athletes of the recordings.
    package let recordingLimits: HeartRateLimits
    /// The number of lanes of all shards.
    package private(set) var laneCount: Int
    /// The lanes that are flown here.
    package let shard: FleetShard
    package let identity: IdentityHash
    /// The least session time between two samples of each recording.
    let shortestIntervals: [FleetDuration]
    package internal(set) var commands = CommandBook()

    /// Traps unless the number of lanes leaves some for started sessions.
    package init(
        seed: UInt64, epoch: FleetInstant, rate: SampleRate = .oneHertz,
        schedule: Schedule = .laps(), simulatedLanes: Int,
        equipment: Equipment = Equipment(), grounds: Grounds = .drawn, roster: Roster = .drawn,
        recordings: [Recording] = [], recordingLimits: HeartRateLimits = .standard,
        shard: FleetShard = .whole
    ) {
        laneCount = recordings.count + simulatedLanes
        precondition(
            laneCount <= LaneID.firstStarted.index, "\(laneCount) lanes are too many")
        self.seed = seed
        self.epoch = epoch
        self.rate = rate
        self.schedule = schedule
        let dayCalendar = schedule.dayCalendar ?? LapBooks(epoch: epoch)
        self.dayCalendar = dayCalendar
        self.equipment = equipment
        self.grounds = grounds
        self.roster = roster
        self.recordings = recordings
        self.recordingLimits = recordingLimits
        self.shard = shard
        shortestIntervals = recordings.map { $0.shortestStep(period: rate.period) ?? .lap }
        identity = Self.identity(
            seed: seed, epoch: epoch, rate: rate, equipment: equipment, grounds: grounds,
            roster: roster, recordings: recordings, limits: recordingLimits,
            dayCalendar: dayCalendar)
    }

    private static func identity(
        seed: UInt64, epoch: FleetInstant, rate: SampleRate, equipment: Equipment,
        grounds: Grounds, roster: Roster, recordings: [Recording], limits: HeartRateLimits,
        dayCalendar: any BookCalendar
    ) -> IdentityHash {
        var hasher = IdentityHasher()
        hasher.combine("model", ModelVersion.current)
        hasher.combine("wire", EncodingVersion.current)
        hasher.combine("seed", seed)
        hasher.combine("epoch", epoch.ticks)
        hasher.combine("rate", rate.hertz)
        if equipment.device != .mixed { hasher.combine("device", equipment.device.rawValue) }
        if equipment.lacksPauseButton { hasher.combine("pauses", "none") }
        if !equipment.faults.isEmpty { hasher.combine("faults", equipment.faults.identityText) }
        if let region = grounds.regionText { hasher.combine("region", region) }
        if let routes = grounds.routesText { hasher.combine("routes", routes) }
        if let athletes = roster.contentHash { hasher.combine("athletes", athletes) }
        for recording in recordings { hasher.combine("recording", recording.contentHash) }
        if !recordings.isEmpty {
            hasher.combine("reading", Recording.readingVersion)
            hasher.combine("resting", limits.resting)
            hasher.combine("maximal", limits.maximal)
        }
        dayCalendar.combine(into: &hasher)
        return hasher.finalize()
    }

    /// How many lanes are flown here.
    package var flownLaneCount: Int { shard.laneCount(of: laneCount) }

    /// The numbers of these lanes, ascending; started lanes are not among them.
    package var flownLanes: [LaneID] { (0..<flownLaneCount).map(shard.lane) }

    /// Has more simulated lanes from now on; nothing else changes. Traps if there would be fewer,
    /// or none left for started sessions.
    package mutating func raise(to laneCount: Int) {
        precondition(
            (self.laneCount...LaneID.firstStarted.index).contains(laneCount),
            "\(laneCount) lanes after \(self.laneCount)")
        self.laneCount = laneCount
    }

    package func isRecorded(_ lane: LaneID) -> Bool { lane.index < recordings.count }

    /// Whether the lane flies one session and no other: that of a recording, or one that somebody
    /// has started.
    package func fliesOnce(_ lane: LaneID) -> Bool {
        isRecorded(lane) || lane >= .firstStarted
    }

    /// Whether the lane's athlete flies by laps, one run after the other day and night.
    package func fliesLaps(_ lane: LaneID) -> Bool { !restsBetweenRuns && !fliesOnce(lane) }

    /// Whether the session is one of the fleet's lanes, of whatever shard, and within the instants
    /// that stream positions can name; by the calendar, whether the athlete runs on that day.
    package func contains(_ session: SessionName) -> Bool {
        has(lane: session.lane) && hasLap(session)
    }

    /// Whether the lane is one of the fleet, of whatever shard, or has been started; a forgotten
    /// lane is there as long as its book has entries by hand, which is for ever.
    func has(lane: LaneID) -> Bool {
        lane.index < laneCount || commands.start(of: lane) != nil
            || commands.isForgotten(lane) && !commands.entries[lane].isEmpty
    }

    /// A fresh source of the session's samples. Traps if the fleet has no such session.
    package func source(of session: SessionName) -> RunSource {
        precondition(contains(session), "no session \(session) in this fleet")
        guard isRecorded(session.lane) else { return .simulated(simulation(of: session)) }
        return .recorded(RecordedRun(recording: recordings[session.lane.index], rate: rate))
    }

    /// A fresh run of a simulated athlete. A command may concern a lane that this fleet does not
    /// have: it flies as it would in a larger one.
    func simulation(of session: SessionName) -> SimulatedRun {
        if let calendar = calendar(of: session.lane) {
            return calendar.simulation(of: session, rate: rate, equipment: equipment)
        }
        return SimulatedRun(
            seed: seed, lane: session.lane, lap: session.lap, rate: rate, equipment: equipment,
            on: grounds[session.lane], as: roster[athleteLane(of: session.lane)],
            at: start(of: session), order: commands.order(of: session.lane))
    }

    /// The lane whose athlete flies in a lane: in one that somebody has started, it may be another.
    func athleteLane(of lane: LaneID) -> LaneID { commands.order(of: lane).athlete ?? lane }

    /// What the session tells of itself before its first sample.
    package func profile(of source: RunSource) -> SessionProfile {
        source.simulation.map { run in
            let lane = athleteLane(of: run.lane)
            var profile = SessionProfile(run, of: roster.athlete(seed: seed, lane: lane))
            profile.athleteName = roster.name(of: lane)
            return profile
        }
            ?? SessionProfile(
                ofRecordingWithRestingHeartRate: recordingLimits.resting,
                maximalHeartRate: recordingLimits.maximal)
    }
}

/// The ends of a runner's heart-rate reserve, in beats per minute.
package struct HeartRateLimits: Hashable, Sendable {
    /// The limits of fleets made without settings; the daemon takes them from its settings.
    package static let standard = HeartRateLimits(resting: 60, maximal: 190)

    package let resting: Int
    package let maximal: Int

    /// Traps unless 0 < resting < maximal.
    package init(resting: Int, maximal: Int) {
        precondition(0 < resting && resting < maximal, "no reserve from \(resting) to \(maximal)")
        self.resting = resting
        self.maximal = maximal
    }
}
