/// The line that answers a request.
public enum OkLine {
    /// Appends `{"type":"ok",…}` and the newline.
    ///
    /// - Parameter fields: appends further fields, each with its comma in front, as
    ///   ``LineBuffer/appendField(_:_:)-(StaticString,String?)`` does.
    public static func append(
        id: RequestID?, to buffer: inout LineBuffer, fields: (inout LineBuffer) -> Void = { _ in }
    ) {
        buffer.append("{\"type\":\"ok\"")
        buffer.appendField(id: id)
        fields(&buffer)
        buffer.append("}\n")
    }
}
