import DaemonCore
import LinuxIO
import LoadTesting
import Settings

/// The search for the highest load that holds: one run after another.
struct LimitSearch {
    /// What came of one load.
    enum Step {
        case finished(LoadOutcome)
        /// It cannot be tried, and why.
        case impossible(String)
    }

    private let options: LoadOptions

    init(_ options: LoadOptions) { self.options = options }

    /// The load that the search begins with: subscribers, or the speed.
    var start: Double {
        switch options.raise {
        case .subscribers: Double(options.subscribers)
        case .speed: options.flags["--speed"].flatMap { Double($0) } ?? 1
        }
    }

    /// Searches to the end, and reports.
    func run(until interruption: borrowing Interruption) async throws(StartFailure) -> ExitCode {
        var next: Double? = start
        var last: LoadOutcome?
        try await climb(until: interruption) {
            defer { next = nil }
            return next
        } record: { _, step in
            if case .finished(let outcome) = step { last = outcome }
        }
        guard let last else {
            throw StartFailure(.usage, "no load could be tried")
        }
        return try LoadReports.write(last, options)
    }

    /// Runs each load that is proposed, with a daemon of its own if it is embedded.
    ///
    /// Ends when none is proposed, or when a run does not end by itself.
    ///
    /// - Parameters:
    ///   - next: the load to try; nil ends the search.
    ///   - record: takes what came of it.
    func climb(
        until interruption: borrowing Interruption, next: () -> Double?,
        record: (Double, Step) -> Void
    ) async throws(StartFailure) {
        while let load = next() {
            let step = try await step(load, until: interruption)
            record(load, step)
            guard case .finished(let outcome) = step else { continue }
            switch outcome.end {
            case .completed, .aborted: continue
            case .interrupted, .failed: return
            }
        }
    }

    private func step(
        _ load: Double, until interruption: borrowing Interruption
    ) async throws(StartFailure) -> Step {
        let options = options(at: load)
        if !options.isQuiet { LoadCommand.tell("\(options.raise.rawValue) \(Self.text(load))") }
        var outcome: LoadOutcome?
        do throws(StartFailure) {
            _ = try await DaemonAccess.run(options.flags) { socketPath throws(StartFailure) in
                outcome = try LoadRun.outcome(of: options, socketPath, until: interruption)
                return .success
            }
        } catch {
            guard error.code == .usage else { throw error }
            return .impossible(error.description)
        }
        guard let outcome else { preconditionFailure("a load test ended without an outcome") }
        return .finished(outcome)
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
