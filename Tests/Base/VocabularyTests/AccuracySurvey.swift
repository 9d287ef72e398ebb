/// How far results lie from a reference, over many points.
struct AccuracySurvey: CustomStringConvertible {
    private(set) var points = 0
    /// Points at which the result is not the reference itself.
    private(set) var different = 0
    /// The largest distance, in representable numbers from one to the other.
    private(set) var worst: UInt64 = 0
    private var worstArguments: [Double] = []

    mutating func record(_ value: Double, reference: Double, at arguments: Double...) {
        points += 1
        if value.isNaN && reference.isNaN { return }
        let distance = Self.distance(value, reference)
        if distance > 0 { different += 1 }
        if distance > worst {
            worst = distance
            worstArguments = arguments
        }
    }

    var shareDifferent: Double { Double(different) / Double(points) }

    var description: String {
        "\(points) points, \(different) differ, at most by \(worst) ulp at \(worstArguments)"
    }

    /// The number of representable steps between two numbers; NaN is far from everything.
    static func distance(_ left: Double, _ right: Double) -> UInt64 {
        if left.isNaN || right.isNaN { return .max }
        let (low, high) = (min(ordinal(left), ordinal(right)), max(ordinal(left), ordinal(right)))
        return UInt64(bitPattern: high &- low)
    }

    /// Bit patterns in the order of the numbers; both zeros are 0.
    private static func ordinal(_ value: Double) -> Int64 {
        let magnitude = Int64(value.magnitude.bitPattern)
        return value.sign == .minus ? -magnitude : magnitude
    }
}

extension Double {
    /// Equal to the last bit, or both NaN: tells -0 from 0.
    func isIdentical(to other: Double) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }
}
