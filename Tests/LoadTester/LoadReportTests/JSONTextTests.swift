import Testing
import WireProtocol

@testable import LoadReport

@Suite struct JSONTextTests {
    @Test func `objects and arrays are nested with commas where they belong`() {
        let line = JSONText.line { json in
            json.object("a") { _ in }
            json.array("b") { json in
                json.integer(nil, Int64(1))
                json.object { $0.flag("c", true) }
                json.text(nil, "d\"\n")
            }
            json.known("e", "")
            json.number("f", nil)
        }
        #expect(line == #"{"a":{},"b":[1,{"c":true},"d\"\n"]}"# + "\n")
    }

    @Test(arguments: [
        (0.0, "0"), (-1.5, "-1.5"), (1e6, "1000000"), (0.000_000_4, "0"), (0.1 + 0.2, "0.3"),
        (1e300, "1e+300"), (-0.25, "-0.25"),
    ])
    func `numbers have six places at most`(number: Double, text: String) throws {
        let line = JSONText.line { $0.number("n", number) }
        #expect(line == "{\"n\":\(text)}\n")
        #expect(JSONValue(line: line.utf8)?["n"]?.double != nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what is no number is left out`(number: Double) {
        #expect(JSONText.line { $0.number("n", number) } == "{}\n")
    }
}
