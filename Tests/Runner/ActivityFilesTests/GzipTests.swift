import TestSupport
import Testing

@testable import ActivityFiles

@Suite struct GzipTests {
    private static let limit = 1 << 20
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// What stands behind the blocks of a member.
    private static func trailer(_ content: [UInt8]) -> [UInt8] {
        var checksum = CRC32()
        checksum.update(content[...])
        return little(checksum.value) + little(UInt32(content.count))
    }

    /// A member with its content stored in blocks of so many bytes at most.
    private static func stored(
        _ content: [UInt8], header: [UInt8] = header, blockSize: Int = 0xFFFF
    ) -> [UInt8] {
        var bytes = header
        var rest = content[...]
        repeat {
            let block = rest.prefix(blockSize)
            rest = rest.dropFirst(blockSize)
            let count = UInt16(block.count)
            bytes.append(rest.isEmpty ? 1 : 0)
            for half in [count, ~count] {
                bytes += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)]
            }
            bytes += block
        } while !rest.isEmpty
        return bytes + trailer(content)
    }

    private static func read(_ bytes: [UInt8]) -> (bytes: [UInt8], fault: ActivityFault?) {
        Gzip.inflate(bytes, limit: limit)
    }

    @Test func `the checksum is that of the standard`() {
        var checksum = CRC32()
        #expect(checksum.value == 0)
        checksum.update(Array("123456789".utf8)[...])
        #expect(checksum.value == 0xCBF4_3926)
    }

    @Test(arguments: GzipSamples.all)
    func `what gzip compressed comes out again`(sample: GzipSamples.Sample) {
        let (bytes, fault) = Self.read(sample.compressed)
        #expect(bytes == sample.content)
        #expect(fault == nil)
        #expect(Gzip.isGzip(sample.compressed) && !Gzip.isGzip(sample.content))
    }

    @Test(arguments: [1, 7, 0xFFFF]) func `stored blocks come out again`(blockSize: Int) {
        for content in [[], GzipSamples.text] {
            let (bytes, fault) = Self.read(Self.stored(content, blockSize: blockSize))
            #expect(bytes == content && fault == nil)
        }
    }

    @Test func `members follow one another, and zero bytes behind the last one are passed over`() {
        let two = GzipSamples.all[0].compressed + Self.stored([1, 2])
        let content = GzipSamples.text + [1, 2]
        for zeros in [0, 1, 512] {
            let (bytes, fault) = Self.read(two + Array(repeating: 0, count: zeros))
            #expect(bytes == content && fault == nil)
        }
        let (bytes, fault) = Self.read(two + [0, 0, 7])
        #expect(bytes == content && fault == .gzip(.notGzip, at: two.count))
    }

    @Test func `a member repeats nothing of the one before it`() {
        var bits = DeflateBits()
        bits.add(0b011, 3)
        bits.add(code: 1, 7)
        bits.add(code: 0, 5)
        let (bytes, fault) = Self.read(Self.stored([1, 2]) + Self.header + bits.bytes)
        #expect(bytes == [1, 2] && fault?.reason == .gzip(.distance(1)))
    }

    @Test func `all that a header may have is passed over`() {
        var header = Self.header
        header[3] = 0x1F
        header += [3, 0, 1, 2, 3] + Array("run.tcx\0of today\0".utf8)
        var checksum = CRC32()
        checksum.update(header[...])
        let sum = [UInt8(truncatingIfNeeded: checksum.value), UInt8(checksum.value >> 8 & 0xFF)]
        #expect(Self.read(Self.stored([9], header: header + sum)).bytes == [9])
        let wrong = Self.read(Self.stored([9], header: header + [sum[0] ^ 1, sum[1]]))
        #expect(wrong.fault == .gzip(.headerChecksum, at: header.count))
        for count in 10..<header.count {
            #expect(Self.read(Array(header[..<count])).fault?.reason == .gzip(.cutShort))
        }
    }

    @Test func `other ways to compress, and flags of the future, are refused`() {
        var bytes = Self.stored([9])
        bytes[2] = 7
        #expect(Self.read(bytes).fault == .gzip(.method(7), at: 2))
        bytes[2...3] = [8, 0x20]
        #expect(Self.read(bytes).fault == .gzip(.flags(0x20), at: 3))
        #expect(Self.read([1, 2, 3]).fault == .gzip(.notGzip, at: 0))
        #expect(Self.read([]).fault == .gzip(.cutShort, at: 0))
    }

    @Test(arguments: GzipSamples.all)
    func `of a file cut at any byte comes out what stands before`(sample: GzipSamples.Sample) {
        var longest = 0
        for count in sample.compressed.indices {
            let (bytes, fault) = Self.read(Array(sample.compressed[..<count]))
            #expect(sample.content.starts(with: bytes))
            #expect(fault == .gzip(.cutShort, at: count))
            #expect(bytes.count >= longest)
            longest = bytes.count
        }
        #expect(longest == sample.content.count)
    }

    @Test(arguments: GzipSamples.all)
    func `no changed byte gives other content unnoticed`(sample: GzipSamples.Sample) {
        for index in sample.compressed.indices {
            var changed = sample.compressed
            changed[index] ^= 0x10
            let (bytes, fault) = Self.read(changed)
            #expect(fault != nil || bytes == sample.content, "byte \(index)")
        }
    }

    @Test func `a wrong checksum or length is told of what came out`() {
        var bytes = Self.stored([9])
        bytes[bytes.count - 1] ^= 1
        #expect(Self.read(bytes).bytes == [9])
        #expect(Self.read(bytes).fault == .gzip(.size, at: bytes.count - 4))
        bytes[bytes.count - 8] ^= 1
        #expect(Self.read(bytes).bytes == [9])
        #expect(Self.read(bytes).fault == .gzip(.checksum, at: bytes.count - 8))
    }

    @Test(arguments: [0, 1, 1000, 258 * 1000]) func `what comes out is bounded`(limit: Int) {
        // Repetitions of 258 zeros, each in 8 + 5 bits.
        var bits = DeflateBits()
        bits.add(0b011, 3)
        bits.add(code: 0x30, 8)
        for _ in 0..<1000 {
            bits.add(code: 0xC5, 8)
            bits.add(code: 0, 5)
        }
        for bytes in [Self.header + bits.bytes, Self.stored(Array(repeating: 0, count: 258_001))] {
            let (content, fault) = Gzip.inflate(bytes, limit: limit)
            #expect(content == Array(repeating: 0, count: limit))
            #expect(fault?.reason == .gzip(.tooManyBytes(limit)))
        }
        let exact = Self.stored(Array(repeating: 7, count: limit))
        #expect(Gzip.inflate(exact, limit: limit).fault == nil)
    }

    @Test func `the fault says the place and what to do`() {
        let fault = ActivityFault.gzip(.tooManyBytes(64 << 20), at: 7)
        #expect("\(fault)" == "more than 64 MiB come out (byte 7)")
        #expect(fault.reason.suggestion == "split the recording")
    }
}
