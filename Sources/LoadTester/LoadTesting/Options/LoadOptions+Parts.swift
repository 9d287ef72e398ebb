import LoadReport

/// The subscribers of this run among those of all parts.
extension LoadOptions {
    /// How many subscribers are this run's.
    var ownSubscribers: Int { share?.count(of: subscribers) ?? subscribers }

    /// The number of one of this run's subscribers among all subscribers of the load test.
    func number(of subscriber: Int) -> Int { share?.number(at: subscriber) ?? subscriber }

    /// The turn in which a subscriber gets lane and class: the parts follow each other, so that
    /// each goes through all lanes of a shard, and all of them evenly through those of one daemon.
    func turn(of subscriber: Int) -> Int {
        (share?.countBefore(of: subscribers) ?? 0) + subscriber
    }

    /// The class of each, from the first. All parts together have the mix of the whole, and so has
    /// each of them as well as it can: it is a stretch of the whole.
    var classes: [SubscriberClass] {
        let all = mix.classes(of: subscribers)
        return (0..<ownSubscribers).map { all[turn(of: $0)] }
    }

    /// How many there are of each class that has any, in the order of the classes.
    var ownShares: [SubscriberShare] {
        guard share != nil else { return mix.counts(of: subscribers) }
        let counts = classes.reduce(into: [SubscriberClass: Int]()) { $0[$1, default: 0] += 1 }
        return SubscriberClass.allCases.compactMap { name in
            counts[name].map { SubscriberShare(name, $0) }
        }
    }

    /// How they behave and what they follow, the same text for the same behaviour: what must be
    /// equal where reports are merged. `steady=90,slow=10, one lane each, slow share 0.5`.
    var manner: String {
        let follows = spreads ? "one lane each" : "all follow all"
        var words = [mix.text, follows]
        if mix.has(.slow) { words.append("slow share \(habits.slowShare)") }
        if mix.has(.stalled) { words.append("stall \(habits.stall)") }
        if [.stalled, .churn, .resume, .hostile].contains(where: mix.has) {
            words.append("cycle \(habits.cycle)")
        }
        if beginning == "start" { words.append("from the start") }
        return words.joined(separator: ", ")
    }
}

extension String {
    /// 16 digits.
    init(hexadecimal bits: UInt64) {
        let digits = String(bits, radix: 16)
        self = String(repeating: "0", count: 16 - digits.count) + digits
    }
}
