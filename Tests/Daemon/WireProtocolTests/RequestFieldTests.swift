import Testing

@testable import WireProtocol

@Suite struct RequestFieldTests {
    private static let rows = RequestField.all.filter { $0.operation != nil }

    /// A request with that field alone, within its object.
    private static func line(_ row: RequestField, _ value: String) -> String {
        let field = row.path.split(separator: ".").reversed().reduce(value) { "{\"\($1)\":\($0)}" }
        return "{\"op\":\"\(row.operation?.rawValue ?? "")\",\(field.dropFirst())"
    }

    @Test(arguments: rows)
    func `a value of another type is refused by the field's row`(row: RequestField) throws {
        let wrong = row.type == .object ? "7" : "{}"
        let error = try #require(refusal(Self.line(row, wrong))).error
        #expect(error.code == .badField && error.field == row.path, "\(row.path)")
        #expect(error.reason == "The field has the wrong type.", "\(row.path)")
        #expect(error.suggestion == "\(row.path) must be \(row.form).", "\(row.path)")
    }

    @Test(arguments: rows)
    func `null counts as left out`(row: RequestField) {
        let error = refusal(Self.line(row, "null"))?.error
        #expect(error?.reason != "The field has the wrong type.", "\(row.path)")
    }

    @Test func `a wrong type is refused before a wrong value`() throws {
        let line = #"{"op":"subscribe","window":"never","queue":{"policy":7}}"#
        #expect(try #require(refusal(line)).error.field == "queue.policy")
    }
}
