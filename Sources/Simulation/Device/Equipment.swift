/// What the athletes of a fleet wear, and what goes wrong with it.
public struct Equipment: Equatable, Sendable {
    /// The heart-rate sensor.
    public enum Device: String, CaseIterable, Sendable {
        /// Each athlete the own one: some a strap, some an optical sensor.
        case mixed
        /// A chest strap: the heart's electrical signal, beat by beat.
        case strap
        /// An optical sensor at the wrist: late, and wrong at times.
        case optical
        /// Every metric as the body gives it, rounded only; nothing fails by chance.
        case perfect
    }

    public var device: Device
    public var faults: FaultScript

    public init(device: Device = .mixed, faults: FaultScript = FaultScript()) {
        self.device = device
        self.faults = faults
    }
}
