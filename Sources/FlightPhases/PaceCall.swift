import Vocabulary

/// The calls that pace makes.
enum PaceCall: CaseIterable, Sendable {
    case glidePath, sinkRate, overspeed

    var advisory: Advisory {
        switch self {
        case .glidePath: .glidePath
        case .sinkRate: .sinkRate
        case .overspeed: .overspeed
        }
    }

    /// What `speed` asks for while `present` is called.
    ///
    /// A call is taken up beyond the whole allowed deviation and given up within `returnShare` of
    /// it, both edges belonging to the inside. Speed 0 is an infinite pace.
    init(speed: Double, of mission: Mission, while present: PaceCall?, returnShare: Double) {
        let excess = 1000 / speed - mission.targetPace
        func allowed(_ call: PaceCall) -> Double {
            call == present ? mission.paceDeviation * returnShare : mission.paceDeviation
        }
        self =
            if excess > allowed(.sinkRate) {
                .sinkRate
            } else if -excess > allowed(.overspeed) {
                .overspeed
            } else {
                .glidePath
            }
    }
}
