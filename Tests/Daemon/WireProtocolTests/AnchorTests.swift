import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct AnchorTests {
    private static func random(seed: UInt64, count: Int) -> [Anchor] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            Anchor(
                identity: IdentityHash(bits: generator.next() >> 24),
                position: StreamPosition(bits: generator.next()))
        }
    }

    private static let edges = [
        Anchor(identity: IdentityHash(bits: 0), position: StreamPosition(bits: 0)),
        Anchor(identity: IdentityHash(bits: 1 << 40 - 1), position: StreamPosition(bits: .max)),
    ]

    private func failure(_ text: some StringProtocol) -> AnchorFailure? {
        do throws(AnchorFailure) {
            _ = try Anchor(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the text of a known anchor never changes`() throws {
        let time = try #require(CalendarTime(rfc3339: "2026-11-20T23:31:05Z"))
        let instant = FleetInstant(ticks: time.microseconds / 20_000)
        let anchor = Anchor(
            identity: IdentityHash(bits: 0x33_4332_CE74),
            position: StreamPosition(instant, lane: 7, .advisory))
        #expect("\(anchor)" == "a16d1k5kkm19sha7ch0003n0jj25dq")
        #expect("\(Self.edges[0])" == "a100000000000000000000037w12f0")
        #expect("\(Self.edges[1])" == "a1zzzzzzzzfzzzzzzzzzzzz3znf6f3")
    }

    @Test(arguments: [UInt64(1), 2])
    func `an anchor is read back from its text`(seed: UInt64) throws {
        for anchor in Self.random(seed: seed, count: 500) + Self.edges {
            let text = "\(anchor)"
            #expect(text.utf8.count == Anchor.textBytes)
            #expect(try Anchor(parsing: text) == anchor, "seed \(seed)")
            #expect(
                text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        }
    }

    @Test func `an encoder writes what the description says`() {
        for anchor in Self.random(seed: 3, count: 100) + Self.edges {
            var buffer = LineBuffer(capacity: 1)
            buffer.append("x")
            AnchorEncoder(identity: anchor.identity).append(anchor.position, to: &buffer)
            #expect(buffer.text == "x\(anchor)")
        }
    }

    @Test(arguments: random(seed: 4, count: 3) + edges)
    func `every wrong character is found`(anchor: Anchor) {
        let text = Array("\(anchor)".utf8)
        for place in text.indices {
            for byte in UInt8.min..<0x80 where byte != text[place] {
                var wrong = text
                wrong[place] = byte
                #expect(failure(String(decoding: wrong, as: UTF8.self)) != nil)
            }
        }
    }

    @Test(arguments: random(seed: 5, count: 50) + edges)
    func `two neighbours that changed places are found`(anchor: Anchor) {
        let text = Array("\(anchor)".utf8)
        for place in text.indices.dropLast() where text[place] != text[place + 1] {
            var wrong = text
            wrong.swapAt(place, place + 1)
            #expect(failure(String(decoding: wrong, as: UTF8.self)) != nil)
        }
    }

    @Test(arguments: random(seed: 6, count: 20) + edges)
    func `a text that lost or gained a character is found`(anchor: Anchor) {
        let text = "\(anchor)"
        for length in 0..<text.count {
            #expect(failure(text.prefix(length)) != nil)
            #expect(failure(text.suffix(length)) != nil)
        }
        for extra in ["0", " ", "\n", "\0"] {
            #expect(failure(text + extra) == .wrongLength(31))
            #expect(failure(extra + text) == .unknownVersion)
        }
        #expect(failure(text.uppercased()) == .unknownVersion)
    }

    @Test func `a number with more bits than it may have is not another way to write it`() throws {
        let text = "\(Self.edges[0])"
        let place = text.index(text.startIndex, offsetBy: 10)
        #expect(failure(text.replacingCharacter(at: place, by: "g")) == .wrongCharacter(23))
    }

    @Test func `the reason names the place`() {
        let text = "\(Self.edges[0])"
        let place = text.index(text.startIndex, offsetBy: 4)
        let failure = failure(text.replacingCharacter(at: place, by: "u"))
        #expect(failure == .wrongCharacter(5))
        #expect(failure?.reason == "Character 5 cannot stand there in an anchor.")
    }
}

extension String {
    fileprivate func replacingCharacter(at place: Index, by character: Character) -> String {
        self[..<place] + String(character) + self[index(after: place)...]
    }
}
