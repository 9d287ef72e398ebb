import LinuxIO
import Vocabulary
import WireProtocol

/// How the hub accepts peers, and when it accepts none.
extension StreamHub {
    /// A flood of peers is accepted in portions of this size, so that connected peers do not wait
    /// for it.
    private static var peersAtOnce: Int { 64 }

    /// Accepts a portion of the peers that wait at the listener; the poll reports the rest again.
    func acceptAll() {
        for _ in 0..<Self.peersAtOnce {
            do throws(SystemFailure) {
                guard let descriptor = try entrance.listener.accept() else { return }
                accept(descriptor)
            } catch {
                log(.acceptFailed(error))
                // Without a free descriptor, say, the listener would stay readable and spin.
                return pauseAccepting()
            }
        }
    }

    private func accept(_ descriptor: consuming Descriptor) {
        let raw = descriptor.raw
        let token = connections.makeToken(for: raw)
        let rights = entrance.access(raw)
        let user = rights.userID ?? PeerFacts.nobody
        let facts = PeerFacts(
            number: tally.connectionsAccepted + 1, connected: clock(),
            credentials: try? PeerCredentials(of: raw), user: user,
            waitingShare: users.connect(user))
        let peer = Connection(
            descriptor, token: token, facts: facts, rights: rights, outbox: Outbox(outboxRules))
        do throws(SystemFailure) {
            try poll.add(raw, peer.interest, token: token.bits)
        } catch {
            users.disconnect(peer.user)
            return log(.acceptFailed(error))
        }
        connections.insert(peer)
        tally.connectionsAccepted += 1
        tally.connections = connections.count
        if let reason = reasonToRefuse(peer) { return refuse(peer, because: reason) }
        tell(peer) { source.appendHello(for: rights, to: &$0) }
    }

    private func refuse(_ peer: Connection, because reason: String) {
        let error = WireError(
            .tooManyClients, reason: reason, suggestion: "Try again later.")
        tell(peer) { ErrorLine.append(error, id: nil, to: &$0) }
        end(peer, .tooManyClients)
    }

    /// Stops watching the listener: further peers wait in the kernel's backlog.
    func pauseAccepting() {
        guard entrance.isWatched else { return }
        entrance.isWatched = false
        do throws(SystemFailure) {
            try poll.remove(entrance.listener.raw)
        } catch {
            log(.pollFailed(error))
        }
    }

    /// Watches the listener again, unless the hub is ending.
    func resumeAccepting() {
        guard !entrance.isWatched, !isEnding else { return }
        do throws(SystemFailure) {
            try poll.add(entrance.listener.raw, [.read], token: Self.listenerToken)
            entrance.isWatched = true
        } catch {
            log(.acceptFailed(error))
        }
    }
}

/// What the hub knows of a peer from the moment it connects.
struct PeerFacts {
    /// Counts the connections that have been accepted, from 1.
    let number: Int64
    /// When the peer was accepted.
    let connected: MonotonicInstant
    /// The credentials of the process that connected; nil if the kernel does not tell.
    let credentials: PeerCredentials?
    /// The user with whom the peer shares limits and turns; ``nobody`` if the user is not known.
    let user: UInt32
    /// The user's account of the bytes that wait for its connections.
    let waitingShare: WaitingShare

    /// No user has this number.
    static let nobody = UInt32.max
}
