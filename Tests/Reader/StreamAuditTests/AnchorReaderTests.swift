import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct AnchorReaderTests {
    @Test(arguments: UInt64(1)...4)
    func `it reads what the encoder writes, and finds what the decoder finds`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let identity = IdentityHash(bits: dice.next() >> 24)
            let reader = AnchorReader(identity: identity.description)
            let position = StreamPosition(bits: UInt64(bitPattern: dice.anyLength()))
            let anchor = Anchor(identity: identity, position: position)
            let text = Array(anchor.description.utf8)
            #expect(reader.read(anchor.description).isRight, "seed \(seed)")
            #expect(reader.read(anchor.description).position == position, "seed \(seed)")
            #expect(reader.text(of: position) == anchor.description, "seed \(seed)")
            for place in text.indices {
                var wrong = text
                wrong[place] = UInt8(dice.below(128))
                let damaged = String(decoding: wrong, as: UTF8.self)
                let read = try? Anchor(parsing: damaged)
                let isRight = read?.identity == identity
                #expect(reader.read(damaged).isRight == isRight, "seed \(seed): \(damaged)")
            }
        }
    }

    @Test func `characters in the order of bytes are numbers in order`() {
        let characters = (0..<32).map { Base32.character($0) }
        #expect(characters == characters.sorted())
    }

    @Test(arguments: ["", "1", "123456789"])
    func `with an identity that is none every anchor is wrong`(identity: String) {
        let anchor = StreamLines.anchor(StreamLines.position(1)).description
        #expect(!AnchorReader(identity: identity).read(anchor).isRight)
        #expect(AnchorReader(identity: identity).text(of: StreamLines.position(1)) == nil)
        #expect(!AnchorReader(identity: "00000007").read("a1").isRight)
    }
}
