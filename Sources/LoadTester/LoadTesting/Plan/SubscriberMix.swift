import CommandLine
import LoadReport
import PlainText
import Vocabulary

/// Which classes the subscribers of a load test are of, in percent.
package struct SubscriberMix: Hashable, Sendable {
    /// The share of every class, hundredths of a percent.
    private let hundredths: [SubscriberClass: Int]
    private static let whole = 10_000

    /// Steady subscribers only.
    package static let steady = SubscriberMix(hundredths: [.steady: whole])

    private init(hundredths: [SubscriberClass: Int]) { self.hundredths = hundredths }

    /// Reads `steady=90,slow=5,churn=5`, the value of `--mix`.
    package init(parsing text: String) throws(ProgramFailure) {
        var hundredths: [SubscriberClass: Int] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            guard words.count == 2 else {
                throw .usage(
                    "--mix has \"\(part)\", which is no share",
                    suggestion: "write class=percent, such as steady=90,slow=10")
            }
            let name = try Self.subscriberClass(String(words[0]))
            guard hundredths[name] == nil else {
                throw .usage("--mix has \(name.rawValue) twice", suggestion: "give it once")
            }
            hundredths[name] = try Self.hundredths(of: String(words[1]))
        }
        let sum = hundredths.values.reduce(0, +)
        guard sum == Self.whole else {
            throw .usage(
                "--mix sums to \(Double(sum) / 100) percent", suggestion: "let it sum to 100")
        }
        self.init(hundredths: hundredths.filter { $0.value > 0 })
    }

    private static func subscriberClass(
        _ name: String
    ) throws(ProgramFailure) -> SubscriberClass {
        if let found = SubscriberClass(rawValue: name) { return found }
        let names = SubscriberClass.allCases.map(\.rawValue)
        throw .usage(
            "--mix knows no subscribers that are \"\(name)\"",
            suggestion: name.suggestion(from: names)
                ?? "choose from \(names.joined(separator: ", "))")
    }

    private static func hundredths(of percent: String) throws(ProgramFailure) -> Int {
        let isPlain = percent.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isPlain, let number = Double(percent), number <= 100,
            let exact = Int(exactly: (number * 100).rounded()),
            abs(number * 100 - Double(exact)) < 1e-6
        else {
            throw .usage(
                "--mix cannot have \"\(percent)\" percent",
                suggestion: "give a number from 0 to 100 with at most two decimals")
        }
        return exact
    }

    /// The classes that it has and their percent, such as `steady=90,slow=10`.
    var text: String {
        SubscriberClass.allCases.compactMap { name in
            hundredths[name].map { share in
                let percent = Decimal64(units: Int64(share), decimals: 2)
                return "\(name.rawValue)=\(percent)"
            }
        }.joined(separator: ",")
    }

    package func has(_ subscriberClass: SubscriberClass) -> Bool {
        hundredths[subscriberClass] != nil
    }

    /// How many subscribers there are of each class that has any, in the order of the classes.
    ///
    /// Whole parts first, then one more by the largest remainders, so that they add up; a class
    /// that would come away empty takes one from the largest, if there are subscribers enough.
    package func counts(of subscribers: Int) -> [SubscriberShare] {
        let classes = SubscriberClass.allCases.filter(has)
        let parts = classes.map { subscribers * (hundredths[$0] ?? 0) }
        var counts = parts.map { $0 / Self.whole }
        let left = subscribers - counts.reduce(0, +)
        let byRemainder = parts.indices.sorted {
            (parts[$1] % Self.whole, $0) < (parts[$0] % Self.whole, $1)
        }
        for index in byRemainder.prefix(left) { counts[index] += 1 }
        if subscribers >= classes.count {
            for index in counts.indices where counts[index] == 0 {
                guard let largest = counts.indices.max(by: { counts[$0] < counts[$1] }) else {
                    continue
                }
                counts[largest] -= 1
                counts[index] = 1
            }
        }
        return zip(classes, counts).filter { $1 > 0 }.map { SubscriberShare($0, $1) }
    }

    /// The class of each subscriber, so that any stretch of them holds the mix as well as it can.
    ///
    /// Each place goes to the class that lags most behind its share of the places so far.
    package func classes(of subscribers: Int) -> [SubscriberClass] {
        let shares = counts(of: subscribers)
        var given = [Int](repeating: 0, count: shares.count)
        return (0..<subscribers).map { place in
            var (best, most) = (0, Int.min)
            for index in shares.indices {
                let lag = shares[index].count * (place + 1) - given[index] * subscribers
                if lag > most { (best, most) = (index, lag) }
            }
            given[best] += 1
            return shares[best].subscriberClass
        }
    }
}
