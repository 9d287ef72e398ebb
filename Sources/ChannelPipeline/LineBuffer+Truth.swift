import Vocabulary
import WireProtocol

/// How the truth looks in a line and in a cell.
extension LineBuffer {
    /// Adds `,"driven_heart_rate_bpm":152.31,…`; no `faults` where there are none.
    mutating func append(_ truth: Truth) {
        append(#","driven_heart_rate_bpm":"#)
        append(truth.printedHeartRate)
        append(#","intensity":"#)
        append(truth.printedIntensity)
        append(#","part":""#)
        append(utf8: truth.part.rawValue)
        append("\"")
        guard !truth.faults.isEmpty else { return }
        append(#","faults":[""#)
        append(truth.faults, between: #"",""#)
        append(#""]"#)
    }

    /// Adds the names of faults in the order of their table.
    package mutating func append(_ faults: FaultSet, between separator: StaticString) {
        var isFirst = true
        for fault in Self.faults where faults.contains(fault) {
            if !isFirst { append(separator) }
            append(utf8: fault.rawValue)
            isFirst = false
        }
    }

    /// Kept, since `allCases` makes an array at every call.
    private static let faults = Fault.allCases
}

/// Fixed decimals, ties to even, as all that is printed.
extension Truth {
    /// Beats per minute with two decimals.
    package var printedHeartRate: Decimal64 { Self.decimal(drivenHeartRate, 2) }

    /// Share of the reserve with three decimals.
    package var printedIntensity: Decimal64 { Self.decimal(intensity, 3) }

    private static func decimal(_ value: Double, _ decimals: Int) -> Decimal64 {
        let scaled = value * Double(Decimal64.powerOfTen(decimals))
        return Decimal64(units: Int64(scaled.rounded(.toNearestOrEven)), decimals: decimals)
    }
}
