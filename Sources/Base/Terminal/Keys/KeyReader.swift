/// Decodes the bytes that a terminal sends into keys, however the bytes are split.
///
/// ESC may be the key or the start of a sequence; only a pause tells. While ``isInsideSequence`` is
/// true, the owner waits briefly for more bytes and then calls ``finish()``. Keys pressed with Alt
/// are ``Key/unknown``. Pasted text gives no keys, and the mouse only the events that
/// ``MouseEvent`` has. A control character ends any unfinished sequence, so that Ctrl-C always gets
/// through.
package struct KeyReader: Sendable {
    private enum State: Sendable {
        case ground
        case escape
        case character(PartialCharacter, isAlt: Bool)
        case sequence(KeySequence)
        case report(missing: Int, isMouse: Bool)
        /// A control string of the terminal (ECMA-48 section 5.6); BEL or ESC `\` ends it.
        case string(isAtEscape: Bool)
        /// Bracketed paste; `matched` bytes of its end marker have come.
        case paste(matched: Int)
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground

    package init() {}

    /// Whether the next bytes, or ``finish()``, decide which key was pressed.
    package var isInsideSequence: Bool {
        switch state {
        case .ground, .paste: false
        case .escape, .character, .sequence, .report, .string: true
        }
    }

    /// Consumes bytes and returns the keys that they complete. O(n); the kept state is bounded.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { take(byte, &keys) }
        return keys
    }

    /// Ends an unfinished sequence after a pause, and returns its key. A paste goes on regardless.
    package mutating func finish() -> [Key] {
        defer { if isInsideSequence { state = .ground } }
        return switch state {
        case .ground, .paste, .report(_, isMouse: true): []
        case .escape: [.escape]
        case .character, .sequence, .report, .string: [.unknown]
        }
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .ground: begin(byte, isAlt: false, &keys)
        case .escape: takeAfterEscape(byte, &keys)
        case .character(var partial, let isAlt):
            let progress = partial.take(byte)
            state = .character(partial, isAlt: isAlt)
            advance(progress, isAlt: isAlt, byte, &keys)
        case .sequence(var sequence):
            let progress = sequence.take(byte)
            state = .sequence(sequence)
            advance(progress, byte, &keys)
        case .report(let missing, let isMouse):
            takeReport(byte, missing: missing, isMouse: isMouse, &keys)
        case .string(let isAtEscape): takeString(byte, isAtEscape: isAtEscape, &keys)
        case .paste(let matched): takePasted(byte, matched: matched, &keys)
        }
    }

    private mutating func begin(_ byte: UInt8, isAlt: Bool, _ keys: inout [Key]) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case ..<0x20, 0x7F: keys.append(Key(control: byte))
        case ..<0x80: keys.append(isAlt ? .unknown : .character(Character(Unicode.Scalar(byte))))
        case _:
            guard let partial = PartialCharacter(first: byte) else { return keys.append(.unknown) }
            state = .character(partial, isAlt: isAlt)
        }
    }

    /// Ends the unfinished sequence and starts again with the byte that did not belong to it.
    private mutating func restart(at byte: UInt8, _ keys: inout [Key]) {
        keys += finish()
        begin(byte, isAlt: false, &keys)
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(KeySequence(isSingleShift: false))
        case UInt8(ascii: "O"): state = .sequence(KeySequence(isSingleShift: true))
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            state = .string(isAtEscape: false)
        case ..<0x20, 0x7F: restart(at: byte, &keys)
        case _: begin(byte, isAlt: true, &keys)
        }
    }

    private mutating func advance(
        _ progress: PartialCharacter.Progress, isAlt: Bool, _ byte: UInt8, _ keys: inout [Key]
    ) {
        switch progress {
        case .more: break
        case .done(let scalar):
            let isControl = scalar.properties.generalCategory == .control
            keys.append(isAlt || isControl ? .unknown : .character(Character(scalar)))
            state = .ground
        case .broken: restart(at: byte, &keys)
        }
    }

    private mutating func advance(
        _ progress: KeySequence.Progress, _ byte: UInt8, _ keys: inout [Key]
    ) {
        switch progress {
        case .more: return
        case .key(let key):
            keys.append(key)
            state = .ground
        case .pasteStart: state = .paste(matched: 0)
        case .nothing: state = .ground
        case .report(let missing, let isMouse): state = .report(missing: missing, isMouse: isMouse)
        case .broken: restart(at: byte, &keys)
        }
    }
}

/// Reports, control strings and pasted text, which give no keys.
extension KeyReader {
    private mutating func takeReport(
        _ byte: UInt8, missing: Int, isMouse: Bool, _ keys: inout [Key]
    ) {
        guard byte >= 0x20 else { return restart(at: byte, &keys) }
        if missing == 1 {
            keys += finish()
        } else {
            state = .report(missing: missing - 1, isMouse: isMouse)
        }
    }

    private mutating func takeString(_ byte: UInt8, isAtEscape: Bool, _ keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "\\") where isAtEscape, 0x07: keys += finish()
        case _ where isAtEscape:
            keys += finish()
            takeAfterEscape(byte, &keys)
        case 0x1B: state = .string(isAtEscape: true)
        case ..<0x20, 0x7F: restart(at: byte, &keys)
        case _: break
        }
    }

    /// Ctrl-C ends a paste, in case the terminal never sends the end marker.
    private mutating func takePasted(_ byte: UInt8, matched: Int, _ keys: inout [Key]) {
        if byte == 0x03 {
            restart(at: byte, &keys)
        } else if byte == Self.pasteEnd[matched] {
            let isEnd = matched + 1 == Self.pasteEnd.count
            state = isEnd ? .ground : .paste(matched: matched + 1)
        } else {
            state = .paste(matched: byte == Self.pasteEnd[0] ? 1 : 0)
        }
    }
}
