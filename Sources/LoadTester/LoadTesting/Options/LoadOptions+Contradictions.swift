import CommandLine
import LoadReport
import PlainText
import Vocabulary
import WireProtocol

extension LoadOptions {
    /// Refuses flags that contradict each other, and flags without an effect.
    func refuseContradictions(_ request: SubscribeRequest) throws(ProgramFailure) {
        try refuseIdle("--slow-share", for: [.slow])
        try refuseIdle("--stall", for: [.stalled])
        try refuseIdle("--cycle", for: [.stalled, .churn, .resume, .hostile])
        try refuseTruth(request.shape)
        try refuseSearch()
        try refuseBesideStages()
        try refuseParts()
        guard !abortsOnFail || !assertions.isEmpty else {
            throw .usage(
                "--abort-on-fail has no assertion to look at", suggestion: "add --assert EXPR")
        }
    }

    /// Refuses a flag for classes of subscribers that the mix does not have.
    private func refuseIdle(
        _ flag: String, for classes: [SubscriberClass]
    ) throws(ProgramFailure) {
        guard flags.has(flag), !classes.contains(where: mix.has) else { return }
        let names = classes.map(\.rawValue)
        throw .usage(
            "\(flag) is for \(names.joined(separator: ", ")) subscribers, and --mix has none",
            suggestion: "add --mix steady=90,\(names[0])=10, or leave it out")
    }

    private func refuseTruth(_ shape: ChannelShape) throws(ProgramFailure) {
        guard tellsTruth else { return }
        guard shape.smoothing != .none, shape.kinds.contains(.stat),
            shape.metrics.contains(.heartRate)
        else {
            throw .usage(
                "--truth compares smoothed heart rate, and none is asked for",
                suggestion: "add --smooth ema2:5s, and let kinds have stat and metrics "
                    + "heart_rate_bpm")
        }
        guard mix.has(.steady) else {
            throw .usage(
                "--truth needs a steady subscriber, and --mix has none",
                suggestion: "add steady to --mix")
        }
    }

    /// Refuses flags that `--stages` replaces.
    private func refuseBesideStages() throws(ProgramFailure) {
        guard stages != nil else { return }
        let reasons = [
            ("--subscribers", "say how many subscribers there are", "leave it out"),
            ("--ramp", "say when subscribers connect", "leave it out"),
            ("--for", "say how long the run lasts", "leave it out, or add a stage"),
            (
                "--warm-up", "each have figures of their own",
                "leave it out, and let the first stage be the warm-up"
            ),
            ("--find-limit", "already say which loads are tried", "give one of the two"),
        ]
        for (flag, reason, suggestion) in reasons where flags.has(flag) {
            throw .usage(
                "\(flag) has no place beside --stages, which \(reason)", suggestion: suggestion)
        }
    }

    /// Refuses a part without subscribers, and parts of a search, which is no single run.
    private func refuseParts() throws(ProgramFailure) {
        for flag in ["--part", "--at"] where flags.has(flag) && limit != nil {
            throw .usage(
                "--find-limit runs several load tests, and \(flag) is for one",
                suggestion: "give one of the two")
        }
        guard let share, ownSubscribers == 0 else { return }
        throw .usage(
            "part \(share.text) of \(subscribers.counted("subscriber")) has none",
            suggestion: "divide them into at most \(subscribers) parts")
    }

    private func refuseSearch() throws(ProgramFailure) {
        guard limit != nil else {
            guard !flags.has("--raise") else {
                throw .usage(
                    "--raise says what --find-limit raises", suggestion: "add --find-limit EXPR")
            }
            return
        }
        for flag in ["--assert", "--abort-on-fail"] where flags.has(flag) {
            throw .usage(
                "--find-limit has the one assertion that decides, and \(flag) would be another",
                suggestion: "give one of the two")
        }
        guard !mix.has(.hostile) else {
            throw .usage(
                "--find-limit looks for what subscribers can have, and hostile ones are none",
                suggestion: "leave hostile out of --mix")
        }
        guard raise == .subscribers || isEmbedded else {
            throw .usage(
                "--raise speed needs a daemon that can be started anew with another speed",
                suggestion: "add --embedded, or --raise subscribers")
        }
        guard raise == .subscribers || flags["--speed"] != "max" else {
            throw .usage(
                "--raise speed cannot raise --speed max", suggestion: "give a number to begin with")
        }
    }
}
