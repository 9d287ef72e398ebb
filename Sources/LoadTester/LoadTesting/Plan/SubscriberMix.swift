import LoadReport
import Vocabulary

/// Which classes the subscribers of a load test are of, in percent.
package struct SubscriberMix: Hashable, Sendable {
    /// Why a text is no mix.
    package enum Problem: Error, Hashable, Sendable {
        /// A part that is not written `class=percent`.
        case noShare(String)
        case unknownClass(String)
        case givenTwice(SubscriberClass)
        /// Not a number from 0 to 100 with at most two decimals.
        case badPercent(String)
        /// The percentages sum to something else than 100.
        case wrongSum(String)
    }

    /// The share of every class, hundredths of a percent.
    private let hundredths: [SubscriberClass: Int]
    private static let whole = 10_000

    /// Steady subscribers only.
    package static let steady = SubscriberMix(hundredths: [.steady: whole])

    private init(hundredths: [SubscriberClass: Int]) { self.hundredths = hundredths }

    /// Reads `steady=90,slow=5,churn=5`.
    package init(parsing text: String) throws(Problem) {
        var hundredths: [SubscriberClass: Int] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            guard words.count == 2 else { throw .noShare(String(part)) }
            guard let name = SubscriberClass(rawValue: String(words[0])) else {
                throw .unknownClass(String(words[0]))
            }
            guard hundredths[name] == nil else { throw .givenTwice(name) }
            hundredths[name] = try Self.hundredths(of: String(words[1]))
        }
        let sum = hundredths.values.reduce(0, +)
        guard sum == Self.whole else { throw .wrongSum("\(Double(sum) / 100)") }
        self.init(hundredths: hundredths.filter { $0.value > 0 })
    }

    private static func hundredths(of percent: String) throws(Problem) -> Int {
        let isPlain = percent.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isPlain, let number = Double(percent), number <= 100,
            let exact = Int(exactly: (number * 100).rounded()),
            abs(number * 100 - Double(exact)) < 1e-6
        else { throw .badPercent(percent) }
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
