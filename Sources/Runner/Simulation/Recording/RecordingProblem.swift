import Vocabulary

/// An error in a recording, with its line and column.
public typealias RecordingError = InputError<RecordingProblem>

/// What can be wrong with a recording.
public enum RecordingProblem: InputProblem {
    case header(found: String, expected: String?)
    case noRows
    case tooManyRows(limit: Int)
    case emptyLine
    case tooFewCells(Int, of: Int)
    case tooManyCells(Int)
    case nul
    case notUTF8
    case timeMissing
    case notNumber(String)
    case notFinite(String)
    case tooManyDigits(String)
    case negative(String)
    case beyondLimit(String, Metric)
    case timeBeyondLimit(String)
    case timeNotIncreasing(String)
    case distanceFalls(String)
}

extension RecordingProblem {
    public var reason: String {
        switch self {
        case .header(let found, let expected?):
            "the column is named \"\(found)\" instead of \"\(expected)\""
        case .header(let found, nil): "there is a column \"\(found)\" too many"
        case .noRows: "there is no row below the header"
        case .tooManyRows(let limit): "there are more than \(limit) rows"
        case .emptyLine: "the line is empty"
        case .tooFewCells(let count, let wanted): "the row has \(count) of \(wanted) cells"
        case .tooManyCells(let wanted): "the row has more than \(wanted) cells"
        case .nul: "the cell has a NUL byte"
        case .notUTF8: "the cell is not UTF-8"
        case .timeMissing: "the row has no time"
        case .notNumber(let text): "\"\(text)\" is not a number"
        case .notFinite(let text): "\"\(text)\" is not a finite number"
        case .tooManyDigits(let text): "\"\(text)\" has more than nine digits on a side"
        case .negative(let text): "\(text) is negative"
        case .beyondLimit(let text, let metric):
            "\(text) is beyond \(metric.row.limits.upperBound) \(metric.unit)"
        case .timeBeyondLimit(let text):
            "\(text) is beyond \(Recording.longestSeconds) seconds (7 days)"
        case .timeNotIncreasing(let text):
            "\(text) is not later than the row before, on a grid of 20 ms"
        case .distanceFalls(let text): "\(text) is less than the distance of a row before"
        }
    }

    public var suggestion: String {
        switch self {
        case .header, .tooFewCells, .tooManyCells:
            "the columns are \(RecordedRow.columns.joined(separator: ",")), and perhaps "
                + RecordedRow.furtherMetrics.map(\.name).joined(separator: ", ")
        case .noRows: "record at least one second"
        case .tooManyRows, .timeBeyondLimit: "split the recording"
        case .emptyLine: "remove it; only the end of the file may have empty lines"
        case .nul, .notUTF8: "save the file as plain text in UTF-8"
        case .timeMissing: "every row begins with seconds since the start"
        case .notNumber: "write a plain decimal number like 2.75, without exponent or quotes"
        case .notFinite, .negative: "leave the cell empty if there is no value"
        case .tooManyDigits: "round the number"
        case .beyondLimit(_, let metric):
            "check the unit or empty the cell; \(metric.name) is in \(metric.unit)"
        case .distanceFalls: "the column has the distance since the start; empty wrong cells"
        case .timeNotIncreasing: "sort the rows by time and remove doubles"
        }
    }
}
