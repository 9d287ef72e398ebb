/// The part of a plan that an athlete is in.
public enum PlanPart: String, CaseIterable, Sendable {
    /// Before and after the run.
    case standing
    case warmUp = "warm_up"
    case steady, work, recovery
    case coolDown = "cool_down"
}

/// What only a simulator knows of a sample.
public struct Truth: Equatable, Sendable {
    /// Beats per minute: what the effort leads to by kinetics and drift, without the heart's wander
    /// and without the device.
    public var drivenHeartRate: Double
    /// What moving takes at this instant, share of the oxygen uptake reserve.
    public var intensity: Double
    public var part: PlanPart
    /// What is wrong with the device.
    public var faults: FaultSet

    public init(drivenHeartRate: Double, intensity: Double, part: PlanPart, faults: FaultSet) {
        self.drivenHeartRate = drivenHeartRate
        self.intensity = intensity
        self.part = part
        self.faults = faults
    }
}
