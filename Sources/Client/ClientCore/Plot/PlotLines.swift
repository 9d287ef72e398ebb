import CommandLine
import LinuxIO
import StreamClient
import Vocabulary
import WireProtocol

/// The lines of a subscription up to the daemon's present.
struct PlotLines: ~Copyable {
    private var link: DaemonLink
    private let wait: AnswerPatience

    /// - Parameter wait: the patience for all lines together; other connections may share it.
    /// - Throws: if the daemon refuses the subscription.
    init(
        _ link: consuming DaemonLink, _ request: String, _ wait: AnswerPatience
    ) throws(ProgramFailure) {
        self.link = link
        self.wait = wait
        // Lines come behind the `ok`.
        guard try self.link.ask(request, for: "subscribe", rows: .snapshot, { _, _ in true }) != nil
        else { throw ProgramFailure(.protocolViolation, "the daemon does not answer with an ok") }
    }

    var greeting: JSONValue { link.greeting }

    /// The next line; nil after the last one.
    ///
    /// - Throws: if lines were lost, or the link.
    mutating func next() throws(ProgramFailure) -> JSONValue? {
        let line = try received()
        switch line.type {
        case .live, .ended: return nil
        case .gap:
            throw ProgramFailure(.linkLost, "the daemon was faster than the plot; try again")
        case .error: throw ProgramFailure(.refused, line["reason"]?.text ?? "refused")
        case _: return line
        }
    }

    private mutating func received() throws(ProgramFailure) -> JSONValue {
        do throws(ClientFailure) {
            while let left = wait.left(at: MonotonicClock.now, heardAt: link.client.heardAt) {
                switch try link.client.next(timeout: left) {
                case .line(let line):
                    if let value = JSONValue(line: line) { return value }
                case .timedOut, .interrupted: continue
                case .ended: throw .linkLost
                }
            }
            throw .unanswered(request: "subscribe", waited: wait.waited(at: MonotonicClock.now))
        } catch {
            throw ProgramFailure(error)
        }
    }
}
