extension JSON5Scanner {
    /// Passes over white space and comments.
    mutating func skipSpace() throws(JSON5Fault) {
        while let byte = next {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case UInt8(ascii: "/"): try comment()
            case 0x80...: return try refuseSpace()
            default: return
            }
        }
    }

    private mutating func comment() throws(JSON5Fault) {
        let start = index
        index += 1
        if take(UInt8(ascii: "/")) {
            while let byte = next, byte != 0x0A, byte != 0x0D {
                let place = index
                guard !Self.endsLine(try scalar()) else {
                    throw fault(
                        "a line separator stands in a comment", "end the line with a newline",
                        at: place)
                }
            }
        } else if take(UInt8(ascii: "*")) {
            try passCommentEnd(from: start)
        } else {
            throw fault("a lone / stands here", "begin a comment with // or /*", at: start)
        }
    }

    private mutating func passCommentEnd(from start: Int) throws(JSON5Fault) {
        while next != nil {
            let isStar = next == UInt8(ascii: "*")
            _ = try scalar()
            if isStar, take(UInt8(ascii: "/")) { return }
        }
        throw fault("the comment has no end", "close it with */", at: start)
    }

    /// U+2028 and U+2029 end a line of JSON5, but not for the decoder.
    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// White space beyond ASCII is right in JSON5, yet the decoder refuses it, and nobody sees it.
    private mutating func refuseSpace() throws(JSON5Fault) {
        let start = index
        let scalar = try scalar()
        index = start
        guard scalar.properties.isWhitespace || scalar == "\u{FEFF}" else { return }
        let code = String(scalar.value, radix: 16, uppercase: true)
        throw fault(
            "the invisible character U+\(String(repeating: "0", count: max(0, 4 - code.count)))"
                + "\(code) stands here", "replace it by a plain space")
    }
}

extension JSON5Scanner {
    /// Passes over one scalar, which must be there and be UTF-8.
    mutating func scalar() throws(JSON5Fault) -> Unicode.Scalar {
        var decoder = UTF8()
        var rest = bytes[index...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
            throw fault("the bytes are not UTF-8", "save the file as UTF-8")
        }
        index += UTF8.width(scalar)
        return scalar
    }
}
