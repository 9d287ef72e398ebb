import CivilTime
import Simulation

/// The findings that are ordered of an athlete, by the date: what is on, and for how long.
struct FindingCourse: Sendable {
    /// By their first days.
    let findings: [Finding]
    let fitness: FitnessCourse

    /// Nil without findings. O(n log n), some microseconds for the most that can be ordered.
    init?(_ findings: [Finding]?) {
        guard let findings, !findings.isEmpty else { return nil }
        self.findings = findings.sorted { $0.place < $1.place }
        fitness = FitnessCourse(self.findings)
    }

    func findings(on day: Int) -> [Finding] { findings.filter { $0.days.contains(day) } }

    func isOn(_ kind: Finding.Kind, _ day: Int) -> Bool {
        findings.contains { $0.kind == kind && $0.days.contains(day) }
    }

    /// The state that is ordered of a day, whatever would be drawn; nil where none is.
    func state(on day: Int) -> DayState? {
        isOn(.ill, day) ? .ill : isOn(.away, day) ? .away : nil
    }

    func preventsRun(on day: Int) -> Bool {
        findings.contains { $0.kind.preventsRuns && $0.days.contains(day) }
    }

    /// The last of the days from `day` on that are each in a finding of some kinds; nil if `day` is
    /// in none.
    func lastDay(from day: Int, _ isOfKind: (Finding.Kind) -> Bool) -> Int? {
        var next = day
        for finding in findings where isOfKind(finding.kind) && finding.days.lowerBound <= next {
            next = max(next, finding.days.upperBound + 1)
        }
        return next == day ? nil : next - 1
    }

    /// The last of the days from `day` on that leave no entry behind, neither of the watch nor of
    /// the scales; nil if `day` may leave one.
    func lastSilentDay(from day: Int) -> Int? {
        guard let unworn = lastDay(from: day, { $0 == .notWorn }),
            let away = lastDay(from: day, { $0 == .away })
        else { return nil }
        return min(unworn, away)
    }

    /// The strongest of a kind's effects on a day.
    ///
    /// - Parameter effect: by the days since the first one and since the last, which are negative
    ///   before them, and the number of days from first to last.
    func strongest(
        _ kind: Finding.Kind, on day: Int,
        _ effect: (_ sinceFirst: Int, _ sinceLast: Int, _ count: Int) -> Double
    ) -> Double {
        findings.reduce(0) { most, finding in
            guard finding.kind == kind, finding.days.lowerBound <= day else { return most }
            let (first, last) = (finding.days.lowerBound, finding.days.upperBound)
            return max(most, effect(day - first, day - last, finding.days.count))
        }
    }
}

extension Finding.Kind {
    /// Whether nobody runs meanwhile, at least with a watch.
    var preventsRuns: Bool {
        switch self {
        case .ill, .injured, .away, .notWorn: true
        case .training, .overreached, .trainingBreak: false
        }
    }
}

extension Finding {
    /// Numbers of days.
    var days: ClosedRange<Int> { dates.lowerBound.dayNumber...dates.upperBound.dayNumber }

    /// An order of all findings.
    fileprivate var place: (Int, Int, String) {
        (days.lowerBound, days.upperBound, kind.rawValue)
    }
}
