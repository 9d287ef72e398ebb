import Terminal
import WireProtocol

/// The dialog about commands to the daemon: the user is asked, the request is sent, the daemon
/// answers.
package struct CommandDialog<Command: Equatable & Sendable>: Equatable, Sendable {
    /// The command that waits for the user's confirmation.
    package var question: Command?
    /// The notice about commands without an answer, or not sent at all, after the link was lost.
    package var doubt: String?
    /// Whether a lost link took the question off the screen, so that the next key may still be
    /// meant as its answer.
    private var isAnswerLate = false
    /// Requests that have not been sent yet.
    private var unsent: [String] = []
    /// Commands that wait for the daemon's answer, by the number in their request id.
    private var sent: [Int: Command] = [:]
    private var count = 0
    private let name: String

    /// - Parameter name: the beginning of request ids.
    package init(_ name: String) { self.name = name }

    /// Ends the question with a key. Returns the command, and whether the key confirms it; nil
    /// without a question.
    package mutating func answer(with key: Key) -> (command: Command, isYes: Bool)? {
        defer { question = nil }
        return question.map { ($0, "yY".map(Key.character).contains(key)) }
    }

    /// Sends a command that the user has confirmed.
    ///
    /// - Parameter request: the whole request with an id, without its newline.
    package mutating func send(_ command: Command, _ request: (String) -> String) {
        count += 1
        sent[count] = command
        unsent.append(request(id(count)))
    }

    private func id(_ number: Int) -> String { "\(name).\(number)" }

    /// The requests to send now, each once.
    package mutating func takeUnsent() -> [String] {
        defer { unsent = [] }
        return unsent
    }

    /// The commands that wait for the daemon's answer, the newest last.
    package var waiting: [Command] { sent.sorted { $0.key < $1.key }.map(\.value) }

    /// Ends the command that an answer belongs to, and returns it; nil if it belongs to none.
    package mutating func end(_ answer: JSONValue) -> Command? {
        guard let id = answer["id"]?.text,
            let number = sent.keys.first(where: { self.id($0) == id })
        else { return nil }
        return sent.removeValue(forKey: number)
    }

    /// Gives up the question and all unanswered commands after the link was lost.
    ///
    /// - Parameter doubt: the notice about them; nil keeps an earlier one.
    package mutating func forget(doubt: String?) {
        self.doubt = doubt ?? self.doubt
        isAnswerLate = isAnswerLate || question != nil
        (question, unsent, sent) = (nil, [], [:])
    }

    /// Consumes the key that comes after a lost link took a question off the screen. Returns true
    /// if the key was meant as the answer: it must then do nothing else.
    mutating func takeLateAnswer(_ key: Key) -> Bool {
        defer { isAnswerLate = false }
        return isAnswerLate && "yYnN".map(Key.character).contains(key)
    }
}
