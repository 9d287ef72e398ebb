import CommandLine
import Vocabulary
import WireProtocol

extension ManualPage {
    /// The protocol by its tables: what may be asked, what is answered, what is refused, and how
    /// much of everything there may be.
    static var streamProtocol: ManualPage {
        var page = ManualPage(
            "runway-protocol", section: 7, "how a client and runwayd talk over its socket")
        page.begin("DESCRIPTION")
        page.add(
            "A client connects to a Unix socket of type SOCK_STREAM. Both sides send lines of "
                + "UTF-8; each line of the daemon is one JSON object, and the daemon speaks first, "
                + "with a line of type hello. A request is a JSON object with the field op. Each "
                + "is answered, and lines of the client's subscriptions come between the answers. "
                + "This page lists version \(ProtocolVersion.text) by its tables; Protocol.md of "
                + "the documentation explains it, and Consumer.md has a client of 45 lines.")
        page.begin("WORDS")
        page.add("A person may type, instead of an object:")
        page.add(list: TypedWord.allCases.map { ($0.rawValue, $0.summary) })
        page.begin("REQUESTS")
        page.add("The fields of every request:")
        page.add(fields: RequestField.all.filter { $0.operation == nil })
        for operation in Operation.allCases {
            page.addSubsection(operation.rawValue)
            page.add(operation.summary)
            page.add(fields: RequestField.all.filter { $0.operation == operation })
        }
        page.begin("TYPES OF LINES")
        page.add(
            "Data, numbered and in one order: "
                + LineType.allCases.filter(\.isData).map(\.rawValue).joined(separator: ", ")
                + ". Others: "
                + LineType.allCases.filter { !$0.isData }.map(\.rawValue).joined(separator: ", ")
                + ".")
        page.begin("METRICS")
        page.add(rows: Metric.allCases.map(\.row) + DayMetric.allCases.map(\.row))
        page.begin("QUEUE POLICIES")
        page.add(list: QueuePolicy.allCases.map { ($0.rawValue, $0.summary) })
        page.begin("FAREWELLS")
        page.add(list: ByeReason.allCases.map { ($0.rawValue, $0.description) })
        page.begin("LIMITS")
        page.add(
            list: ProtocolLimits.all.map {
                ($0.name, "\($0.value) \($0.unit): \($0.reason).")
            })
        page.begin("CODES OF ERRORS")
        page.add(
            list: ErrorCode.allCases.map {
                ($0.rawValue, $0.description + ($0.isRetryable ? " It may succeed later." : ""))
            })
        return page
    }

    private mutating func add(fields: [RequestField]) {
        guard !fields.isEmpty else { return }
        add(
            list: fields.map { field in
                let end = field.fallback.map { "left out: \($0)" } ?? "required"
                return (field.path, "Must be \(field.form) (\(end)).")
            })
    }

    private mutating func add(rows: [MetricRow]) {
        add(
            list: rows.map { row in
                let identifier = row.healthKitIdentifier.map { ", \($0)" } ?? ""
                let limits = "\(row.limits.lowerBound) to \(row.limits.upperBound)"
                return (
                    "\(row.name)",
                    "\(row.unit), \(row.aggregation.rawValue), \(limits)\(identifier)."
                )
            })
    }
}
