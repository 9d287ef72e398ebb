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
