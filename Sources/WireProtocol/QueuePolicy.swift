/// What happens when a subscriber reads too slowly.
public enum QueuePolicy: String, CaseIterable, Sendable {
    case dropOldest = "drop_oldest"
    case newest
    case close
    /// At speed max only: a fleet on a schedule waits for nobody.
    case wait

    /// What it does, as a sentence.
    public var summary: String {
        switch self {
        case .dropOldest: "The oldest waiting lines go, and a gap says which."
        case .newest: "Of each session and kind, only the newest measurement waits."
        case .close: "The connection ends before a line is lost."
        case .wait: "At speed max, if all ask for it, the fleet waits for the slowest reader."
        }
    }
}
