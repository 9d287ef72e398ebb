import ChannelPipeline
import LinuxIO
import Vocabulary
import WireProtocol

/// Who has started which session: a value.
///
/// The journal names the starters who have a share of what the fleet keeps, also after a restart.
/// Other starters are known while the daemon runs.
struct SessionOwners {
    private var owners: [LaneID: UInt32] = [:]
    /// The users for whom the last sessions are kept free: root and the daemon's user.
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
    func user(of request: CommandRequest, in fleet: Fleet) -> UInt32? {
        switch request {
        case .start, .add, .remove: nil
        case .pause(let session), .resume(let session), .stop(let session):
            user(of: session.flownLane, in: fleet)
        }
    }

    /// The user who has started a lane; nil if nobody has, or it is not known. O(1)
    func user(of lane: LaneID, in fleet: Fleet) -> UInt32? {
        owners[lane] ?? fleet.starter(of: lane)
    }

    /// Notes a start; if nothing comes of it, its lane is to be forgotten.
    mutating func note(_ command: SessionCommand, by rights: Rights) {
        guard case .start = command.action else { return }
        owners[command.session.lane] = rights.userID
    }

    /// Forgets lanes whose session has ended, or has not come to be.
    mutating func forget(_ lanes: [LaneID]) { for lane in lanes { owners[lane] = nil } }
}
