import Testing

@testable import ActivityFiles

@Suite struct FITDecoderTests {
    /// Time stamp, heart rate, enhanced speed.
    private static let record: [[UInt8]] = [[253, 4, 0x86], [3, 1, 0x02], [73, 4, 0x86]]
    private static let noon: UInt64 = 1_100_000_000

    @Test(arguments: [false, true])
    func `both orders of bytes are read`(isBigEndian: Bool) throws {
        let number = isBigEndian ? FITBytes.big : FITBytes.little
        var bytes = FITBytes()
        bytes.define(3, 20, Self.record + [[9, 2, 0x83]], isBigEndian: isBigEndian)
        bytes.add([3] + number(Self.noon, 4) + [150] + number(3012, 4) + number(0xFFFE, 2))
        let message = try #require(try decoded(bytes.file()).first)
        #expect(message.kind == .record && message.timestamp == UInt32(Self.noon))
        #expect([3, 73, 9].map { message.integer($0) } == [150, 3012, -2])
        #expect(message.integer(5) == nil)
    }

    @Test(arguments: [12, 14] as [UInt8])
    func `headers with and without a checksum are read`(size: UInt8) throws {
        var bytes = FITBytes()
        bytes.define(0, 20, Self.record)
        bytes.add([0] + FITBytes.little(Self.noon, 4) + [0xFF] + FITBytes.little(0xFFFF_FFFF, 4))
        let messages = try decoded(bytes.file(headerSize: size))
        #expect(messages.count == 1)
        #expect(messages[0].integer(3) == nil && messages[0].integer(73) == nil)
    }

    @Test func `a header whose checksum is 0 has none`() throws {
        var file = FITBytes().file()
        file[12...13] = [0, 0]
        file =
            file.dropLast(2) + FITBytes.little(UInt64(FITChecksum(of: file.dropLast(2)).value), 2)
        #expect(try decoded(file).isEmpty)
    }

    /// The lowest five bits run over twice.
    @Test func `compressed time stamps go on from the whole one before`() throws {
        var bytes = FITBytes()
        bytes.define(0, 20, Self.record)
        bytes.define(1, 20, [[3, 1, 0x02]])
        let base = Self.noon / 32 * 32 + 30
        bytes.add([0x80 | 1 << 5 | 31, 100])
        bytes.add([0] + FITBytes.little(base, 4) + [100] + FITBytes.little(1, 4))
        for offset in [31, 0, 1, 1, 31, 3] as [UInt8] { bytes.add([0x80 | 1 << 5 | offset, 101]) }
        let messages = try decoded(bytes.file())
        #expect(messages[0].timestamp == nil)
        let times = messages.dropFirst().map { UInt64($0.timestamp ?? 0) }
        #expect(times == [0, 1, 2, 3, 3, 33, 37].map { base + $0 })
    }

    @Test func `developer fields and types that nobody knows are read over`() throws {
        var bytes = FITBytes()
        bytes.define(
            0, 20, Self.record + [[200, 3, 0x77], [201, 3, 0x84]],
            developerFields: [[0, 5, 0], [1, 2, 0]])
        let head = FITBytes.little(Self.noon, 4) + [150] + FITBytes.little(3012, 4)
        bytes.add([0] + head + [9, 9, 9] + [7, 0, 8] + [1, 2, 3, 4, 5, 6, 7])
        bytes.define(0, 21, [[0, 1, 0x00]])
        bytes.add([0, 4])
        let messages = try decoded(bytes.file())
        #expect(messages.map(\.kind) == [.record, .event])
        #expect(messages[0].integer(200) == nil)
        // Of several values the first.
        #expect(messages[0].integer(201) == 7)
        #expect(messages[1].integer(0) == 4)
    }

    @Test func `files that lie one after the other are read as such`() throws {
        var bytes = FITBytes()
        bytes.define(0, 21, [[0, 1, 0x00]])
        bytes.add([0, 4])
        let file = bytes.file()
        let empty = FITBytes().file()
        #expect(try decoded(file + empty + file).map(\.file) == [0, 2])
        #expect(FITDecoder.isFIT(file) && !FITDecoder.isFIT(Array("t_s,heart_rate".utf8)))
        // Definitions end with their file.
        let lone = FITBytes.little(0, 0) + [0, 4]
        var second = FITBytes()
        second.add(lone)
        let offset = file.count + 14
        #expect(throws: ActivityFault.fit(.undefined(0), at: offset)) {
            try decoded(file + second.file())
        }
    }

    @Test func `texts end at their zero byte`() throws {
        var bytes = FITBytes()
        bytes.define(0, 12, [[3, 6, 0x07], [4, 2, 0x07], [5, 2, 0x07], [0, 1, 0]])
        bytes.add([0] + Array("tempo".utf8) + [0, 0, 0, 0xFF, 0xFE, 1])
        let message = try #require(try decoded(bytes.file()).first)
        #expect(message.text(3) == "tempo")
        #expect([4, 5, 0, 9].map { message.text($0) } == [nil, nil, nil, nil])
        #expect(message.integer(3) == nil)
    }
}
