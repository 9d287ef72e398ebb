/// How an assertion compares a figure with its bound.
package enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case below = "<"
    case above = ">"

    /// The one that a text begins with; of two the longer.
    static func longest(beginning text: Substring) -> Comparison? {
        allCases.filter { text.hasPrefix($0.rawValue) }.max {
            $0.rawValue.count < $1.rawValue.count
        }
    }

    package func holds(_ value: Double, _ bound: Double) -> Bool {
        switch self {
        case .atMost: value <= bound
        case .atLeast: value >= bound
        case .equal: value == bound
        case .unequal: value != bound
        case .below: value < bound
        case .above: value > bound
        }
    }
}
