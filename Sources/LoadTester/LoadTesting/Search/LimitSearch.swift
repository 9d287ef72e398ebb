import CommandLine
import LoadReport
import Vocabulary

/// The search for the highest load at which an assertion holds: one run after another.
package struct LimitSearch {
    private let options: LoadOptions
    private var search: CapacitySearch
    private var last: LoadOutcome?

    /// - Parameter limit: the assertion that must hold.
    package init(_ options: LoadOptions, holding limit: LoadAssertion) {
        self.options = options
        search = CapacitySearch(
            options.raise, holding: limit, from: Self.start(options),
            upTo: max(Self.start(options), Self.most(options.raise)))
    }

    /// The first load: subscribers, or the speed.
    private static func start(_ options: LoadOptions) -> Double {
        switch options.raise {
        case .subscribers: Double(options.subscribers)
        case .speed: options.flags["--speed"].flatMap { Double($0) } ?? 1
        }
    }

    private static func most(_ raise: CapacityCurve.Raised) -> Double {
        switch raise {
        case .subscribers: Double(LoadOptions.mostSubscribers)
        case .speed: Double(PlaybackSpeed.allowedThousandths.upperBound) / 1000
        }
    }

    /// Runs a load test with these options, on a daemon of its own if they say `--embedded`.
    package typealias Run = (LoadOptions) async throws(ProgramFailure) -> LoadOutcome

    /// Searches to the end, and returns the outcome of the last run with the curve.
    ///
    /// Ends early when a run does not end by itself.
    package mutating func outcome(of run: Run) async throws(ProgramFailure) -> LoadOutcome {
        while let load = search.next {
            try await attempt(load, run)
            if let last, !last.endsByItself || isDaemonGone(last) { break }
        }
        guard var outcome = last else {
            throw ProgramFailure(.usage, search.curve.summary)
        }
        outcome.result.capacity = search.curve
        return outcome
    }

    private mutating func attempt(_ load: Double, _ run: Run) async throws(ProgramFailure) {
        let options = options(at: load)
        if !options.isQuiet { LoadProgress.tell("\(options.raise.rawValue) \(Self.text(load))") }
        let outcome: LoadOutcome
        do throws(ProgramFailure) {
            outcome = try await run(options)
        } catch {
            guard error.code == .usage else { throw error }
            return search.record(.impossible(error.description))
        }
        last = outcome
        guard outcome.endsByItself, !isDaemonGone(outcome) else { return }
        record(outcome.result)
    }

    /// Whether the daemon is gone, which ends the search. An embedded daemon is started anew for
    /// each load.
    private func isDaemonGone(_ outcome: LoadOutcome) -> Bool {
        !options.isEmbedded && LoadVerdict(of: outcome.result).isDaemonGone
    }

    /// Records a run. One that violates the protocol or is incomplete has failed. One in which the
    /// tester was the bottleneck says nothing about the daemon.
    private mutating func record(_ result: LoadResult) {
        let verdict = LoadVerdict(of: result, assertions: [search.curve.assertion])
        let value = verdict.assertions.first?.value
        if let reason = verdict.bottleneck { return search.record(.impossible(reason)) }
        search.record(verdict.standing == .passed ? .held : .failed, value: value)
    }

    private func options(at load: Double) -> LoadOptions {
        var options = options
        switch options.raise {
        case .subscribers:
            options.subscribers = max(1, Int(load))
            options.flags.set("--subscribers", "\(options.subscribers)")
        case .speed:
            options.flags.set("--speed", Self.text(load))
        }
        return options
    }

    private static func text(_ load: Double) -> String {
        Int(exactly: load).map { "\($0)" } ?? "\(load)"
    }
}
