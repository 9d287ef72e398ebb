import LinuxIO
import WireProtocol

/// What is kept of a peer that says something, or that has not been heard out.
///
/// Most say one thing when they come and then listen: the memory goes again when it is at rest.
final class Conversation {
    var splitter: LineSplitter
    var clientName: String?
    /// Bytes that were read and are to be heard when it is this connection's turn.
    var unheard: [UInt8] = []
    /// Answers that take work, in the order of their requests.
    var answers: [(id: RequestID?, answer: any StreamAnswer)] = []
    var longLines = 0

    /// - Parameter lines: how many lines of the peer have been heard before.
    init(after lines: Int) { splitter = LineSplitter(after: lines) }

    /// Whether nothing is lost with it but the number of the last line.
    var isAtRest: Bool {
        splitter.isBetweenLines && clientName == nil && unheard.isEmpty && answers.isEmpty
            && longLines == 0
    }
}

/// How the hub hears what a peer says: in portions, and only while the answers have room.
extension StreamHub {
    /// A flood of requests of one peer is answered in portions of this size, so that it does not
    /// keep the others waiting.
    private static var requestsAtOnce: Int { 16 }

    func read(_ peer: Connection, hasHungUp: Bool) {
        let outcome = input.withUnsafeMutableBytes {
            StreamSocket.receive(from: peer.descriptor.raw, into: $0)
        }
        switch outcome {
        case .received(let count): take(input[..<count], from: peer)
        case .wouldBlock: break
        case .endOfStream where hasHungUp: drop(peer)
        case .endOfStream: endRequests(peer)
        case .failed: drop(peer)
        }
    }

    /// The peer will ask nothing more; it may go on reading what it has subscribed to.
    private func endRequests(_ peer: Connection) {
        guard peer.stage == .serving else { return }
        let conversation = peer.conversation
        if case .cut(let line) = conversation.splitter.finish() {
            refuse(
                .lineCut(line: conversation.splitter.lineNumber, bytes: line.count), id: nil, peer)
        }
        peer.stage = .listening
        peer.restIfSilent()
        flush(peer)
    }

    /// Answers a portion of what a peer has said, and keeps the rest for its next turn.
    private func take(_ bytes: ArraySlice<UInt8>, from peer: Connection) {
        let conversation = peer.conversation
        var chunk = bytes
        for _ in 0..<Self.requestsAtOnce {
            guard peer.stage == .serving, hasRoomForAnswers(to: peer),
                let event = conversation.splitter.next(in: &chunk)
            else { break }
            switch event {
            case .line(let line): handle(line, from: peer)
            case .tooLong: refuseLongLine(from: peer)
            case .cut: break
            }
        }
        endIfEndless(peer)
        guard peer.stage == .serving else { return }
        conversation.unheard = Array(chunk)
        peer.restIfSilent()
        queueIfAble(peer)
        updateInterest(peer)
    }

    /// Answers what was kept of an earlier read.
    func hear(_ peer: Connection) {
        guard canBeHeard(peer) else { return }
        let bytes = peer.conversation.unheard
        peer.conversation.unheard = []
        take(bytes[...], from: peer)
    }

    /// Answers one line of a peer.
    private func handle(_ line: ArraySlice<UInt8>, from peer: Connection) {
        tally.requests += 1
        do throws(RequestFailure) {
            let message = try RequestDecoder.decode(
                line, number: peer.conversation.splitter.lineNumber)
            answer(message.request, id: message.id, peer)
        } catch {
            refuse(error.error, id: error.id, peer)
        }
    }

    private func refuseLongLine(from peer: Connection) {
        let conversation = peer.conversation
        conversation.longLines += 1
        tally.requests += 1
        refuse(.lineTooLong(line: conversation.splitter.lineNumber), id: nil, peer)
        guard conversation.longLines >= ProtocolLimits.longLinesBeforeClosing else { return }
        end(peer, .lineTooLong)
    }

    /// Ends a peer of whose line no end is to be expected; it has been told that it is too long.
    private func endIfEndless(_ peer: Connection) {
        let bytes = peer.conversation.splitter.endlessBytes
        if bytes > ProtocolLimits.endlessLineBytes { end(peer, .lineTooLong) }
    }

    /// Requests are read only while their answers have room: a peer that asks without reading
    /// the answers is not heard until it reads. One for whom nothing waits is always heard.
    func hasRoomForAnswers(to peer: Connection) -> Bool {
        guard peer.answerCount < ProtocolLimits.subscriptions else { return false }
        return peer.outbox.isEmpty
            || peer.outbox.byteCount < limits.outboxBytes / 2
                && tally.bytesWaiting < limits.waitingBytes / 2
    }

    func canBeHeard(_ peer: Connection) -> Bool {
        peer.hasUnheard && hasRoomForAnswers(to: peer)
    }
}
