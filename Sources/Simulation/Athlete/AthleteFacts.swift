/// What others may know of an athlete.
public struct AthleteFacts: Equatable, Sendable {
    public enum Sex: String, CaseIterable, Sendable {
        case female, male
    }

    public var sex: Sex
    /// Whole years, 18...70.
    public var age: Int
    /// Metres, whole centimetres.
    public var height: Double
    /// Kilograms, one decimal.
    public var mass: Double
}
