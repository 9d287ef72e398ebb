/// Texts that do something to a terminal besides being seen.
package struct HostileText: Sendable, CustomStringConvertible {
    package let name: String
    package let text: String

    package var description: String { name }

    private init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    package static let all = [
        HostileText("a colour", "a\u{1B}[31mb"),
        HostileText("a cleared screen", "\u{1B}[2J\u{1B}[H"),
        HostileText("a window's title", "\u{1B}]0;title\u{07}"),
        HostileText("a link that ends with ST", "\u{1B}]8;;http://x\u{1B}\\y"),
        HostileText("a device control string", "\u{1B}P$q\"p\u{1B}\\"),
        HostileText("CSI of one byte", "\u{9B}31m"),
        HostileText("OSC of one byte", "\u{9D}0;title\u{9C}"),
        HostileText("a next line of C1", "a\u{85}b"),
        HostileText("a newline", "a\nb"),
        HostileText("a carriage return", "real\rfake"),
        HostileText("both", "a\r\nb"),
        HostileText("a backspace", "safe\u{8}\u{8}\u{8}\u{8}evil"),
        HostileText("a bell", "\u{7}"),
        HostileText("a tab", "a\tb"),
        HostileText("a zero", "a\0b"),
        HostileText("shift out", "\u{E}lqk\u{F}"),
        HostileText("delete", "a\u{7F}b"),
        HostileText("an override to the left", "a\u{202E}txt.exe\u{202C}"),
        HostileText("an isolate", "\u{2067}a\u{2069}"),
        HostileText("marks of direction", "\u{200E}a\u{200F}b\u{61C}"),
        HostileText("line and paragraph separators", "a\u{2028}b\u{2029}c"),
        HostileText("no width", "a\u{200B}\u{200D}\u{2060}\u{FEFF}b"),
        HostileText("tags", "a\u{E0041}\u{E007F}b"),
        HostileText("a selector of variants", "a\u{FE0F}\u{E0101}b"),
        HostileText("private use", "\u{E000}\u{10FFFD}"),
        HostileText("what no standard knows", "\u{FFFF}\u{E0080}"),
    ]
}

extension Unicode.Scalar {
    /// All scalars of the planes that are in use, and some of the others.
    package static var samples: [Unicode.Scalar] {
        let used = [UInt32(0)...0x3_FFFF, 0xE_0000...0xE_0FFF].joined()
        let others = stride(from: UInt32(0x4_0000), through: 0x10_FFFF, by: 509)
        return (Array(used) + Array(others)).compactMap(Unicode.Scalar.init)
    }
}
