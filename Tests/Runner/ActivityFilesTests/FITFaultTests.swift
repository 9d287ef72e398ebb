import TestSupport
import Testing

@testable import ActivityFiles

/// No bytes reach a trap: each file is read, or refused with its place.
@Suite struct FITFaultTests {
    private static let file: [UInt8] = {
        var bytes = FITBytes()
        bytes.define(0, 20, [[253, 4, 0x86], [3, 1, 0x02]], developerFields: [[0, 2, 0]])
        for second in 0..<5 as Range<UInt64> {
            bytes.add([0] + FITBytes.little(1_100_000_000 + second, 4) + [150, 1, 2])
        }
        bytes.define(1, 21, [[0, 1, 0], [1, 1, 0]], isBigEndian: true)
        bytes.add([1, 0, 4, 0x80 | 1 << 5 | 9, 0, 0])
        return bytes.file()
    }()

    private func fault(_ bytes: [UInt8]) -> FITFault? {
        do {
            _ = try decoded(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file cut at any byte says how much is missing`() throws {
        #expect(try decoded(Self.file).count == 7)
        for count in Self.file.indices {
            let needed = count < 12 ? 12 : count < 14 ? 14 : Self.file.count
            #expect(
                fault(Array(Self.file[..<count]))
                    == FITFault(offset: count, .cutShort(needed - count)))
        }
    }

    @Test func `what follows a file and is none is told behind its messages`() throws {
        for count in [1, 2, 11, 12, 512] {
            var decoder = FITDecoder(Self.file + Array(repeating: 0, count: count))
            var read = 0
            let place = Self.file.count
            #expect(throws: FITFault(offset: place, .behind(count))) {
                while try decoder.next() != nil { read += 1 }
            }
            #expect(read == 7)
            #expect(try decoder.next() == nil)
        }
    }

    /// The messages of a file, past what is wrong with it, and what that is.
    private func whole(_ bytes: [UInt8]) -> (messages: Int, faults: [FITFault.Reason]) {
        var decoder = FITDecoder(bytes)
        var found: (messages: Int, faults: [FITFault.Reason]) = (0, [])
        while true {
            do throws(FITFault) {
                guard try decoder.next() != nil else { return found }
                found.messages += 1
            } catch {
                found.faults.append(error.reason)
            }
        }
    }

    @Test func `what is whole of a damaged file is read, and the file behind it`() {
        var file = Self.file
        file[4...7] = [0, 0, 0, 0]
        // The checksum at the end reads as half a message.
        #expect(whole(file) == (7, [.unfinished]))
        file = Self.file
        file[(file.count - 2)...] = [0, 0]
        #expect(whole(file) == (7, [.checksum]))
        #expect(whole(file + Self.file) == (14, [.checksum]))
        var half = FITBytes()
        half.define(0, 20, [[253, 4, 0x86]])
        half.add([0, 1, 2, 3, 4, 9, 0, 1, 2, 3, 4])
        #expect(whole(half.file() + Self.file) == (8, [.undefined(9)]))
        #expect(whole(Array(Self.file.dropLast(4))) == (6, [.cutShort(4)]))
    }

    @Test func `each byte that is changed is found`() {
        for index in Self.file.indices {
            var bytes = Self.file
            bytes[index] ^= 0x10
            #expect(fault(bytes) != nil, "byte \(index)")
        }
    }

    @Test func `a header that is none is refused at the byte that is wrong`() {
        var bytes = Self.file
        bytes[0] = 11
        #expect(fault(bytes) == FITFault(offset: 0, .headerLength(11)))
        bytes[0] = 14
        bytes[1] = 0x31
        #expect(fault(bytes) == FITFault(offset: 1, .version(3, 1)))
        bytes[1] = 0x10
        #expect(fault(bytes) == FITFault(offset: 12, .headerChecksum))
        bytes[12...13] = [0, 0]
        #expect(fault(bytes) == FITFault(offset: Self.file.count - 2, .checksum))
    }

    @Test func `messages that cannot be are refused where they begin`() {
        var undefined = FITBytes()
        undefined.add([5])
        #expect(fault(undefined.file()) == FITFault(offset: 14, .undefined(5)))
        var order = FITBytes()
        order.add([0x40, 0, 2, 0, 0, 0])
        #expect(fault(order.file()) == FITFault(offset: 16, .byteOrder(2)))
        var beyond = FITBytes()
        beyond.define(0, 20, [[3, 200, 0x02]])
        beyond.add([0, 1, 2])
        #expect(fault(beyond.file()) == FITFault(offset: 23, .messageBeyondData))
        var half = FITBytes()
        half.add([0x40, 0, 0])
        #expect(fault(half.file()) == FITFault(offset: 14, .messageBeyondData))
    }

    @Test(arguments: Seeds.of(1...200, few: 3))
    func `random bytes are read or refused within them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var bytes = FITBytes()
            bytes.add((0..<random.below(120)).map { _ in UInt8(random.below(256)) })
            expectEnd(of: bytes.file(), seed)
            expectEnd(of: bytes.data, seed)
        }
    }

    /// The checksums are right again after the change, so that the messages are read.
    @Test(arguments: Seeds.of(1...200, few: 3))
    func `files with changed bytes and right checksums are read or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let data = Array(Self.file[14..<(Self.file.count - 2)])
        for _ in 0..<400 {
            var changed = data
            for _ in 0...random.below(4) {
                changed[random.below(changed.count)] = UInt8(random.below(256))
            }
            if random.happens(oneIn: 4) { changed.removeLast(random.below(changed.count)) }
            var bytes = FITBytes()
            bytes.add(changed)
            expectEnd(of: bytes.file(), seed)
        }
    }

    private func expectEnd(of bytes: [UInt8], _ seed: UInt64) {
        do {
            for message in try decoded(bytes) {
                for field in message.definition.fields {
                    _ = message.integer(field.number)
                    _ = message.text(field.number)
                }
            }
        } catch {
            #expect((0...bytes.count).contains(error.offset), "seed \(seed): \(error)")
            #expect(!error.description.isEmpty)
        }
    }
}
