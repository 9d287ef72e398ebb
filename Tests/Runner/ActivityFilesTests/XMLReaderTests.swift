import Testing

@testable import ActivityFiles

@Suite struct XMLReaderTests {
    /// What is read, a word for each tag: `+name` with its attribute `a`, `-name` with its text.
    private static func tags(_ bytes: [UInt8]) -> (tags: [String], fault: ActivityFault?) {
        var reader = XMLReader(bytes)
        var tags: [String] = []
        do throws(ActivityFault) {
            while let event = try reader.next() {
                let name = String(decoding: reader.name, as: UTF8.self)
                switch event {
                case .open:
                    let value = reader.attribute("a").map { String(decoding: $0, as: UTF8.self) }
                    tags.append("+\(name)\(value.map { "=\($0)" } ?? "")")
                case .close:
                    tags.append("-\(name) \(String(decoding: reader.text, as: UTF8.self))")
                }
            }
            return (tags, nil)
        } catch {
            return (tags, error)
        }
    }

    private static func tags(_ text: String) -> (tags: [String], fault: ActivityFault?) {
        tags(Array(text.utf8))
    }

    private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? bytes : bytes.reversed()
        }
    }

    @Test func `tags come with their attributes and texts`() {
        let text = """
            <?xml version='1.0'?><!-- < -->
            <n:one a = 'x "y"' b="1"><two a="&lt;&#65;&#x3B1;&quot;"/>\
            <n:three\t>1 &amp;<!-- 2 --> <![CDATA[<&>]]><?p ?>3</n:three ></n:one>
            <!-- end --> <?p ?>
            """
        let expected = [
            "+one=x \"y\"", "+two=<Aα\"", "-two ", "+three", "-three 1 & <&>3", "-one ",
        ]
        let (tags, fault) = Self.tags(text)
        #expect(tags == expected && fault == nil)
    }

    @Test func `all encodings read the same`() {
        let text = "<?xml version=\"1.0\"?>\n<one a=\"x\"><two>3é</two></one>\n"
        let expected = ["+one=x", "+two", "-two 3", "-one "]
        let encodings = [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + Self.utf16(text, isBig: false),
            [0xFE, 0xFF] + Self.utf16(text, isBig: true), Self.utf16(text, isBig: false),
            Self.utf16(text, isBig: true), Array(text.utf8),
            text.unicodeScalars.map { UInt8($0.value) },
        ]
        for bytes in encodings {
            let (tags, fault) = Self.tags(bytes)
            #expect(tags.map { $0.filter(\.isASCII) } == expected && fault == nil)
            #expect(XMLActivity.isXML(bytes))
        }
        #expect(!XMLActivity.isXML(Array("t_s,heart_rate_bpm\n".utf8)) && !XMLActivity.isXML([]))
    }

    @Test func `places are those of the file in its encoding`() {
        let text = "<a>é</b>"
        #expect(Self.tags(text).fault == .xml(.mismatched, at: 5))
        #expect(
            Self.tags([0xEF, 0xBB, 0xBF] + Array(text.utf8)).fault
                == .xml(.mismatched, at: 8))
        #expect(Self.tags(Self.utf16(text, isBig: true)).fault == .xml(.mismatched, at: 8))
        #expect(
            Self.tags([0xFF, 0xFE] + Self.utf16(text, isBig: false)).fault
                == .xml(.mismatched, at: 10))
        var reader = XMLReader(Array("<a>\n<b/></a>".utf8))
        var places: [Int] = []
        while (try? reader.next()) != nil { places.append(reader.place) }
        #expect(places == [0, 4, 4, 8])
    }

    private static let malformed: [(String, Int, XMLFault)] = [
        ("<a></b>", 3, .mismatched), ("<a><b></a>", 6, .mismatched),
        ("<n:a></a>", 5, .mismatched), ("</a>", 0, .mismatched),
        ("<a>\u{1}</a>", 3, .control(1)), ("<a b=\"\0\"/>", 6, .control(0)),
        ("<a><!--\u{8}--></a>", 7, .control(8)), ("<a/>\0\0", 4, .control(0)),
        ("<a>&nbsp;</a>", 3, .entity), ("<a>& b</a>", 3, .entity), ("<a>&#0;</a>", 3, .entity),
        ("<a>&#xD800;</a>", 3, .entity), ("<a>&#x110000;</a>", 3, .entity),
        ("<a>&#99999999999;</a>", 3, .entity), ("<a>&#x;</a>", 3, .entity),
        ("<a>&#4f;</a>", 3, .entity), ("<a b='&lol;'/>", 6, .entity),
        ("<!DOCTYPE a><a/>", 0, .documentType), ("<a><!ELEMENT b></a>", 3, .tag),
        ("<![CDATA[x]]><a/>", 0, .tag), ("a<a/>", 0, .tag), ("&lt;<a/>", 0, .tag),
        ("<a/>b", 4, .behindRoot), ("<a/><b/>", 4, .behindRoot), ("<a>< b/></a>", 3, .tag),
        ("<a b></a>", 3, .attribute), ("<a b=c></a>", 3, .attribute),
        ("<a b='c'd='e'/>", 8, .attribute), ("<a b='<'/>", 6, .attribute),
        ("<a b='1' b='2'/>", 9, .repeatedAttribute), ("<a></a b>", 3, .tag),
    ]

    @Test(arguments: malformed)
    func `what is not well-formed is refused where it stands`(
        text: String, offset: Int, reason: XMLFault
    ) {
        #expect(Self.tags(text).fault == .xml(reason, at: offset))
    }

    @Test func `a document cut at any byte gives the tags that are whole`() {
        let text = "<?xml a?><!-- c --><a b='c&amp;' d=\"\"><b/>&#65;<![CDATA[x]]>y<c>1</c></a>"
        let whole = Self.tags(text)
        let bytes = Array(text.utf8)
        #expect(whole.fault == nil && whole.tags.count == 6)
        for count in bytes.indices {
            let (tags, fault) = Self.tags(Array(bytes[..<count]))
            #expect(whole.tags.starts(with: tags))
            #expect(fault == .xml(.cutShort, at: count), "cut at \(count)")
        }
    }

    @Test func `elements lie 32 deep at most`() {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(Self.tags(nested(32)).fault == nil)
        #expect(Self.tags(nested(33)).fault == .xml(.tooDeep(32), at: 96))
        #expect(Self.tags(nested(100_000)).fault == .xml(.tooDeep(32), at: 96))
    }

    @Test func `names and attributes are bounded`() {
        func flood(_ count: Int) -> String {
            "<a" + (0..<count).map { " b\($0)=''" }.joined() + "/>"
        }
        #expect(Self.tags(flood(32)).fault == nil)
        #expect(Self.tags(flood(100_000)).fault?.reason == .xml(.manyAttributes(32)))
        let name = String(repeating: "n", count: 128)
        #expect(Self.tags("<\(name) \(name)=''/>").fault == nil)
        #expect(Self.tags("<\(name)n/>").fault == .xml(.longName(128), at: 1))
        let value = String(repeating: "v", count: (16 << 10) - 1)
        #expect(Self.tags("<a b='\(value)'/>").fault == nil)
        let tags = Self.tags("<a b='\(value)' c='v'/>")
        #expect(tags.fault?.reason == .xml(.longAttributes(16 << 10)))
    }

    @Test func `laughs are refused before the first one`() {
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;&lol;">]>
            <gpx>&lol1;</gpx>
            """
        #expect(Self.tags(text).fault == .xml(.documentType, at: 22))
    }

    @Test func `a text of more than a kilobyte is no value`() {
        let text = String(repeating: "1", count: 1024)
        #expect(Self.tags("<a>\(text)</a>").tags[1] == "-a \(text)")
        #expect(Self.tags("<a>\(text)1</a>").tags[1] == "-a ")
        #expect(Self.tags("<a>\(text)<b/>2</a>").tags.last == "-a 2")
    }
}
