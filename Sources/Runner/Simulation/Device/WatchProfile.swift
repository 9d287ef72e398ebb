import Vocabulary

/// How a class of watches keeps its readings: in steps, and held until it looks again.
public enum WatchProfile: UInt8, CaseIterable, Sendable {
    /// Every reading as it is.
    case fine
    /// Steps of 2 steps/min and 0.003 m/s; speed is hardly ever held.
    case quick
    /// Steps of 1 step/min and 0.009 m/s.
    case medium
    /// Steps of 2 steps/min and 0.009 m/s.
    case coarse

    /// Steps per minute between two readings of cadence; 0 where it is not rounded.
    var cadenceStep: Double { [0, 2, 1, 2][Int(rawValue)] }
    /// Metres per second.
    var speedStep: Double { [0, 0.003, 0.009, 0.009][Int(rawValue)] }
    /// The chance that a second brings a new reading of speed.
    var speedPerSecond: Double { [1, 0.98, 0.84, 0.84][Int(rawValue)] }
}

extension WatchProfile {
    static func drawn(_ draws: Draws) -> WatchProfile {
        switch draws.uniform(.watch) {
        case ..<0.35: .quick
        case ..<0.8: .medium
        default: .coarse
        }
    }
}

/// The readings that a watch shows: rounded to its steps, and held until it looks again.
struct WatchDisplay: Sendable {
    private let profile: WatchProfile
    private let chanceOfCadence: Float
    private let chanceOfSpeed: Float
    private var speed: Float = 0
    private var cadence: Float = 0
    private var contact: Float = 0

    private static let cadencePerSecond = 0.66

    init(_ profile: WatchProfile, period: Double) {
        self.profile = profile
        let kept = { Elementary.exp(period * Elementary.log(max(1 - $0, 1e-9))) }
        chanceOfCadence = Float(1 - kept(Self.cadencePerSecond))
        chanceOfSpeed = Float(1 - kept(profile.speedPerSecond))
    }

    /// Whether a shown reading is no longer held: at standstill, and while a runner sets off.
    private func isOff(_ shown: Float, _ reading: Double) -> Bool {
        reading == 0 || Double(shown) < 0.5 * reading
    }

    /// Replaces the readings of one period by what the watch shows.
    mutating func show(
        speed: inout Double, cadence: inout Double, contact: inout Double?, at point: SamplePoint
    ) {
        guard profile != .fine else { return }
        let bits = point.bits(.recorder)
        let share = { (shift: UInt64) in Float(bits >> shift & 0xFFFF) / 65_536 }
        if share(0) < chanceOfSpeed || isOff(self.speed, speed) {
            self.speed = Float((speed / profile.speedStep).rounded() * profile.speedStep)
        }
        if share(16) < chanceOfCadence || isOff(self.cadence, cadence) {
            self.cadence = Float((cadence / profile.cadenceStep).rounded() * profile.cadenceStep)
        }
        if let newContact = contact, share(32) < chanceOfSpeed || self.contact == 0 {
            self.contact = Float(newContact.rounded())
        } else if contact == nil {
            self.contact = 0
        }
        speed = Double(self.speed)
        cadence = Double(self.cadence)
        if contact != nil { contact = Double(self.contact) }
    }
}
