/// What a fleet whose athletes fly by laps tells clients that ask about days: the field `note` of
/// the `ok` of ``holders``. It is for people; everything asked for comes all the same.
public enum LapsNote {
    /// The note as a daemon sends it.
    public static let text = text(start: "runwayd --schedule days")

    /// - Parameter start: what to start instead.
    public static func text(start: String) -> String {
        "By laps each athlete has some twenty runs a day: start \(start)."
    }

    /// The answers that have the note.
    public static let holders = "`add`; `query` with an interval of days, weeks or months"
}
