import Vocabulary

/// What an athlete wears: it reads the body and rounds to the metrics' decimal places.
struct Device: Sendable {
    private var heartRate: HeartRateSensor
    private var speed: SpeedSensor
    private var stride: StrideSensor
    private var faults: FaultTimeline
    private let measuresContact: Bool
    /// Every metric as the body gives it.
    private let isPerfect: Bool

    init(
        equipment: Equipment, athlete: Athlete, start: BodyState, run: ClosedRange<FleetDuration>,
        draws: Draws, noise: SessionNoise, period: Double
    ) {
        isPerfect = equipment.device == .perfect
        let isOptical = equipment.device.isOptical(of: athlete)
        heartRate = HeartRateSensor(
            athlete: athlete, isOptical: isOptical, start: start.heartRate, period: period)
        speed = SpeedSensor(draws: draws, noise: noise, period: period)
        stride = StrideSensor(
            measures: isPerfect || athlete.wearables.measuresStride, draws: draws, noise: noise,
            period: period)
        measuresContact = isPerfect || athlete.wearables.measuresContact
        let chance = DeviceFaults(draws: draws, run: run).spans(isOptical: isOptical)
        faults = FaultTimeline(
            (isPerfect ? [] : chance) + equipment.faults.spans(draws, run: run))
    }

    var activeFaults: FaultSet { faults.active }

    /// The sample of `body` at `offset` since the session's start.
    ///
    /// Totals are the body's own, so that they never shrink.
    mutating func sample(
        of body: BodyState, roughness: Double, at offset: FleetDuration, point: SamplePoint
    ) -> Sample {
        faults.advance(to: offset)
        let heartRate = readHeartRate(body, at: offset, point)
        let speed = readSpeed(body, roughness: roughness, at: offset, point)
        let stride = stride.read(body, speed: speed, step: point.step(.strideError))
        let faults = faults.active
        guard !faults.contains(.batteryDead) else { return Sample() }
        var sample = Sample()
        if !faults.contains(.strapDropout) {
            sample[.heartRate] = Metric.heartRate.quantized(heartRate)
        }
        if !faults.contains(.gpsLost) {
            sample[.speed] = Metric.speed.quantized(speed)
            sample[.distance] = Metric.distance.quantized(body.distance)
        }
        if !faults.contains(.podDropout) {
            sample[.cadence] = Metric.cadence.quantized(body.cadence)
            sample[.contact] =
                measuresContact ? body.contact.map(Metric.contact.quantized) : nil
            sample[.steps] = body.steps
            let isKnown = self.stride.isIndependent || !faults.contains(.gpsLost)
            sample[.stride] = isKnown ? readable(stride, body).map(Metric.stride.quantized) : nil
        }
        sample[.energy] = Metric.energy.quantized(body.energy)
        return sample
    }

    private func readable(_ stride: Double?, _ body: BodyState) -> Double? {
        isPerfect ? body.stride : stride
    }

    private mutating func readHeartRate(
        _ body: BodyState, at offset: FleetDuration, _ point: SamplePoint
    ) -> Double {
        let isCold = faults.active.contains(.coldStart)
        return heartRate.read(
            body, isLocked: faults.active.contains(.cadenceLock),
            cold: isCold ? faults.shareLeft(of: .coldStart, at: offset) : 0,
            step: isPerfect ? 0 : point.step(.heartRateScatter))
    }

    private mutating func readSpeed(
        _ body: BodyState, roughness: Double, at offset: FleetDuration, _ point: SamplePoint
    ) -> Double {
        let isPoor = faults.active.contains(.gpsReacquiring)
        let poorness = isPoor ? faults.shareLeft(of: .gpsReacquiring, at: offset) : 0
        let reading = speed.read(
            body.speed, roughness: roughness, poorness: poorness,
            step: point.step(.speedError))
        return isPerfect && !isPoor ? body.speed : reading
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
