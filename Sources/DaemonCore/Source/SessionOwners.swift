import LinuxIO
import Vocabulary
import WireProtocol

/// Who has started which session since the daemon's start: a value.
///
/// The journal does not say who gave a command. After a restart nobody owns a session, those whose
/// right it is may command it, and it counts for nobody.
struct SessionOwners {
    private struct Owner {
        /// Nil where nobody knows: all such users are taken for one.
        let user: UInt32?
        /// Whether the user may command its own sessions only.
        let ownsIt: Bool
        /// When the session begins, of one that was planned ahead.
        let planned: FleetInstant?
    }

    private var owners: [Int: Owner] = [:]
    /// Those for whom the last sessions are kept free: root and the daemon's user.
    private let operators: Set<UInt32>

    init(operators: Set<UInt32> = [0, CurrentProcess.effectiveUserID]) {
        self.operators = operators
    }

    /// The user in whose shares a command counts; nil for root and the daemon's user.
    func sharingUser(_ rights: Rights) -> UInt32? {
        guard !rights.isOperator else { return nil }
        let user = rights.userID ?? SessionCommand.unknownUser
        return operators.contains(user) ? nil : user
    }

    /// The user who owns the session that a request is about; nil if nobody does.
    func user(of request: CommandRequest) -> UInt32? {
        switch request {
        case .start, .add, .remove: return nil
        case .pause(let session), .resume(let session), .stop(let session):
            guard let owner = owners[session.flownLane], owner.ownsIt else { return nil }
            return owner.user
        }
    }

    /// Notes a start; one of which nothing comes is to be forgotten.
    mutating func note(
        _ command: SessionCommand, _ request: CommandRequest, by rights: Rights
    ) {
        guard case .start(_, let at) = request else { return }
        owners[command.session.lane] = Owner(
            user: rights.userID, ownsIt: rights.control == .own,
            planned: at == nil ? nil : command.instant)
    }

    /// Forgets lanes whose session has ended, or has not come to be.
    mutating func forget(_ lanes: [Int]) { for lane in lanes { owners[lane] = nil } }

    /// Refuses a start by a user who has begun so many sessions, or planned so many ahead, that
    /// others may find no room. O(started sessions that have not ended).
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - count: how many sessions were started and have not ended, whoever did it.
    func checkQuota(
        for request: CommandRequest, by rights: Rights, at now: FleetInstant, count: Int
    ) throws(WireError) {
        guard case .start(_, let at) = request else { return }
        let own = owners.values.filter { $0.user == rights.userID }
        let user = rights.user.map { "User \($0)" } ?? "A user that nobody knows"
        guard own.count < ProtocolLimits.userSessions else {
            throw Self.noRoom(
                "\(user) has started \(own.count) sessions that have not ended, as many as one may."
            )
        }
        let planned = own.count { $0.planned.map { $0 > now } ?? false }
        guard at == nil || planned < ProtocolLimits.userPlannedStarts else {
            throw Self.noRoom(
                "\(user) has planned \(planned) sessions that have not begun, as many as one may.")
        }
        let isOperator = rights.userID.map(operators.contains) ?? false
        let free = ProtocolLimits.startedSessions - count
        guard isOperator || free > ProtocolLimits.reservedSessions else {
            throw Self.noRoom(
                "\(count) started sessions have not ended, and room for "
                    + "\(ProtocolLimits.reservedSessions) is kept for root and the daemon's user.")
        }
    }

    private static func noRoom(_ reason: String) -> WireError {
        WireError(
            .noRoom, reason: reason,
            suggestion: "Stop one of them, or wait until one has ended.")
    }
}
