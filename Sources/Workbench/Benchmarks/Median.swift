/// The median of measurements.
enum Median {
    /// Traps if there is none.
    static func of(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
