import Vocabulary
import WireProtocol

/// The lanes that somebody has started stand behind the fleet's own.
extension Fleet {
    /// The started lanes whose session has not ended at `instant`, ascending; those whose start
    /// lies ahead are among them. O(started lanes and commands on them).
    package func startedLanes(at instant: FleetInstant) -> [Int] {
        book.startedLanes.filter {
            course(of: SessionName(lane: $0, lap: 0), at: instant).state != .landed
        }
    }

    /// Whether the lane is a started one whose session has ended at `instant`.
    func isOver(_ lane: Int, at instant: FleetInstant) -> Bool {
        guard book.start(of: lane) != nil else { return false }
        return course(of: SessionName(lane: lane, lap: 0), at: instant).state == .landed
    }
}

/// What a start becomes.
extension Fleet {
    /// When a session begins that was asked for at that instant, or at once: with the next slot.
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

    /// The number of the next lane to be started. O(started lanes).
    func freeLane(
        stride: Int, remainder: Int, at now: FleetInstant
    ) throws(WireError) -> Int {
        precondition((0..<stride).contains(remainder), "remainder \(remainder) of \(stride)")
        let lowest = max(SessionName.firstStartedLane, (book.lastStartedLane ?? 0) + 1)
        let lane = lowest + (remainder - lowest % stride + stride) % stride
        guard lane < SessionName.laneLimit else {
            throw WireError(
                .noRoom, reason: "Every lane that can be started has been.",
                suggestion: "Give the fleet another epoch or seed: its lanes are free.")
        }
        guard startedLanes(at: now).count < ProtocolLimits.startedSessions else {
            throw WireError(
                .noRoom,
                reason: "\(ProtocolLimits.startedSessions) started sessions have not ended.",
                suggestion: "Stop one of them, or wait until one has ended.")
        }
        return lane
    }

    /// The lane whose athlete is meant: that of a started lane may be another one's.
    func athlete(_ lane: Int?) throws(WireError) -> Int? {
        guard let lane else { return nil }
        guard contains(session(of: lane, at: epoch)) else {
            throw unknown(SelectedSessions(lane: lane), field: "athlete")
        }
        guard !isRecorded(lane) else {
            throw WireError(
                .unknownSession,
                reason: "s\(lane) is a recording, of whose athlete little is known.",
                suggestion: "Choose a lane that is simulated.", field: "athlete")
        }
        return book.order(of: lane).athlete ?? lane
    }
}
