/// What only JSON5 has: comments, names without quotes, bare words.
extension JSONScanner {
    mutating func skipSpaceOfJSON5() throws(JSONFault) {
        while let byte = next {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case UInt8(ascii: "/"): try comment()
            case 0x80...: return try refuseSpace()
            case _: return
            }
        }
    }

    private mutating func comment() throws(JSONFault) {
        let start = index
        index += 1
        if consume(UInt8(ascii: "/")) {
            while let byte = next, byte != 0x0A, byte != 0x0D {
                let offset = index
                let scalar = try scalar()
                guard scalar != "\u{2028}", scalar != "\u{2029}" else {
                    throw fault(.lineSeparatorInComment, at: offset)
                }
            }
        } else if consume(UInt8(ascii: "*")) {
            try passCommentEnd(from: start)
        } else {
            throw fault(.loneSlash, at: start)
        }
    }

    private mutating func passCommentEnd(from start: Int) throws(JSONFault) {
        while next != nil {
            let isStar = next == UInt8(ascii: "*")
            _ = try scalar()
            if isStar, consume(UInt8(ascii: "/")) { return }
        }
        throw fault(.endlessComment, at: start)
    }

    /// White space beyond ASCII is valid in JSON5, yet invisible, and few readers accept it.
    private mutating func refuseSpace() throws(JSONFault) {
        let start = index
        let scalar = try scalar()
        index = start
        guard scalar.properties.isWhitespace || scalar == "\u{FEFF}" else { return }
        throw fault(.invisibleCharacter(scalar))
    }

    /// Passes over a name without quotes.
    mutating func bareName() throws(JSONFault) -> String {
        let start = index
        var name = String.UnicodeScalarView()
        while next != nil {
            let offset = index
            let scalar = try scalar()
            guard name.isEmpty ? Self.startsName(scalar) : Self.continuesName(scalar) else {
                index = offset
                break
            }
            name.append(scalar)
        }
        guard index > start else { throw fault(.expected(.name)) }
        return String(name)
    }

    /// Whether a name may begin with a scalar, by ECMAScript 5.1, section 7.6, without escapes.
    private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            true
        case _: scalar == "$" || scalar == "_"
        }
    }

    private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
        case _: startsName(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }

    /// Passes over letters and digits that begin with a letter.
    mutating func bareWord() throws(JSONFault) -> Bool? {
        let start = index
        while let byte = next, Self.isLetter(byte) || Self.isDigit(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        switch text {
        case "true": return true
        case "false": return false
        case "null": return nil
        case "NaN", "Infinity": throw fault(.notFinite, at: start)
        case _: throw fault(.unknownWord(text), at: start)
        }
    }
}
