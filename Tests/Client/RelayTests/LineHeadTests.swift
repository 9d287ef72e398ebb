import StreamAudit
import Testing
import WireProtocol

@testable import Relay

@Suite struct LineHeadTests {
    private func head(_ line: [UInt8]) -> LineHead? { line.withUnsafeBytes { LineHead($0) } }

    private func text(_ line: [UInt8], _ range: Range<Int>?) -> String? {
        range.map { String(decoding: line[$0], as: UTF8.self) }
    }

    @Test(arguments: 0..<20)
    func `a name ends at its quote, and has plain bytes only`(place: Int) {
        let name = "s12345678.0123456789"
        let line = Array(RelayLine.data(1, session: name).utf8)
        let start = #"{"type":"stat","session":""#.utf8.count
        for byte in UInt8.min...UInt8.max {
            var line = line
            line[start + place] = byte
            let isPlain = 0x23..<0x7F ~= byte && byte != UInt8(ascii: "\\")
            #expect((head(line) != nil) == isPlain, "byte \(byte)")
            if isPlain {
                let bytes = head(line).map { Array(line[$0.session]) }
                #expect(bytes == Array(line[start..<start + name.utf8.count]), "byte \(byte)")
            }
        }
    }

    @Test(arguments: 1...19)
    func `names, numbers and clocks of every length are found`(length: Int) {
        let name = String(repeating: "s", count: length)
        let number = Int(String(repeating: "9", count: min(length, 18))) ?? 0
        let clock = #","due_us":-\#(number),"late_us":\#(number)"#
        let line = Array(RelayLine.data(number, session: name, clock: clock).utf8)
        let head = head(line)
        #expect(text(line, head?.session) == name)
        #expect(text(line, head?.number) == "\(number)")
        #expect(text(line, head?.clock) == clock)
        #expect(text(line, head?.anchor) == "\(RelayLine.anchor(number))")
    }

    @Test(arguments: 0..<18)
    func `a number has digits only`(place: Int) {
        let line = Array(RelayLine.data(111_111_111_111_111_111).utf8)
        let start = #"{"type":"stat","session":"s0.0","n":"#.utf8.count
        for byte in UInt8.min...UInt8.max {
            var line = line
            line[start + place] = byte
            let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            let isSign = place == 0 && byte == UInt8(ascii: "-")
            #expect((head(line) != nil) == (isDigit || isSign), "byte \(byte)")
        }
    }

    @Test func `every shorter line than a head is none`() {
        let line = Array(RelayLine.data(1).utf8)
        let end = line.count - #","phase":"cruise","heart_rate_bpm":{"average":151.20}}"#.utf8.count
        for count in 0...line.count {
            #expect((head(Array(line[..<count])) != nil) == (count >= end), "\(count) bytes")
        }
    }

    @Test(arguments: [29, 31])
    func `an anchor of another length is none`(length: Int) {
        let anchor = "\(RelayLine.anchor(1))"
        let text = RelayLine.data(1).replacing(anchor, with: (anchor + "0").prefix(length))
        #expect(head(Array(text.utf8)) == nil)
    }
}
