/// What others may know of an athlete.
package struct AthleteFacts: Equatable, Sendable {
    package enum Sex: String, CaseIterable, Sendable {
        case female, male
    }

    package var sex: Sex
    /// Whole years, 18...70.
    package var age: Int
    /// Metres, whole centimetres.
    package var height: Double
    /// Kilograms, one decimal.
    package var mass: Double
}
