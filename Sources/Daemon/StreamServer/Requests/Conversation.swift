import LinuxIO
import Vocabulary
import WireProtocol

/// The requests of one peer: the bytes of a line begun, bytes unread, answers to be computed.
///
/// Most peers send one request and then only read: the connection frees a conversation at rest.
final class Conversation {
    var splitter: LineSplitter
    var clientName: String?
    /// Bytes that were received, to be parsed when it is this connection's turn.
    var unheard: [UInt8] = []
    /// Answers to be computed, in the order of their requests.
    var answers: [PendingAnswer] = []
    var longLines = 0

    /// - Parameter lines: how many lines the peer has sent before.
    init(after lines: Int) { splitter = LineSplitter(after: lines) }

    /// Whether the conversation holds nothing but the number of the last line.
    var isAtRest: Bool {
        splitter.isBetweenLines && clientName == nil && unheard.isEmpty && answers.isEmpty
            && longLines == 0
    }
}

/// An answer that is computed in slices.
struct PendingAnswer {
    let id: AnswerID?
    let answer: any StreamAnswer
    /// The rights that its reader must have.
    let need: AnswerNeed
}

/// How the hub reads requests: in portions, and only while their answers have room (back-pressure).
extension StreamHub {
    /// A flood of requests of one peer is answered in portions of this size, so that it does not
    /// keep the others waiting.
    private static var requestsAtOnce: Int { 16 }

    /// Receives what the kernel has for the hub from a peer, once.
    ///
    /// - Parameter hasHungUp: whether the peer has closed both directions: nothing can be sent.
    func read(_ peer: Connection, hasHungUp: Bool) {
        let outcome = hearing.input.withUnsafeMutableBytes {
            StreamSocket.receive(from: peer.descriptor.raw, into: $0)
        }
        switch outcome {
        case .received(let count): hear(hearing.input[..<count], from: peer)
        case .wouldBlock: break
        case .endOfStream where hasHungUp: drop(peer)
        case .endOfStream: endRequests(peer)
        case .failed: drop(peer)
        }
    }

    /// Notes that the peer has closed its sending side: it may go on reading its subscriptions.
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

    /// Answers what has arrived at once, or in its turn if its user has had its share of the time.
    private func hear(_ bytes: ArraySlice<UInt8>, from peer: Connection) {
        guard users.areSeveral, hearing.deadline < .last else { return consume(bytes, from: peer) }
        let share = users.hearingLeft(of: peer.user)
        guard share > .zero, !turns.working.isAhead(peer.user) else { return keep(bytes, of: peer) }
        let began = clock()
        hear(until: began + share) { consume(bytes, from: peer) }
        let took = clock() - began
        users.noteHeard(peer.user, for: took)
        turns.working.charge(took, to: peer.user)
    }

    /// Answers a portion of the requests in `bytes`, and keeps the rest for the peer's next turn.
    private func consume(_ bytes: ArraySlice<UInt8>, from peer: Connection) {
        let conversation = peer.conversation
        var chunk = bytes
        for count in 0..<Self.requestsAtOnce {
            guard count == 0 || !isTimeUp, peer.stage == .serving, hasRoomForAnswers(to: peer),
                let event = conversation.splitter.next(in: &chunk)
            else { break }
            switch event {
            case .line(let line): handle(line, from: peer)
            case .tooLong: refuseLongLine(from: peer)
            case .cut: break
            }
        }
        endIfEndless(peer)
        keep(chunk, of: peer)
    }

    /// Keeps bytes that are to be parsed in the peer's next turn, if there are any.
    private func keep(_ bytes: ArraySlice<UInt8>, of peer: Connection) {
        guard peer.stage == .serving else { return }
        peer.conversation.unheard = Array(bytes)
        peer.restIfSilent()
        queueIfAble(peer)
        updateInterest(peer)
    }

    /// Answers requests that an earlier read has kept.
    func hear(_ peer: Connection) {
        guard canBeHeard(peer) else { return }
        let bytes = peer.conversation.unheard
        peer.conversation.unheard = []
        consume(bytes[...], from: peer)
    }

    /// Answers one line of a peer.
    private func handle(_ line: ArraySlice<UInt8>, from peer: Connection) {
        tally.requests += 1
        let excess = excess(of: peer)
        do throws(RequestFailure) {
            let message = try RequestDecoder.decode(
                line, number: peer.conversation.splitter.lineNumber, clock: source.momentClock)
            answer(message.request, id: message.answerID, peer, excess)
        } catch {
            refuse(excess ?? error.error, id: error.answerID, peer)
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

    /// Ends a peer whose line goes on far beyond the limit; an error was sent for it already.
    private func endIfEndless(_ peer: Connection) {
        let bytes = peer.conversation.splitter.endlessBytes
        if bytes > ProtocolLimits.endlessLineBytes { end(peer, .lineTooLong) }
    }

    /// Whether the outbox has room for answers: a peer that sends requests without reading the
    /// answers is not read from until it reads. A peer with an empty outbox is always read from.
    func hasRoomForAnswers(to peer: Connection) -> Bool {
        guard peer.answerCount < ProtocolLimits.subscriptions else { return false }
        return peer.outbox.isEmpty
            || peer.outbox.byteCount < limits.outboxBytes / 2 && hasRoomForControlLines
    }

    func canBeHeard(_ peer: Connection) -> Bool {
        peer.hasUnheard && hasRoomForAnswers(to: peer)
    }
}
