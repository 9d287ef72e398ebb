/// The kinds of run that an athlete can plan.
public enum PlanKind: String, CaseIterable, Sendable {
    case easy, long, mission
    /// Four times four minutes.
    case intervals
    /// Six times 800 m.
    case repetitions
    /// Bouts of random length at random speed.
    case fartlek
    case tempo
    /// Each part faster than the one before.
    case progression
}

/// The part of a plan that an athlete is in.
public enum PlanPart: String, CaseIterable, Sendable {
    /// Before and after the run.
    case standing
    case warmUp = "warm_up"
    case steady, work, recovery
    case coolDown = "cool_down"
}

/// What a mission sets out to do.
public struct Mission: Hashable, Sendable {
    /// Metres.
    public var targetDistance: Double
    /// Metres per second.
    public var targetSpeed: Double
    /// Allowed deviation of pace to either side, in seconds per kilometre.
    public var paceDeviation: Double

    public init(targetDistance: Double, targetSpeed: Double, paceDeviation: Double) {
        self.targetDistance = targetDistance
        self.targetSpeed = targetSpeed
        self.paceDeviation = paceDeviation
    }

    /// Seconds per kilometre.
    public var targetPace: Double { 1000 / targetSpeed }
}
