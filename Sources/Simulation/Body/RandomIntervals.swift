import Vocabulary

/// Events at a constant rate that know nothing of one another: a Poisson process.
///
/// The time to the next one is drawn when one has come, so that the events are the same at every
/// sample rate.
struct RandomIntervals: Sendable {
    /// Seconds to the next event.
    private var left: Double
    private let meanSeconds: Double
    private var count: UInt32 = 0

    /// - Parameter perHour: the rate; at 0 nothing ever comes.
    init(perHour: Double, stream: RandomStream) {
        meanSeconds = perHour > 0 ? 3600 / perHour : .infinity
        left = -meanSeconds * Elementary.log(stream.uniform(0))
    }

    /// Goes on by `seconds`; gives the number of the event that has come, counted from 0.
    ///
    /// - Parameter stream: the same as at the beginning; asked only when an event has come.
    mutating func advance(by seconds: Double, stream: @autoclosure () -> RandomStream) -> UInt64? {
        left -= seconds
        guard left <= 0 else { return nil }
        defer { count += 1 }
        left -= meanSeconds * Elementary.log(stream().uniform(UInt64(count) + 1))
        return UInt64(count)
    }
}
