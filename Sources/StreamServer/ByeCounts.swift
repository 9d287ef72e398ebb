import WireProtocol

/// How many connections have been ended for each reason.
///
/// A plain value, so that the counters it is a part of cost nothing to pass on.
package struct ByeCounts: Hashable, Sendable {
    private var counts = SIMD8<Int64>()

    package init() {}

    package subscript(reason: ByeReason) -> Int64 {
        get { counts[Self.place(reason)] }
        set { counts[Self.place(reason)] = newValue }
    }

    private static func place(_ reason: ByeReason) -> Int {
        switch reason {
        case .shutdown: 0
        case .quit: 1
        case .lineTooLong: 2
        case .tooManyClients: 3
        case .slowConsumer: 4
        case .stalled: 5
        }
    }
}
