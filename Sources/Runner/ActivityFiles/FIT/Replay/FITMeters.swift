import Vocabulary

/// The totals of a recorder that its records tell in few bits, and what each record has measured.
struct FITMeters: Sendable {
    /// Sixteenths of a metre, of which records tell the lowest twelve bits.
    private var distance = RollingCount(bits: 12)
    /// Strides, of which records tell the lowest eight bits.
    private var strides = RollingCount(bits: 8)

    /// The values of a record in the units of metrics; distance and steps as totals.
    mutating func values(of message: FITMessage) -> [(Metric, Int64?)] {
        let packed = Self.packed(message)
        let rolled = packed.map { distance.take($0.distance) }
            .map { ($0 * 25).dividedRoundingToEven(by: 4) }
        let cycles = message.integer(19) ?? message.integer(18).map { strides.take($0) }
        return [
            (.heartRate, Self.positive(message.integer(3))),
            (.speed, message.integer(73) ?? message.integer(6) ?? packed?.speed),
            (.cadence, Self.cadence(message)),
            // Tenths of millimetres.
            (.stride, Self.positive(message.integer(85)).map { $0.dividedRoundingToEven(by: 10) }),
            (.contact, Self.positive(message.integer(41))),
            (.distance, message.integer(5) ?? rolled),
            (.latitude, FITQuantity.degrees(message.integer(0))),
            (.longitude, FITQuantity.degrees(message.integer(1))),
            (.altitude, FITQuantity.metres(message.integer(78) ?? message.integer(2))),
            (.steps, cycles.flatMap { $0 <= Int64(UInt32.max) ? 2 * $0 : nil }),
        ]
    }

    /// Some devices write 0 for a silent sensor; a heart rate, step or contact of 0 is no value.
    private static func positive(_ value: Int64?) -> Int64? { value == 0 ? nil : value }

    /// 24 bits: twelve of speed in hundredths of metres a second, here in millimetres, and twelve
    /// of distance.
    private static func packed(_ message: FITMessage) -> (speed: Int64, distance: Int64)? {
        guard let bytes = message.bytes(8), bytes.count == 3, bytes.contains(where: { $0 != 0xFF })
        else { return nil }
        let bits = bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
        return ((bits & 0xFFF) * 10, bits >> 12)
    }

    /// Tenths of steps a minute of both feet, from 1/128 revolutions of one.
    private static func cadence(_ message: FITMessage) -> Int64? {
        guard let whole = message.integer(4), (0...255).contains(whole) else { return nil }
        let fraction = message.integer(53).flatMap { (0...127).contains($0) ? $0 : nil } ?? 0
        return ((whole * 128 + fraction) * 20).dividedRoundingToEven(by: 128)
    }
}

/// A count of which only the lowest bits are told.
private struct RollingCount {
    let bits: Int64
    private var total: Int64 = 0
    private var last: Int64?

    init(bits: Int64) { self.bits = bits }

    /// The count since the first one that was told.
    mutating func take(_ told: Int64) -> Int64 {
        let mask = Int64(1) << bits - 1
        if let last { total += (told - last) & mask }
        last = told & mask
        return total
    }
}
