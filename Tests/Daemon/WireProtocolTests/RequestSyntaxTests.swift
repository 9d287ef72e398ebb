import JSON
import TestSupport
import Testing
import WireProtocol

/// The words for what is wrong with a request line.
@Suite struct RequestSyntaxTests {
    private func fault(_ bytes: some Sequence<UInt8>) -> WireError? {
        do throws(JSONFault) {
            // A slice that does not begin at 0, because columns count from the line's start.
            _ = try PlacedJSON.object(in: ([0, 0, 0] + Array(bytes))[3...], levels: 16)
            return nil
        } catch {
            return WireError(error)
        }
    }

    private static let valid: [String] = [
        #"{}"#, #" { } "#, "\t{\r}\r", #"{"a":1}"#, #"{ "a" : [ 1 , 2 ] , "b" : { } }"#,
        #"{"a":[],"b":{},"c":"","d":null,"e":true,"f":false}"#,
        #"{"a":-0,"b":0.0,"c":-1.5e+10,"d":1E-3,"e":0e0,"f":123456789012345678901234567890}"#,
        #"{"a":1.7976931348623157e308,"b":5e-324,"c":-1e308,"d":-0.0e-999}"#,
        #"{"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\u0000\ud83d\uDEEB"}"#,
        #"{"é ✈ 🛫":"\#u{7f}\#u{80}\#u{7ff}\#u{800}\#u{d7ff}\#u{e000}\#u{ffff}\#u{10ffff}"}"#,
        #"{"a":{"a":{"a":1}},"A":2,"a ":3}"#,
        #"{"a":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}"#,
    ]

    @Test(arguments: valid)
    func `valid objects are accepted, and by the decoder too`(line: String) throws {
        #expect(fault(line.utf8) == nil)
        _ = try JSONTree(line: line)
    }

    @Test(arguments: valid)
    func `a line that ends too early says so behind its last byte`(line: String) throws {
        let object = Array(line.utf8).prefix(through: try #require(line.utf8.lastOffset(of: "}")))
        for length in 0..<object.count {
            let column = try #require(fault(object.prefix(length))?.column, "length \(length)")
            #expect((1...length + 1).contains(column))
        }
    }

    private static let invalid: [(String, Int, String)] = [
        ("", 1, "A request is a JSON object and starts with {, but the line ends."),
        ("   ", 4, "A request is a JSON object and starts with {, but the line ends."),
        ("[]", 1, "A request is a JSON object and starts with {, not [."),
        ("1", 1, "A request is a JSON object and starts with {, not 1."),
        (#""a""#, 1, #"A request is a JSON object and starts with {, not "."#),
        ("{} x", 4, "Nothing may follow the object, not x."),
        ("{}{}", 3, "Nothing may follow the object, not {."),
        ("{", 2, "A field name in double quotes is expected here, but the line ends."),
        ("{a:1}", 2, "A field name in double quotes is expected here, not a."),
        ("{'a':1}", 2, "A field name in double quotes is expected here, not '."),
        ("{1:1}", 2, "A field name in double quotes is expected here, not 1."),
        (#"{"a"}"#, 5, "A colon is expected here, after the field name, not }."),
        (#"{"a" 1}"#, 6, "A colon is expected here, after the field name, not 1."),
        (#"{"a":}"#, 6, "A value is expected here, not }."),
        (
            #"{"a":1"#, 7,
            "A comma or } is expected here, after the field's value, but the line ends."
        ),
        (#"{"a":1 2}"#, 8, "A comma or } is expected here, after the field's value, not 2."),
        (#"{"a":1,}"#, 8, "A field name in double quotes is expected here, not }."),
        (#"{,"a":1}"#, 2, "A field name in double quotes is expected here, not ,."),
        (#"{"a":[1,]}"#, 9, "A value is expected here, not ]."),
        (#"{"a":[1 2]}"#, 9, "A comma or ] is expected here, after the element, not 2."),
        (#"{"a":[}"#, 7, "A value is expected here, not }."),
        (#"{"a":01}"#, 6, "A number may not begin with 0."),
        (#"{"a":-01}"#, 6, "A number may not begin with 0."),
        (#"{"a":+1}"#, 6, "A value is expected here, not +."),
        (#"{"a":.5}"#, 6, "A value is expected here, not .."),
        (#"{"a":1.}"#, 8, "A digit is expected here, not }."),
        (#"{"a":-}"#, 7, "A digit is expected here, not }."),
        (#"{"a":1e}"#, 8, "A digit is expected here, not }."),
        (#"{"a":1e+}"#, 9, "A digit is expected here, not }."),
        (#"{"a":0x10}"#, 7, "A comma or } is expected here, after the field's value, not x."),
        (#"{"a":1e309}"#, 6, "The number is too large."),
        (#"{"a":-1e999999}"#, 6, "The number is too large."),
        (#"{"a":-5e-3224}"#, 6, "The number is too close to zero."),
        (#"{"a":NaN}"#, 6, "A value is expected here, not N."),
        (#"{"a":Infinity}"#, 6, "A value is expected here, not I."),
        (#"{"a":nul}"#, 6, "A value is expected here; did you mean null?"),
        (#"{"a":True}"#, 6, "A value is expected here, not T."),
        (#"{"a":truth}"#, 6, "A value is expected here; did you mean true?"),
        (#"{"a":nulls}"#, 10, "A comma or } is expected here, after the field's value, not s."),
        (#"{"a":"b}"#, 9, "The string that starts in column 6 has no end."),
        (#"{"a"#, 4, "The string that starts in column 2 has no end."),
        (#"{"a":"\x41"}"#, 7, #"A backslash must be followed by one of "\/bfnrtu."#),
        (#"{"a":"\u12G4"}"#, 7, #"\u must be followed by four hexadecimal digits."#),
        (#"{"a":"\u12"}"#, 7, #"\u must be followed by four hexadecimal digits."#),
        (#"{"a":"\ud83d"}"#, 7, "The escape is half of a surrogate pair."),
        (#"{"a":"\ud83dx"}"#, 7, "The escape is half of a surrogate pair."),
        (#"{"a":"\ud83d\n"}"#, 7, "The escape is half of a surrogate pair."),
        (#"{"a":"\ud83d\u0041"}"#, 7, "The escape is half of a surrogate pair."),
        (#"{"a":"\udeeb"}"#, 7, "The escape is half of a surrogate pair."),
        ("{\"a\":\"\t\"}", 7, "The control character 9 must be written as an escape."),
        ("{\"a\":\"\0\"}", 7, "The control character 0 must be written as an escape."),
        ("{\"a\":\0}", 6, "A value is expected here, not the byte 0."),
        ("{\"a\":1}\0", 8, "Nothing may follow the object, not the byte 0."),
        ("{\u{a0}}", 2, "A field name in double quotes is expected here, not the byte 194."),
        (#"{"a":1,"b":2,"a":3}"#, 14, #""a" occurs twice in one object."#),
        (#"{"a":1,"\u0061":3}"#, 8, #""a" occurs twice in one object."#),
        (#"{"x":{"é":1,"\u00e9":3}}"#, 14, #""é" occurs twice in one object."#),
        (
            #"{"a":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}"#, 21,
            "Objects and arrays lie more than 16 deep, not [."
        ),
        ("// no\n{}", 1, "A request is a JSON object and starts with {, not /."),
        ("\u{feff}{}", 1, "A request is a JSON object and starts with {, not the byte 239."),
    ]

    @Test(arguments: invalid)
    func `what is wrong is named with its column`(line: String, column: Int, reason: String) {
        #expect(fault(line.utf8)?.column == column)
        #expect(fault(line.utf8)?.reason == reason)
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x9B], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused where they start`(bytes: [UInt8]) {
        for rest in [#""}"#, ""] {
            let fault = fault(Array(#"{"a":"x"#.utf8) + bytes + Array(rest.utf8))
            #expect(fault?.column == 8)
            #expect(fault?.reason == "The bytes are not UTF-8.")
        }
    }

    @Test func `every scalar's UTF-8 is accepted and every other pair of bytes refused`() {
        for first in UInt8(0x80)...0xFF {
            for second in UInt8.min...UInt8.max {
                let text = String(validating: [first, second], as: UTF8.self)
                let isRefused = fault(Array(#"{"a":""#.utf8) + [first, second, 0x22, 0x7D]) != nil
                // A quote as second byte ends the string, so that the end of the line is wrong.
                #expect(isRefused == (text == nil), "\(first) \(second)")
            }
        }
    }

    @Test func `a line of ten thousand brackets is refused at the seventeenth`() {
        let line = #"{"a":"# + String(repeating: "[", count: 10_000)
        #expect(fault(line.utf8)?.column == 21)
    }

    @Test(arguments: UInt64(1)...8)
    func `no mutation traps, and what is accepted the decoder accepts`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<1500 {
            var line = Array(Self.valid.randomElement(using: &generator)!.utf8)
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                line.mutate(using: &generator)
            }
            if let fault = fault(line) {
                let column = fault.column ?? 0
                #expect((1...line.count + 1).contains(column), "seed \(seed): \(line)")
                #expect(!fault.reason.isEmpty)
            } else {
                accepted += 1
                #expect(throws: Never.self, "seed \(seed): \(line)") {
                    _ = try JSONTree(line: line)
                }
            }
        }
        #expect(accepted > 50)
    }
}

extension String.UTF8View {
    fileprivate func lastOffset(of scalar: Unicode.Scalar) -> Int? {
        Array(self).lastIndex(of: UInt8(ascii: scalar))
    }
}

extension [UInt8] {
    /// Changes, removes, inserts or repeats something.
    mutating func mutate(using generator: inout SeededGenerator) {
        let telling =
            Array("{}[]\",:\\0123456789eE+-.tfnu \t\r\n\0".utf8) + [0x80, 0xC3, 0xED, 0xFF]
        let place = Int.random(in: 0...count, using: &generator)
        let byte =
            Bool.random(using: &generator)
            ? telling.randomElement(using: &generator)!
            : UInt8.random(in: 0...255, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where place < count: self[place] = byte
        case 1 where place < count: remove(at: place)
        case 2:
            let end = Swift.min(count, place + Int.random(in: 0...8, using: &generator))
            insert(contentsOf: Array(self[place..<end]), at: place)
        default: insert(byte, at: place)
        }
    }
}
