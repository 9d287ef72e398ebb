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

    /// Hundredths of a percent: how much of a stride, two steps, a foot is on the ground.
    static func stancePercent(contact: Int64?, cadence: Int64?) -> Int64? {
        guard let contact, let cadence else { return nil }
        // Contact in 0.1 ms times cadence in 0.1 steps a minute, over 120 s a stride.
        return (contact * cadence).dividedRoundingToEven(by: 1200)
    }

    static func stancePercent(_ sample: Sample) -> Int64? {
        stancePercent(contact: sample[.contact], cadence: sample[.cadence])
    }

    static func milliseconds(_ span: FleetDuration) -> Int64 { span.microseconds / 1000 }

    /// Tenths of steps of both feet in a revolution of one.
    private static let cadenceUnits: Int64 = 20
}

/// What the message of a lap or a session says of the samples that it sums up.
struct FITTotals: Sendable {
    let start: FITPoint
    private(set) var end: FITPoint
    /// Totals at the start and at the end: distance, steps and energy, where they have been known.
    private let before: Sample
    private var latest: Sample
    private var heartRate = Course()
    private var speed = Course()
    private var cadence = Course()
    private var stride = Course()
    private var contact = Course()
    private var stancePercent = Course()

    private static let cumulative: [Metric] = [.distance, .steps, .energy]

    /// Sum, number and greatest of the values that were there.
    private struct Course: Sendable {
        private var sum: Int64 = 0
        private var count: Int64 = 0
        private(set) var greatest: Int64?

        mutating func add(_ value: Int64?) {
            guard let value else { return }
            sum += value
            count += 1
            greatest = max(greatest ?? value, value)
        }

        var average: Int64? { count == 0 ? nil : sum.dividedRoundingToEven(by: count) }
    }

    /// Nothing yet, from a point on.
    ///
    /// - Parameter totals: distance, steps and energy at the start.
    init(from start: FITPoint, totals: Sample = Sample()) {
        self.start = start
        end = start
        before = totals
        latest = totals
    }

    /// What follows after these.
    var next: FITTotals { FITTotals(from: end, totals: latest) }

    var isEmpty: Bool { end == start }

    /// Centimetres since the run began, as last known.
    var distance: Int64 { latest[.distance] ?? 0 }

    mutating func add(_ moment: FITMoment) {
        let sample = moment.sample
        end = moment.point
        for metric in Self.cumulative {
            if let total = sample[metric] { latest[metric] = total }
        }
        heartRate.add(sample[.heartRate])
        speed.add(sample[.speed])
        cadence.add(sample[.cadence])
        stride.add(sample[.stride])
        contact.add(sample[.contact])
        stancePercent.add(FITQuantity.stancePercent(sample))
    }

    private func increase(_ metric: Metric) -> Int64? {
        latest[metric].map { $0 - (before[metric] ?? 0) }
    }

    /// Millimetres a second on average while the timer ran.
    private var averageSpeed: Int64? {
        let ticks = (end.sessionTime - start.sessionTime).ticks
        guard ticks > 0, let distance = increase(.distance) else { return nil }
        return (distance * 10 * FleetDuration.ticksPerSecond).dividedRoundingToEven(by: ticks)
    }
}

extension FITTotals {
    /// The fields of ``values(startingAt:)`` with their numbers in a lap and in a session.
    private static let table: [(lap: UInt8, session: UInt8, type: FITBaseType)] = [
        (2, 2, .uint32), (7, 7, .uint32), (8, 8, .uint32), (9, 9, .uint32), (10, 10, .uint32),
        (82, 94, .uint8), (11, 11, .uint16), (110, 124, .uint32), (111, 125, .uint32),
        (15, 16, .uint8), (16, 17, .uint8), (17, 18, .uint8), (80, 92, .uint8), (18, 19, .uint8),
        (81, 93, .uint8), (120, 134, .uint16), (79, 91, .uint16), (78, 90, .uint16),
    ]

    static let lapFields = table.map { FITField($0.lap, $0.type) }
    static let sessionFields = table.map { FITField($0.session, $0.type) }

    /// Start, elapsed and timer time, distance, strides with their half, energy; average and
    /// greatest speed, heart rate and cadence; average step, stance and its share.
    func values(startingAt second: Int64) -> [FITValue] {
        let cadences = [cadence.average, cadence.greatest].map { FITQuantity.footCadence($0) }
        let steps = increase(.steps)
        let numbers: [Int64?] = [
            second, FITQuantity.milliseconds(end.instant - start.instant),
            FITQuantity.milliseconds(end.sessionTime - start.sessionTime), increase(.distance),
            steps.map { $0 / 2 }, steps.map { $0 % 2 * 64 },
            increase(.energy).map { $0.dividedRoundingToEven(by: 1000) }, averageSpeed,
            speed.greatest, heartRate.average, heartRate.greatest, cadences[0].whole,
            cadences[0].fraction, cadences[1].whole, cadences[1].fraction,
            FITQuantity.stepLength(stride.average), contact.average, stancePercent.average,
        ]
        return numbers.map { FITValue($0) }
    }
}
