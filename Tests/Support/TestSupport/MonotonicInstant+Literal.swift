import Vocabulary

/// In tests an instant of the machine's clock is written as a number of microseconds.
extension MonotonicInstant: ExpressibleByIntegerLiteral {
    public init(integerLiteral microseconds: Int64) { self.init(microseconds: microseconds) }
}
