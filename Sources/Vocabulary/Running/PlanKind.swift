/// What kind of run an athlete sets out on.
public enum PlanKind: String, CaseIterable, Sendable {
    case easy, long, mission
    /// Four times four minutes.
    case intervals
    /// Six times 800 m.
    case repetitions
    /// Bouts of random length at random speed.
    case fartlek
    case tempo
    /// Faster and faster.
    case progression
}
