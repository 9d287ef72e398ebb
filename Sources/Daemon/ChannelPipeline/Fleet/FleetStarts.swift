import Vocabulary
import WireProtocol

/// Started lanes; their numbers are above those of the fleet's own lanes.
extension Fleet {
    /// The started lanes whose session has not ended at `instant`, ascending; includes those that
    /// have not begun. O(lanes that fly); of an instant long ago O(started lanes).
    package func startedLanes(at instant: FleetInstant) -> [LaneID] {
        commands.started.aloft(at: instant)
            ?? commands.startedLanes.filter { !isOver($0, at: instant) }
    }

    /// How many started sessions have not ended at the present. O(lanes that fly).
    package func startedCount(at now: FleetInstant) -> Int { commands.started.aloftCount(at: now) }

    /// Whether the lane is a started one whose session has ended at `instant`. What is commanded
    /// later cannot change that.
    func isOver(_ lane: LaneID, at instant: FleetInstant) -> Bool {
        commands.end(of: lane).map { $0 <= instant } ?? commands.isForgotten(lane)
    }
}

/// Turns a request to start a session into a lane, an instant and an athlete.
extension Fleet {
    /// When the session begins: at the next slot from the requested instant on, or from now on.
    func begin(
        _ asked: FleetInstant?, after now: FleetInstant
    ) throws(WireError) -> FleetInstant {
        guard let asked else {
            return (now + FleetDuration(ticks: 1)).roundedUp(to: Self.slotDuration)
        }
        guard asked > now else {
            throw .badField("at", reason: "It is past: the fleet's present is \(now.text).")
        }
        let week = now + .seconds(Int64(ProtocolLimits.startAheadSeconds))
        let last = min(week, FleetInstant.presents.upperBound)
        guard asked <= last else {
            throw .badField("at", reason: "It lies too far ahead: the latest is \(last.text).")
        }
        return asked
    }

    /// The number of the next lane to be started. O(started lanes that fly), which are few.
    func freeLane(
        stride: Int, remainder: Int, at now: FleetInstant
    ) throws(WireError) -> LaneID {
        precondition((0..<stride).contains(remainder), "remainder \(remainder) of \(stride)")
        let lowest = max(.firstStarted, commands.lastStartedLane?.next ?? .firstStarted).index
        let number = lowest + (remainder - lowest % stride + stride) % stride
        guard let lane = LaneID(exactly: number) else {
            throw WireError(
                .noRoom,
                reason: "This fleet has started \(ProtocolLimits.startsEver) sessions, as many as "
                    + "one can, and no name is given twice.",
                suggestion: "Give the fleet another epoch or seed, and another state directory.")
        }
        guard startedCount(at: now) < ProtocolLimits.startedSessions else {
            throw WireError(
                .noRoom,
                reason: "\(ProtocolLimits.startedSessions) started sessions have not ended.",
                suggestion: "Stop one of them, or wait until one has ended.")
        }
        return lane
    }

    func checkStart(_ command: SessionCommand) throws(WireError) {
        guard command.session.lap == 0 else {
            throw unknown(SelectedSessions(command.session), field: "session")
        }
        // A book that was read again may have forgotten higher lanes.
        guard command.session.lane >= commands.started.last?.next ?? .firstStarted else {
            throw WireError(
                .wrongState, reason: "\(command.session) cannot be started any more.",
                suggestion: "Start a lane above all that have been started.", field: "session")
        }
    }

    /// The lane whose athlete flies; a started lane may fly the athlete of another one.
    func athlete(_ lane: LaneID?) throws(WireError) -> LaneID? {
        guard let lane else { return nil }
        guard has(lane: lane), contains(session(of: lane, at: epoch)) else {
            throw unknown(SelectedSessions(lane: lane), field: "athlete")
        }
        guard !isRecorded(lane) else {
            throw WireError(
                .unknownSession,
                reason: "s\(lane) is a recording, of whose athlete little is known.",
                suggestion: "Choose a lane that is simulated.", field: "athlete")
        }
        return athleteLane(of: lane)
    }
}
