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

    private func fault(_ bytes: [UInt8]) -> ActivityFault? {
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
                    == .fit(.cutShort(needed - count), at: count))
        }
    }

    @Test func `what follows a file and is none is told behind its messages`() throws {
        for count in [1, 2, 11, 12, 512] {
            var decoder = FITDecoder(Self.file + Array(repeating: 0, count: count))
            var read = 0
            let place = Self.file.count
            #expect(throws: ActivityFault.fit(.behind(count), at: place)) {
                while try decoder.next() != nil { read += 1 }
            }
            #expect(read == 7)
            #expect(try decoder.next() == nil)
        }
    }

    /// The messages of a file, past what is wrong with it, and what that is.
    private func whole(_ bytes: [UInt8]) -> (messages: Int, faults: [FITFault]) {
        var decoder = FITDecoder(bytes)
        var found: (messages: Int, faults: [FITFault]) = (0, [])
        // A file has at most two; more are a decoder that does not end.
        while found.faults.count < 10 {
            do throws(ActivityFault) {
                guard try decoder.next() != nil else { return found }
                found.messages += 1
            } catch {
                if case .fit(let fault) = error.reason { found.faults.append(fault) }
            }
        }
        return found
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

    @Test func `whatever the header says, the file ends behind its faults`() {
        for index in 0..<14 {
            for value in UInt8.min...UInt8.max {
                var bytes = Self.file
                bytes[index] = value
                #expect((0...2).contains(whole(bytes).faults.count), "byte \(index): \(value)")
            }
        }
        for count in 0..<14 { #expect(whole(Array(Self.file[..<count])).faults.count == 1) }
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
        #expect(fault(bytes) == .fit(.headerLength(11), at: 0))
        bytes[0] = 14
        bytes[1] = 0x31
        #expect(fault(bytes) == .fit(.version(3, 1), at: 1))
        bytes[1] = 0x10
        #expect(fault(bytes) == .fit(.headerChecksum, at: 12))
        bytes[12...13] = [0, 0]
        #expect(fault(bytes) == .fit(.checksum, at: Self.file.count - 2))
    }

    @Test func `messages that cannot be are refused where they begin`() {
        var undefined = FITBytes()
        undefined.add([5])
        #expect(fault(undefined.file()) == .fit(.undefined(5), at: 14))
        var order = FITBytes()
        order.add([0x40, 0, 2, 0, 0, 0])
        #expect(fault(order.file()) == .fit(.byteOrder(2), at: 16))
        var beyond = FITBytes()
        beyond.define(0, 20, [[3, 200, 0x02]])
        beyond.add([0, 1, 2])
        #expect(fault(beyond.file()) == .fit(.messageBeyondData, at: 23))
        var half = FITBytes()
        half.add([0x40, 0, 0])
        #expect(fault(half.file()) == .fit(.messageBeyondData, at: 14))
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
