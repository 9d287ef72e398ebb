/// How a time follows those before it.
enum TrackOrder {
    /// It is the next one.
    case goesOn
    /// It does not belong there: the times that follow go on from the one before it.
    case stranger
    /// The series goes on from this time: a clock was set.
    case jump

    /// How many numbers ahead are looked at, where one is suspicious.
    static let horizon = 30

    /// - Parameters:
    ///   - ahead: the numbers behind it, up to ``horizon``; looked at where it is suspicious.
    ///   - usual: the longest step that is never suspicious.
    ///   - longest: the longest step that can be.
    init(
        _ number: Int64, after last: Int64, ahead: @autoclosure () -> [Int64], usual: Int64,
        longest: Int64
    ) {
        guard number < last || number - last > usual else {
            self = .goesOn
            return
        }
        let ahead = ahead()
        if number > last, number - last <= longest {
            let between = ahead.count { last < $0 && $0 < number }
            let behind = ahead.count { $0 >= number }
            self = between > behind ? .stranger : .goesOn
        } else {
            // What follows the last number is unknown.
            let returns = ahead.isEmpty || ahead.contains { last < $0 && $0 - last <= longest }
            self = returns ? .stranger : .jump
        }
    }
}
