/// Metres climbed over ground whose height is told from time to time.
///
/// Ups and downs of less than ``hysteresis`` count as flat, as in watches: a climb counts once it
/// is higher than that above the lowest point before it, and ends once the ground has fallen by as
/// much.
public struct Climb: Equatable, Sendable {
    private var total: Float = 0
    /// The highest point of a climb under way, else the lowest point since the last one.
    private var turn: Float
    private var isClimbing = false

    /// Metres.
    public static let hysteresis: Float = 5

    public init(from height: Float) { turn = height }

    /// Metres since the start; they never become fewer.
    public var ascent: Double { Double(total) }

    public mutating func reach(_ height: Float) {
        if isClimbing {
            guard height < turn else { return climb(to: height) }
            guard height <= turn - Self.hysteresis else { return }
            isClimbing = false
            turn = height
        } else if height >= turn + Self.hysteresis {
            isClimbing = true
            climb(to: height)
        } else {
            turn = min(turn, height)
        }
    }

    private mutating func climb(to height: Float) {
        total += height - turn
        turn = height
    }
}
