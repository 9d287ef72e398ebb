import LoadTesting
import Testing
import Vocabulary
import WireProtocol

@Suite struct GarbageTests {
    @Test(arguments: Garbage.allCases)
    func `no garbage is a request, and each is one line`(garbage: Garbage) {
        let dice = RandomStream(seed: 3, lane: 0, purpose: 1)
        for place in 0..<100 as Range<UInt64> {
            let line = garbage.line(
                chance: dice.bits(place), limit: ProtocolLimits.requestLineBytes)
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
            #expect(line.last == UInt8(ascii: "\n"))
            let body = line.dropLast()
            if garbage == .tooLong {
                #expect(body.count > ProtocolLimits.requestLineBytes)
            } else {
                #expect(throws: RequestFailure.self) {
                    try RequestDecoder.decode(Array(body)[...], number: 1)
                }
            }
        }
    }
}
