import TestSupport
import Testing
import WireProtocol

@Suite struct UnknownFieldsTests {
    @Test(arguments: [
        (#"{"op":"subscribe","windw":"5s"}"#, "windw", "window"),
        (#"{"op":"subscribe","widnow":"5s"}"#, "widnow", "window"),
        (#"{"op":"subscribe","Window":"5s"}"#, "Window", "window"),
        (#"{"op":"subscribe","SUB":"hr"}"#, "SUB", "sub"),
        (#"{"op":"subscribe","minCoverage":0.5}"#, "minCoverage", "min_coverage"),
        (#"{"op":"subscribe","anchor":"a1"}"#, "anchor", "after"),
        (#"{"op":"subscribe","anchr":"a1"}"#, "anchr", "after"),
        (#"{"op":"subscribe","kind":"stat"}"#, "kind", "kinds"),
        (#"{"op":"subscribe","metric":"steps"}"#, "metric", "metrics"),
        (#"{"op":"subscribe","session":"s1"}"#, "session", "select.session"),
        (#"{"op":"subscribe","sesion":"s1"}"#, "sesion", "select.session"),
        (#"{"op":"subscribe","select":{"sessions":"s1"}}"#, "select.sessions", "select.session"),
        (#"{"op":"subscribe","smooth":{"halflife":"5s"}}"#, "smooth.halflife", "smooth.half_life"),
        (#"{"op":"subscribe","queue":{"stalenes":"5s"}}"#, "queue.stalenes", "queue.staleness"),
        (#"{"op":"query","session":"s1"}"#, "session", "select.session"),
        (#"{"op":"query","form":"2026-03-01"}"#, "form", "from"),
        (#"{"op":"query","from":"2026-03-01","every":"1d"}"#, "every", "interval"),
        (#"{"op":"sessions","decsending":true}"#, "decsending", "descending"),
        (#"{"op":"pause","select":{"session":"s1"}}"#, "select", "session"),
        (#"{"op":"start","athelte":3}"#, "athelte", "athlete"),
        (#"{"op":"add","lane":"s1"}"#, "lane", "session"),
        (#"{"op":"remove","entyr":"e1.2"}"#, "entyr", "entry"),
        (#"{"op":"status","ID":3}"#, "ID", "id"),
    ])
    func `a close miss is refused and told what was meant`(
        line: String, path: String, meant: String
    ) throws {
        let error = try #require(refusal(line)).error
        #expect(error.code == .badField)
        #expect(error.field == path)
        #expect(error.reason.hasSuffix("has no \"\(path)\": did you mean \(meant)?"))
        #expect(error.suggestion.hasPrefix("\(meant) must be "))
    }

    @Test func `a name in an object is told where the object is`() throws {
        let error = try #require(refusal(#"{"op":"query","session":"s1"}"#)).error
        #expect(error.suggestion.hasSuffix(#"It lies in an object: "select":{"session":…}."#))
        let inner = try #require(refusal(#"{"op":"query","select":{"sesion":"s1"}}"#)).error
        #expect(!inner.suggestion.contains("object:"))
    }

    @Test(arguments: [
        ("subscibe", "Did you mean subscribe?"), ("Status", "Did you mean status?"),
        ("statsu", "Did you mean status?"), ("quer", "Did you mean query?"),
        ("fly", "Use client, subscribe"), ("ad", "Use client, subscribe"),
    ])
    func `a mistyped operation is told what was meant`(name: String, advice: String) throws {
        let error = try #require(refusal("{\"op\":\"\(name)\"}")).error
        #expect(error.code == .unknownOperation)
        #expect(error.suggestion.hasPrefix(advice))
    }

    @Test(arguments: [
        (#"{"op":"subscribe","colour":7,"queue":{"deep":{"hue":1}}}"#, ["colour", "queue.deep"]),
        (#"{"op":"subscribe","limit":7,"to":"start"}"#, ["limit", "to"]),
        (#"{"op":"status","select":{"session":"s1"}}"#, ["select"]),
        (#"{"op":"subscribe","lang":"en","user":"ann","type":"x"}"#, ["lang", "user", "type"]),
        (#"{"op":"pause","session":"s1","version":2}"#, ["version"]),
        (#"{"op":"client","name":"x","page":1,"":2}"#, ["page", ""]),
        (#"{"op":"status","windw":null,"colour":null}"#, []),
        (
            #"{"op":"status","win\u200bdow":1,"a\u001b[2J":1}"#,
            [#"win\u{200b}dow"#, #"a\u{1b}[2J"#]
        ),
        (#"{"op":"status","a\u00a0b":1}"#, [#"a\u{a0}b"#]),
    ])
    func `what is near to nothing is passed over and named`(line: String, ignored: [String]) throws
    {
        #expect(try outcome(line).get().answerID.ignored == ignored)
    }

    @Test func `an error names what is passed over too, and a close miss does`() throws {
        let wrong = try #require(refusal(#"{"op":"subscribe","colour":1,"window":"x"}"#))
        #expect(wrong.error.code == .badWindow)
        #expect(wrong.answerID.ignored == ["colour"])
        let near = try #require(refusal(#"{"op":"query","wndow":1,"colour":1,"form":1}"#))
        #expect(near.error.field == "wndow")
        #expect(near.answerID.ignored == ["colour"])
        #expect(refusal(#"{"op":"fly","colour":1}"#)?.answerID.ignored == [])
    }

    @Test func `no request of the samples has a field that is passed over`() throws {
        for line in RequestSamples.lines {
            #expect(try outcome(line).get().answerID.ignored.isEmpty, "\(line)")
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `any slip of one letter in a known name is refused, and of two in a long one`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for operation in Operation.allCases {
            let paths = RequestField.all.filter { [nil, operation].contains($0.operation) }
                .map(\.path).filter { $0 != "op" }
            for path in paths {
                let parts = path.split(separator: ".").map(String.init)
                let length = parts[parts.count - 1].count
                guard length >= 4 else { continue }
                var name = parts[parts.count - 1]
                let slips = length >= 7 ? generator.number(1...2) : 1
                for _ in 0..<slips { name.slip(using: &generator, maySwap: slips == 1) }
                let slipped = (parts.dropLast() + [name]).joined(separator: ".")
                guard !paths.contains(slipped) else { continue }
                let field = parts.count == 1 ? "\"\(name)\":1" : "\"\(parts[0])\":{\"\(name)\":1}"
                let line = "{\"op\":\"\(operation.rawValue)\",\(field)}"
                let error = try #require(refusal(line), "seed \(seed): \(line)").error
                #expect(error.reason.contains("did you mean"), "seed \(seed): \(line)")
            }
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `whatever the names are, what is named has its bounds and is plain`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let name = #"{"op":"status""#
        var line = name
        var names: Set<String> = []
        for number in 0..<generator.number(1...200) {
            var buffer = LineBuffer()
            var text = generator.pick(HostileText.all).text + "\(number)"
            for _ in 0..<generator.below(9) { text += generator.pick(HostileText.all).text }
            guard names.insert(text).inserted else { continue }
            buffer.append(",")
            buffer.appendJSONString(text)
            line += buffer.text + ":0"
        }
        let incoming = try outcome(line + "}").get()
        #expect(incoming.answerID.ignored.count == min(names.count, ProtocolLimits.ignoredFields))
        var answer = LineBuffer()
        OkLine.append(id: incoming.answerID, to: &answer)
        for path in incoming.answerID.ignored {
            #expect(path.unicodeScalars.count <= 41)
            let isPlain = path.unicodeScalars.allSatisfy(\.isPlainASCII)
            #expect(isPlain, "seed \(seed): \(path)")
        }
        #expect(answer.count < 2048)
        #expect(throws: Never.self) { try JSONTree(line: answer.bytes.dropLast()) }
    }

    @Test func `a line full of unknown fields is looked through no further than the limit`() throws
    {
        let limit = ProtocolLimits.comparedFields
        let full = (0..<2000).map { "\"x\($0)\":0" }.joined(separator: ",")
        let passed = try outcome("{\"op\":\"subscribe\",\(full),\"windw\":1}").get().answerID
        #expect(passed.ignored.count == 8)
        let some = (0..<limit - 1).map { "\"x\($0)\":0" }.joined(separator: ",")
        #expect(refusal("{\"op\":\"subscribe\",\(some),\"windw\":1}")?.error.field == "windw")
        let long = String(repeating: "window", count: 2000)
        let cut = try outcome("{\"op\":\"subscribe\",\"\(long)\":1}").get().answerID
        #expect(cut.ignored[0].count == 41)
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainASCII: Bool { (0x20...0x7E).contains(value) || self == "…" }
}

extension String {
    /// Inserts, leaves out or replaces a letter, or swaps it with its neighbour.
    fileprivate mutating func slip(using generator: inout SeededGenerator, maySwap: Bool) {
        var letters = Array(self)
        let place = generator.below(letters.count - 1)
        let letter = Character(Unicode.Scalar(UInt8(generator.number(97...122))))
        switch generator.below(maySwap ? 4 : 3) {
        case 0: letters.insert(letter, at: place)
        case 1: letters.remove(at: place)
        case 2: letters[place] = letter
        case _: letters.swapAt(place, place + 1)
        }
        self = String(letters)
    }
}
