import PlainText
import Terminal
import Testing

@Suite struct TextTableTests {
    @Test func `columns are as wide as their widest cell and two spaces apart`() {
        var table = TextTable([("NAME", .left), ("PACE", .right), ("NOTE", .left)])
        table.add(["s0.0", "12:30", "warm"])
        table.add(["s10.100", "4:05", ""])
        #expect(
            table.lines == [
                "NAME      PACE  NOTE",
                "s0.0     12:30  warm",
                "s10.100   4:05",
            ])
    }

    @Test func `a table without rows is its heads`() {
        #expect(TextTable([("A", .right), ("B", .left)]).lines == ["A  B"])
    }

    @Test func `the width of a cell is its characters, not its bytes`() {
        var table = TextTable([("é", .left), ("x", .left)])
        table.add(["e\u{301}ü", "y"])
        table.add(["abc", "z"])
        #expect(table.lines == ["é    x", "e\u{301}ü   y", "abc  z"])
    }

    @Test(arguments: [
        (nil, ["ID  NAME  NOTE", " 1  ann   warm", "12  bob"]),
        (14, ["ID  NAME  NOTE", " 1  ann   warm", "12  bob"]),
        (13, ["ID  NAME  …", " 1  ann", "12  bob"]),
        (11, ["ID  NAME  …", " 1  ann", "12  bob"]),
        (10, ["ID  …", " 1", "12"]), (5, ["ID  …", " 1", "12"]), (4, ["ID  …", " 1", "12"]),
        (0, ["ID  …", " 1", "12"]),
    ])
    func `whole columns are left out where a terminal has no room, and the first stays`(
        room: Int?, lines: [String]
    ) {
        var table = TextTable([("ID", .right), ("NAME", .left), ("NOTE", .left)])
        table.add(["1", "ann", "warm"])
        table.add(["12", "bob", ""])
        #expect(table.lines(fitting: room) == lines)
    }

    @Test func `only spaces at the end are cut`() {
        var table = TextTable([("", .left), ("", .right)])
        table.add([" a ", ""])
        #expect(table.lines == ["", " a"])
    }

    @Test(arguments: 0...6)
    func `padding gives the width, or leaves what is wider`(width: Int) {
        let left = "abc".padded(to: width, .left)
        let right = "abc".padded(to: width, .right)
        #expect(left.count == max(3, width))
        #expect(right.count == max(3, width))
        #expect(left.hasPrefix("abc"))
        #expect(right.hasSuffix("abc"))
    }

    @Test func `a row with a cell too few is a mistake of ours`() async {
        await #expect(processExitsWith: .failure) {
            var table = TextTable([("A", .left), ("B", .left)])
            table.add(["1"])
        }
    }
}
