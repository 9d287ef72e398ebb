import LoadReport
import LoadTesting
import Vocabulary

/// A subscriber's script in virtual time, with a daemon that lets it in at once.
struct ScriptStage {
    /// A step and when it was taken.
    struct Scene: Hashable {
        let at: MonotonicInstant
        let step: SubscriberScript.Step
    }

    var script: SubscriberScript
    private(set) var now = MonotonicInstant.zero
    private(set) var scenes: [Scene] = []
    /// Whether garbage is answered.
    var answers = true
    /// Bytes that wait to be read.
    private(set) var waiting = 0
    private(set) var bytesRead = 0
    private(set) var unanswered = 0
    private var isReading = false
    private var isConnected = false

    /// When it connects first.
    static let start = MonotonicInstant.zero + .seconds(3)

    init(_ subscriberClass: SubscriberClass, seed: UInt64 = 1, share: Double = 0.5) {
        var habits = SubscriberScript.Habits()
        habits.slowShare = share
        habits.stall = .seconds(4)
        habits.cycle = .seconds(10)
        script = SubscriberScript(
            subscriberClass, habits, number: 0, seed: seed, start: Self.start)
    }

    /// Goes on in steps of 10 ms, in each of which some bytes are sent.
    mutating func run(seconds: Int, bytesPerSecond: Int = 0) {
        for _ in 0..<seconds * 100 {
            now += .milliseconds(10)
            let overdue = script.unanswered(at: now)
            while let step = script.step(at: now) { take(step, overdue: overdue) }
            if isConnected { waiting += bytesPerSecond / 100 }
            read()
        }
    }

    private mutating func take(_ step: SubscriberScript.Step, overdue: Int) {
        scenes.append(Scene(at: now, step: step))
        switch step {
        case .connect:
            script.greet(at: now)
            script.goLive(at: now)
            (isReading, isConnected) = (true, true)
        case .read: isReading = true
        case .stopReading: isReading = false
        case .leave, .depart:
            (isReading, isConnected, waiting) = (false, false, 0)
            unanswered += overdue
        case .send: if answers { script.answer() }
        }
    }

    private mutating func read() {
        while isReading, waiting > 0 {
            let count = min(waiting, script.allowance)
            waiting -= count
            bytesRead += count
            if script.read(count, at: now) { isReading = false }
        }
    }

    /// The instants of a kind of step.
    func instants(of step: SubscriberScript.Step) -> [MonotonicInstant] {
        scenes.filter { $0.step == step }.map(\.at)
    }
}
