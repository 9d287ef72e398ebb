import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct XMLWriterTests {
    private static func text(_ write: (inout XMLWriter) -> Void) -> String {
        var xml = XMLWriter()
        write(&xml)
        return String(decoding: xml.drain(), as: UTF8.self)
    }

    @Test func `an element stands in a line, and deeper ones further right`() {
        let text = Self.text { xml in
            xml.open("A", [("b", .integer(-7)), ("c", .word("x"))])
            xml.open("D")
            xml.element("E", .decimal(-5, 2))
            xml.element("F", nil)
            xml.close()
            xml.empty("G", [("h", .text("é"))])
            xml.close()
        }
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <A b="-7" c="x">
                 <D>
                  <E>-0.05</E>
                 </D>
                 <G h="é"/>
                </A>

                """)
    }

    @Test(arguments: HostileText.all)
    func `whatever a text holds, it comes back, or U+FFFD where XML cannot hold it`(
        hostile: HostileText
    ) throws {
        var xml = XMLWriter()
        let text = "<\(hostile.text)> & \"'"
        xml.open("A", [("b", .text(text))])
        xml.element("C", .text(text))
        xml.close()
        let root = try XMLTree.read(xml.drain())
        let wanted = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isHeld = scalar >= " " && scalar.value & ~1 != 0xFFFE
                    return isHeld || "\t\n\r".unicodeScalars.contains(scalar) ? scalar : "\u{FFFD}"
                }))
        #expect(root["b"]?.unicodeScalars.elementsEqual(wanted.unicodeScalars) == true)
        #expect(root.value("C")?.unicodeScalars.elementsEqual(wanted.unicodeScalars) == true)
    }

    @Test func `every scalar leaves the document well-formed`() throws {
        var all = String.UnicodeScalarView()
        all.append(contentsOf: Unicode.Scalar.samples)
        var xml = XMLWriter()
        xml.empty("A", [("b", .text(String(all)))])
        let root = try XMLTree.read(xml.drain())
        #expect(root["b"]?.unicodeScalars.count == all.count)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (1_772_344_800, "2026-03-01T06:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
    func `times are those of UTC`(second: Int64, wanted: String) {
        #expect(Self.text { $0.element("T", .utc(second)) }.contains("<T>\(wanted)</T>"))
    }

    @Test(arguments: [
        (3600, "2026-03-01 07:00:00 +0100"), (-12_600, "2026-03-01 02:30:00 -0330"),
        (0, "2026-03-01 06:00:00 +0000"), (45_900, "2026-03-01 18:45:00 +1245"),
        // Half a minute of an offset is no part of it, and no part of the time.
        (-2670, "2026-03-01 05:16:00 -0044"), (-20, "2026-03-01 06:00:00 +0000"),
    ])
    func `local times say by how much they are ahead`(offset: Int, wanted: String) {
        let text = Self.text { $0.element("T", .local(1_772_344_800, offset: offset)) }
        #expect(text.contains("<T>\(wanted)</T>"), "\(text)")
    }

    @Test func `the date follows the time over midnight, back and forth`() {
        let text = Self.text { xml in
            for second in [86_399, 86_400, 86_399] as [Int64] { xml.element("T", .utc(second)) }
        }
        let lines = text.split(separator: "\n").dropFirst()
        #expect(
            lines == [
                "<T>1970-01-01T23:59:59Z</T>", "<T>1970-01-02T00:00:00Z</T>",
                "<T>1970-01-01T23:59:59Z</T>",
            ])
    }

    @Test func `what has been taken does not come again`() {
        var xml = XMLWriter()
        xml.open("A")
        #expect(xml.count > 0)
        #expect(!xml.drain().isEmpty)
        #expect(xml.count == 0 && xml.drain().isEmpty)
        xml.close()
        #expect(String(decoding: xml.drain(), as: UTF8.self) == "</A>\n")
    }
}
