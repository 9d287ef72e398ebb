import Vocabulary

/// Values of samples in the units of FIT's fields.
enum FITQuantity {
    /// Cadence of one foot, whole and 1/128 revolutions a minute; of both feet's steps in units of
    /// ``Metric/cadence``. Nothing where the whole part does not fit.
    static func footCadence(_ cadence: Int64?) -> (whole: Int64?, fraction: Int64?) {
        guard let cadence else { return (nil, nil) }
        let parts = (cadence * 128).dividedRoundingToEven(by: cadenceUnits)
        guard FITBaseType.uint8.bits(of: parts / 128) != nil else { return (nil, nil) }
        return (parts / 128, parts % 128)
    }

    /// Tenths of millimetres.
    static func stepLength(_ stride: Int64?) -> Int64? { stride.map { $0 * 10 } }

    /// Units of 2⁻³¹ half turns from units of ``Metric/latitude``.
    static func semicircles(_ degrees: Int64?) -> Int64? {
        degrees.map { ($0 << 31).dividedRoundingToEven(by: 1_800_000_000) }
    }

    /// Fifths of metres above -500 m from units of ``Metric/altitude``.
    static func altitude(_ altitude: Int64?) -> Int64? {
        altitude.map { ($0 + 5000).dividedRoundingToEven(by: 2) }
    }

    /// Units of ``Metric/latitude`` from units of 2⁻³¹ half turns; nil beyond the 32 bits that the
    /// profile has for them, since a file may give a field any type.
    static func degrees(_ semicircles: Int64?) -> Int64? {
        guard let semicircles, Int32(exactly: semicircles) != nil else { return nil }
        return (semicircles * 1_800_000_000).dividedRoundingToEven(by: 1 << 31)
    }

    /// Units of ``Metric/altitude`` from fifths of metres above -500 m; nil beyond 32 bits.
    static func metres(_ altitude: Int64?) -> Int64? {
        guard let altitude, UInt32(exactly: altitude) != nil else { return nil }
        return altitude * 2 - 5000
    }

    static func milliseconds(_ span: FleetDuration) -> Int64 { span.microseconds / 1000 }

    /// Tenths of steps of both feet in a revolution of one.
    private static let cadenceUnits: Int64 = 20
}

/// What the message of a lap or a session says of the samples that it sums up.
extension ActivityTotals {
    /// The fields of ``values(startingAt:)`` with their numbers in a lap and in a session.
    private static let table: [(lap: UInt8, session: UInt8, type: FITBaseType)] = [
        (2, 2, .uint32), (7, 7, .uint32), (8, 8, .uint32), (9, 9, .uint32), (10, 10, .uint32),
        (82, 94, .uint8), (11, 11, .uint16), (110, 124, .uint32), (111, 125, .uint32),
        (15, 16, .uint8), (16, 17, .uint8), (17, 18, .uint8), (80, 92, .uint8), (18, 19, .uint8),
        (81, 93, .uint8), (120, 134, .uint16), (79, 91, .uint16), (78, 90, .uint16),
        (21, 22, .uint16), (22, 23, .uint16),
    ]

    static let lapFields = table.map { FITField($0.lap, $0.type) }
    static let sessionFields = table.map { FITField($0.session, $0.type) }

    /// Start, elapsed and timer time, distance, strides with their half, energy; average and
    /// greatest speed, heart rate and cadence; average step, stance and its share; metres climbed
    /// and descended.
    func values(startingAt second: Int64) -> [FITValue] {
        let cadences = [cadence.average, cadence.greatest].map { FITQuantity.footCadence($0) }
        let steps = increase(.steps)
        let numbers: [Int64?] = [
            second, FITQuantity.milliseconds(elapsed),
            FITQuantity.milliseconds(timed), increase(.distance),
            steps.map { $0 / 2 }, steps.map { $0 % 2 * 64 },
            increase(.energy).map { $0.dividedRoundingToEven(by: 1000) }, averageSpeed,
            speed.greatest, heartRate.average, heartRate.greatest, cadences[0].whole,
            cadences[0].fraction, cadences[1].whole, cadences[1].fraction,
            FITQuantity.stepLength(stride.average), contact.average, stancePercent.average,
            increase(.ascent).map { $0.dividedRoundingToEven(by: 10) }, descent,
        ]
        return numbers.map { FITValue($0) }
    }
}
