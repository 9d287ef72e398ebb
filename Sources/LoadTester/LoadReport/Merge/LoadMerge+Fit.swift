/// Which reports fit each other.
extension LoadMerge {
    /// What must be the same in all reports.
    private struct Condition {
        /// As an error calls it.
        let name: String
        let value: @Sendable (LoadResult) -> String
        let suggestion: String

        init(
            _ name: String, or suggestion: String = "merge runs with the same flags",
            _ value: @escaping @Sendable (LoadResult) -> String
        ) {
            self.name = name
            self.value = value
            self.suggestion = suggestion
        }
    }

    private static let otherVersion = "merge what one version has measured"
    private static let otherFleet = "merge runs against fleets with the same settings"

    private static var conditions: [Condition] {
        [
            Condition("the tester", or: otherVersion) { $0.setup.tester },
            Condition("the daemon", or: otherVersion) { $0.setup.fleet.server },
            Condition("the protocol", or: otherVersion) { $0.setup.fleet.protocolVersion },
            Condition("the sample rate", or: otherFleet) { "\($0.setup.fleet.rateHertz) Hz" },
            Condition("the speed", or: otherFleet) { $0.setup.fleet.speed },
            Condition("the device", or: otherFleet) { $0.setup.fleet.device },
            Condition("the schedule", or: otherFleet) {
                $0.setup.fleet.schedule.isEmpty ? "laps" : $0.setup.fleet.schedule
            },
            Condition("the daemon's place", or: "merge runs with --embedded, or those without") {
                $0.setup.fleet.isEmbedded ? "embedded" : "a process of its own"
            },
            Condition("the request") { $0.setup.request },
            Condition("the mix of subscribers") { $0.setup.manner },
            Condition("--warm-up") { "\(ReportText.short($0.setup.course.warmUpSeconds)) s" },
            Condition("--for") { "\(ReportText.short($0.setup.course.seconds)) s" },
            Condition("the lengths of the stages") { lengths($0.setup.course.stages) },
            Condition("the number of parts", or: "merge the parts of one load test") {
                $0.parts.first?.setup.share.map { "\($0.count)" } ?? "none"
            },
            Condition("--subscribers of all parts") { "\($0.setup.subscribersInAll)" },
            Condition("--ramp of all parts") { result in
                result.setup.subscribersInAll == 0
                    ? "" : "\(ReportText.short(result.setup.course.connectionsPerSecond))/s"
            },
            Condition("--stages of all parts") {
                $0.setup.subscribersInAll == 0 ? "" : $0.setup.course.stages
            },
        ]
    }

    private static var sameFleet: Condition {
        Condition(
            "the fleet's identity", or: "add --any-fleet if fleets of several seeds are meant"
        ) { $0.setup.fleet.identity }
    }

    /// The spans of stages such as `0-100/10s,100/30s`.
    private static func lengths(_ stages: String) -> String {
        stages.split(separator: ",").map { $0.split(separator: "/").last ?? "" }
            .joined(separator: ",")
    }

    static func refuseMisfits(
        _ files: [LoadReportFile], mixesFleets: Bool
    ) throws(MergeFault) {
        let first = files[0]
        let conditions = conditions + (mixesFleets ? [] : [sameFleet])
        for file in files {
            for condition in conditions {
                let (was, this) = (condition.value(first.result), condition.value(file.result))
                guard was != this else { continue }
                throw MergeFault(
                    file.name,
                    "\(condition.name) is \(quoted(this)) here, and \(quoted(was)) in "
                        + first.name, suggestion: condition.suggestion)
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        text.isEmpty ? "unknown" : "\"\(text.prefix(200))\""
    }

    /// Refuses a run that is there twice, and two runs that are the same part.
    static func refuseRepeated(_ files: [LoadReportFile]) throws(MergeFault) {
        var (runs, shares): ([String: String], [LoadShare: String]) = ([:], [:])
        for file in files {
            for part in file.result.parts {
                if let other = runs.updateValue(file.name, forKey: part.setup.run) {
                    throw MergeFault(
                        file.name, "its run \(part.setup.run) is in \(place(other, file)) too",
                        suggestion: "give each run once, by itself or merged")
                }
                guard let share = part.setup.share else { continue }
                if let other = shares.updateValue(file.name, forKey: share) {
                    throw MergeFault(
                        file.name,
                        "another run was part \(share.text) too, that of \(place(other, file))",
                        suggestion: "merge one run of each part")
                }
            }
        }
        guard runs.count <= LoadShare.countMax else {
            throw MergeFault(
                files[files.count - 1].name, "with it there are \(runs.count) runs",
                suggestion: "merge at most \(LoadShare.countMax)")
        }
    }

    private static func place(_ other: String, _ file: LoadReportFile) -> String {
        other == file.name ? "this file" : other
    }
}
