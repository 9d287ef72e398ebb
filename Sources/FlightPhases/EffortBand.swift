import Vocabulary

/// The phases that heart rate tells apart while the run is on.
public enum EffortBand: CaseIterable, Sendable {
    /// Hard or clearly rising effort.
    case climb
    /// Steady effort.
    case cruise
    /// Low or clearly falling effort.
    case descent

    public var phase: Phase {
        switch self {
        case .climb: .climb
        case .cruise: .cruise
        case .descent: .descent
        }
    }
}
