/// What is told to those who ask a fleet about days whose athletes fly by laps: the field `note` of
/// the `ok` of ``holders``. It is for people; whatever was asked for comes all the same.
public enum LapsNote {
    /// As a daemon says it.
    public static let text = text(start: "runwayd --schedule days")

    /// - Parameter start: what to start instead.
    public static func text(start: String) -> String {
        "By laps each athlete has some twenty runs a day: start \(start)."
    }

    /// The answers that have it.
    public static let holders = "`add`; `query` with an interval of days, weeks or months"
}
