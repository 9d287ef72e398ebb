import CommandLine
import WireProtocol

/// A request that is made of flags.
///
/// The daemon's own decoder reads it back, so that a mistake is reported before anything is sent.
package enum FlagRequest {
    /// - Parameter fields: adds the fields behind `"op"`.
    /// - Returns: the line to send, and the request that the daemon reads in it, except for
    ///   moments, which count from the daemon's clock.
    package static func make(
        _ op: String, _ fields: (inout LineBuffer) throws(ProgramFailure) -> Void
    ) throws(ProgramFailure) -> (line: String, request: Request) {
        var line = LineBuffer()
        line.append(#"{"op":"#)
        line.appendJSONString(op)
        try fields(&line)
        line.append("}")
        do throws(RequestFailure) {
            return (line.text, try RequestDecoder.decode(line.bytes[...], number: 1).request)
        } catch {
            throw .usage(error.error)
        }
    }
}

extension LineBuffer {
    /// Adds `,"name":["…"]` of words with commas between; nothing for nil.
    package mutating func appendList(_ name: StaticString, _ words: String?) {
        guard let words else { return }
        appendName(name)
        appendList(words.split(separator: ","))
    }

    /// Adds `,"select":{"session":["…"]}` of words with commas between; nothing for all.
    package mutating func appendSelection(_ names: String?) {
        guard let names, names != "*" else { return }
        append(#","select":{"session":"#)
        appendList(names.split(separator: ","))
        append("}")
    }
}
