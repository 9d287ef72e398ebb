import Vocabulary

/// An athlete's device: its sensors read the body, faults silence or falsify them, and every value
/// is rounded to its metric's decimals.
struct Device: Sendable {
    private var heartRate: HeartRateSensor
    private var speed: SpeedSensor
    private var stride: StrideSensor
    private var cadence: CadenceSensor
    private var contact: ContactSensor
    private var display: WatchDisplay
    private var faults: FaultTimeline
    private let measuresContact: Bool
    /// Every metric is the body's own value, rounded; nothing fails by chance.
    let isPerfect: Bool

    /// - Parameter owned: the draws of the athlete, who wears the same device in every session.
    init(
        equipment: Equipment, athlete: Athlete, owned: Draws, start: BodyState,
        run: ClosedRange<FleetDuration>, lasting duration: FleetDuration, draws: Draws,
        noise: SessionNoise, period: Double
    ) {
        isPerfect = equipment.device == .perfect
        let isOptical = equipment.device.isOptical(of: athlete)
        heartRate = HeartRateSensor(
            athlete: athlete, isOptical: isOptical, isPerfect: isPerfect, start: start.heartRate,
            draws: draws, noise: noise, period: period)
        speed = SpeedSensor(
            athlete: athlete, owned: owned, draws: draws, noise: noise, period: period)
        stride = StrideSensor(
            measures: isPerfect || athlete.wearables.measuresStride, owned: owned, noise: noise,
            period: period)
        cadence = CadenceSensor(draws: draws)
        contact = ContactSensor(owned: owned, draws: draws, period: period)
        display = WatchDisplay(
            equipment.device == .mixed ? athlete.wearables.watch : .fine, period: period)
        measuresContact = isPerfect || athlete.wearables.measuresContact
        let chance = DeviceFaults(draws: draws, run: run).spans(isOptical: isOptical)
        faults = FaultTimeline(
            (isPerfect ? [] : chance) + equipment.faults.spans(draws, run: run, lasting: duration))
    }

    var activeFaults: FaultSet { faults.active }

    /// Whether nothing is measured at all.
    var isDead: Bool { faults.active.contains(.batteryDead) }

    /// How much worse than usual the receiver's positions are at `offset`; nil while it has none.
    func poornessOfPosition(at offset: FleetDuration) -> Double? {
        guard !faults.active.contains(.gpsLost) else { return nil }
        let isPoor = faults.active.contains(.gpsReacquiring)
        return isPoor ? faults.shareLeft(of: .gpsReacquiring, at: offset) : 0
    }

    /// The sample of `body` at `offset` since the session's start.
    ///
    /// Totals are always the body's own, without sensor errors, so that they never shrink.
    mutating func sample(
        of body: BodyState, roughness: Double, at offset: FleetDuration, point: SamplePoint
    ) -> Sample {
        faults.advance(to: offset)
        let heartRate = readHeartRate(body, at: offset, point)
        var speed = readSpeed(body, roughness: roughness, at: offset, point)
        var cadence = isPerfect ? body.cadence : cadence.read(body, at: point)
        var contact = isPerfect ? body.contact : contact.read(body, at: point)
        if !isPerfect {
            display.show(speed: &speed, cadence: &cadence, contact: &contact, at: point)
        }
        let stride = stride.read(
            body, speed: speed, cadence: cadence, step: point.step(.strideError))
        let active = faults.active
        var sample = Sample()
        guard !active.contains(.batteryDead) else { return sample }
        if !active.contains(.strapDropout) { sample.record(heartRate, of: .heartRate) }
        if !active.contains(.gpsLost) {
            sample.record(speed, of: .speed)
            sample.record(body.distance, of: .distance)
        }
        if !active.contains(.podDropout) {
            recordSteps(of: body, cadence: cadence, stride: stride, contact: contact, into: &sample)
        }
        sample.record(body.energy, of: .energy)
        return sample
    }

    private func recordSteps(
        of body: BodyState, cadence: Double, stride: Double?, contact: Double?,
        into sample: inout Sample
    ) {
        sample.record(cadence, of: .cadence)
        sample[.steps] = body.steps
        if measuresContact, cadence > 0, let contact { sample.record(contact, of: .contact) }
        guard self.stride.isIndependent || !faults.active.contains(.gpsLost) else { return }
        if let stride = isPerfect ? body.stride : stride { sample.record(stride, of: .stride) }
    }

    private mutating func readHeartRate(
        _ body: BodyState, at offset: FleetDuration, _ point: SamplePoint
    ) -> Double {
        let isCold = faults.active.contains(.coldStart)
        return heartRate.read(
            body, isLocked: faults.active.contains(.cadenceLock),
            cold: isCold ? faults.shareLeft(of: .coldStart, at: offset) : 0, at: point)
    }

    private mutating func readSpeed(
        _ body: BodyState, roughness: Double, at offset: FleetDuration, _ point: SamplePoint
    ) -> Double {
        let isPoor = faults.active.contains(.gpsReacquiring)
        let poorness = isPoor ? faults.shareLeft(of: .gpsReacquiring, at: offset) : 0
        let reading = speed.read(
            body.speed, roughness: roughness, poorness: poorness, at: point)
        return isPerfect && !isPoor ? body.speed : reading
    }
}

extension Sample {
    @inline(__always)
    fileprivate mutating func record(_ value: Double, of metric: Metric) {
        self[metric] = metric.quantized(value)
    }
}

extension Equipment.Device {
    fileprivate func isOptical(of athlete: Athlete) -> Bool {
        switch self {
        case .mixed: athlete.wearables.isOptical
        case .optical: true
        case .strap, .perfect: false
        }
    }
}

/// The devices of a fleet's athletes, and the script of their faults.
public struct Equipment: Equatable, Sendable {
    /// The heart-rate sensor.
    public enum Device: String, CaseIterable, Sendable {
        /// Each athlete has an own sensor, a strap or an optical one, and an own watch, which may
        /// round its readings and hold them.
        case mixed
        /// A chest strap, which reads the heart's electrical signal beat by beat.
        case strap
        /// An optical sensor at the wrist: it lags, and is wrong at times.
        case optical
        /// Every metric is the body's own value, rounded; nothing fails by chance.
        case perfect
    }

    public var device: Device
    public var faults: FaultScript
    /// Whether athletes pause their recordings; perfect devices have no button.
    public var hasPauseButton: Bool

    public init(
        device: Device = .mixed, faults: FaultScript = FaultScript(), hasPauseButton: Bool = true
    ) {
        self.device = device
        self.faults = faults
        self.hasPauseButton = hasPauseButton
    }

    /// Whether athletes can pause their recordings.
    public var canPause: Bool { device != .perfect && hasPauseButton }

    /// Whether athletes have no button who would else have one.
    public var lacksPauseButton: Bool { device != .perfect && !hasPauseButton }
}
