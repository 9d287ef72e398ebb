import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// The delivery of a relay's lines: one of two ways to hand them to a command.
package protocol RelayDelivery: AnyObject {
    /// Whether another line may be read.
    var hasRoom: Bool { get }
    /// The number of lines that were read and are not acknowledged.
    var unacknowledged: Int { get }
    /// Whether the last attempt has failed.
    var isFailing: Bool { get }
    /// Whether it holds no line and waits for no command.
    var isDone: Bool { get }

    /// Takes lines from a block, as ``Intake/take(_:into:at:)`` does.
    func take(
        _ block: UnsafeRawBufferPointer, _ intake: Intake, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Intake.Stop)

    /// Notes that every line up to an anchor has been taken.
    func pass(_ anchor: AnchorText, at now: MonotonicInstant)

    /// Does all due work: starts the command, reads its acknowledgements, ends it.
    ///
    /// - Parameter isEnding: whether no further line will come.
    /// - Throws: if the relay gives up.
    func advance(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure)

    /// Notes that the relay is asked to end: the command may delay the end only shortly.
    func hurry(at now: MonotonicInstant)

    /// When there is work without an event; nil for never.
    func due(at now: MonotonicInstant) -> MonotonicInstant?

    /// The progress and failures that the owner has not taken yet.
    var news: DeliveryNews { get set }

    /// Descriptors whose readability is an event.
    var readers: [Int32] { get }
    /// The descriptor whose room to write is an event; nil without one.
    var writer: Int32? { get }
}

/// The acknowledgements of a command.
package struct DeliveryProgress: Equatable {
    package var lines = 0
    package var batches = 0
    /// The number of acknowledgements for which no line waited.
    package var strays = 0
    /// The anchor up to which everything is acknowledged; nil if it has not moved.
    package var anchor: AnchorText?
}

/// The progress and failures of a delivery since the owner last took them.
package struct DeliveryNews {
    private var progress: DeliveryProgress?
    private var failures: [String] = []

    mutating func add(_ change: (inout DeliveryProgress) -> Void) {
        var sum = progress ?? DeliveryProgress()
        change(&sum)
        progress = sum
    }

    mutating func fail(_ reason: String) { failures.append(reason) }

    /// The acknowledgements since the last call; nil without any.
    package mutating func takeProgress() -> DeliveryProgress? { progress.take() }

    /// The reasons of the failures since the last call.
    package mutating func takeFailures() -> [String] {
        defer { failures = [] }
        return failures
    }
}

/// How to run the command of a relay.
package struct RelayCommandLine {
    /// The text for `/bin/sh -c`.
    let command: String
    /// The name of the relay.
    let name: String
    /// The descriptor that every run inherits: it holds the lock.
    let lock: Int32

    package init(command: String, name: String, lock: Int32) {
        self.command = command
        self.name = name
        self.lock = lock
    }

    /// How long a command that is told to end may take.
    package static let grace = Duration.seconds(5)

    /// The words for a command that exceeded an attempt's time, to follow "the command".
    static func silence(of span: Duration) -> String {
        let text = QuantityText.latency(microseconds: Int(span.wholeMicroseconds))
        return "has acknowledged nothing for \(text)"
    }

    /// The failure of a relay that could deliver no line for this span.
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
    /// When the command is killed; nil while it has not been told to end.
    private(set) var killAt: MonotonicInstant?
    private var reason = ""

    init(_ child: consuming ChildProcess) { self.child = child }

    /// A descriptor that is readable once the command has ended.
    var raw: Int32 { child.raw }

    /// Tells the command to end; a later call, after the grace, kills it.
    ///
    /// - Parameter reason: a part of a message: `the command … and was ended`.
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

    /// The outcome of the command; nil while it runs.
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
