/// The line that says why a request was refused.
public enum ErrorLine {
    /// Appends `{"type":"error",…}` and the newline; what is nil is left out.
    public static func append(_ error: WireError, id: RequestID?, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"error\"")
        buffer.appendField(id: id)
        buffer.appendField("code", error.code.rawValue)
        buffer.appendField("description", error.code.description)
        buffer.appendField("reason", error.reason)
        buffer.appendField("suggestion", error.suggestion)
        buffer.appendField("field", error.field)
        buffer.appendField("line", error.line)
        buffer.appendField("column", error.column)
        buffer.appendField("retryable", error.code.isRetryable)
        buffer.append("}\n")
    }
}
