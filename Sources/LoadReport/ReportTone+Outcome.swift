extension LoadVerdict.Standing {
    var tone: ReportTone { self == .passed ? .good : .bad }
}

extension CapacityStep.Outcome {
    var tone: ReportTone {
        switch self {
        case .held: .good
        case .failed: .bad
        case .impossible: .doubtful
        }
    }
}
