import Vocabulary

extension Outbox {
    /// One line waiting, or about to.
    package struct Line: Sendable {
        package var length: Int
        /// The connection's slot of the subscription; nil for a line that is never dropped.
        package var slot: Int?
        /// The low bits of the session's lap. Between two laps of a lane that are alike in them lie
        /// more ends of sessions, which are never replaced, than lines can wait.
        package var lap: UInt16
        package var position: StreamPosition

        package init(length: Int, slot: Int?, lap: UInt16 = 0, position: StreamPosition) {
            self.length = length
            self.slot = slot
            self.lap = lap
            self.position = position
        }

        /// Whether a newer one of the same session and kind makes it dispensable: it is a
        /// measurement, and nothing that happened once.
        var isReplaceable: Bool {
            switch StreamPosition.Rank(rawValue: position.rank) {
            case .sample, .truth, .stat: true
            case .resume, .phase, .advisory, .pause, .end, .start, .last, nil: false
            }
        }
    }
}
