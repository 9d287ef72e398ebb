import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// What becomes of the lines that a relay has read: one of two ways to hand them to a command.
package protocol RelayDelivery: AnyObject {
    /// Whether another line may be read.
    var hasRoom: Bool { get }
    /// How many lines were read and are not acknowledged.
    var unacknowledged: Int { get }
    /// Whether the last attempt has failed.
    var isFailing: Bool { get }
    /// Whether nothing is held and nothing runs that has to be waited for.
    var isDone: Bool { get }

    /// Takes lines of a block, as ``Intake/take(_:into:at:)`` does.
    func take(
        _ block: UnsafeRawBufferPointer, _ intake: Intake, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Intake.Stop)

    /// Notes that every line up to an anchor has been taken.
    func pass(_ anchor: AnchorText, at now: MonotonicInstant)

    /// Does what is due: starts, ends and hears the command.
    ///
    /// - Parameter isEnding: whether no further line comes.
    /// - Throws: the relay gives up.
    func advance(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure)

    /// Notes that the relay is asked to end: the command does not hold that up for long.
    func hurry(at now: MonotonicInstant)

    /// When there is something to do again without an event; nil for never.
    func due(at now: MonotonicInstant) -> MonotonicInstant?

    /// What has happened and was not taken yet.
    var news: DeliveryNews { get set }

    /// Descriptors whose readability is an event.
    var readers: [Int32] { get }
    /// The descriptor whose room to write is an event; nil without one.
    var writer: Int32? { get }
}

/// What a command has acknowledged.
package struct DeliveryProgress: Equatable {
    package var lines = 0
    package var batches = 0
    /// Acknowledgements that no line waited for.
    package var strays = 0
    /// Up to here everything is acknowledged; nil if that has not moved.
    package var anchor: AnchorText?
}

/// What has come of a delivery since it was last asked.
package struct DeliveryNews {
    private var progress: DeliveryProgress?
    private var failures: [String] = []

    mutating func add(_ change: (inout DeliveryProgress) -> Void) {
        var sum = progress ?? DeliveryProgress()
        change(&sum)
        progress = sum
    }

    mutating func fail(_ reason: String) { failures.append(reason) }

    /// What has been acknowledged, and up to where; nil for nothing.
    package mutating func takeProgress() -> DeliveryProgress? { progress.take() }

    /// What went wrong.
    package mutating func takeFailures() -> [String] {
        defer { failures = [] }
        return failures
    }
}

/// How the command of a relay is run.
package struct RelayCommandLine {
    /// For `/bin/sh -c`.
    let command: String
    /// The name of the relay.
    let name: String
    /// A descriptor that every run inherits: it holds the lock.
    let lock: Int32

    package init(command: String, name: String, lock: Int32) {
        self.command = command
        self.name = name
        self.lock = lock
    }

    /// A command that is told to end has so long for it.
    package static let grace = Duration.seconds(5)

    /// What a command has done that took too long for an attempt.
    static func silence(of span: Duration) -> String {
        let text = QuantityText.latency(microseconds: Int(span.wholeMicroseconds))
        return "has acknowledged nothing for \(text)"
    }

    /// Why a relay ends that could deliver nothing for so long.
    static func givenUp(after span: Duration) -> ProgramFailure {
        let seconds = QuantityText.duration(seconds: Int(span.components.seconds))
        return ProgramFailure(
            .temporaryFailure,
            "gives up: nothing could be delivered for \(seconds); the same command goes on where "
                + "this one ends")
    }

    func start(
        input: Int32, output: Int32?, _ variables: [(name: String, value: String)] = []
    ) throws(SystemFailure) -> ChildProcess {
        try ChildProcess(
            shell: command,
            ChildProcess.Streams(
                input: input, output: output, kept: [(lock, InheritedLock.number)]),
            variables: [("RUNWAY_RELAY", name)] + variables)
    }
}

/// The command of a relay while it runs, and its end when it takes too long.
struct RunningCommand: ~Copyable {
    private var child: ChildProcess
    /// When it is ended for good; nil while it has not been told to end.
    private(set) var killAt: MonotonicInstant?
    private var reason = ""

    init(_ child: consuming ChildProcess) { self.child = child }

    /// A descriptor that is readable once it has ended.
    var raw: Int32 { child.raw }

    /// Tells it to end, and ends it for good if it is called again a little later.
    ///
    /// - Parameter reason: for a message: `the command … and was ended`.
    mutating func stop(at now: MonotonicInstant, because reason: @autoclosure () -> String) {
        if let killAt {
            guard now >= killAt else { return }
            child.kill()
        } else {
            child.signal(.terminate)
            self.reason = "the command \(reason()), and was ended"
        }
        killAt = now + RelayCommandLine.grace
    }

    /// How it ended; nil while it runs.
    mutating func poll() -> Outcome? {
        guard let end = child.poll() else { return nil }
        if killAt != nil { return .failed(reason) }
        return end == .exited(0) ? .succeeded : .failed("the command \(end)")
    }

    enum Outcome: Equatable {
        case succeeded
        case failed(String)
    }
}
