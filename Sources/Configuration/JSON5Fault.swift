/// Why a text is not a JSON5 object: where, why, and what to do.
package struct JSON5Fault: Error, Hashable, Sendable {
    package let place: TextPlace
    package let reason: String
    package let suggestion: String

    init(_ place: TextPlace, _ reason: String, _ suggestion: String) {
        self.place = place
        self.reason = reason
        self.suggestion = suggestion
    }
}
