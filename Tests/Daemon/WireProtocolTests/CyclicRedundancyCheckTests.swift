import Testing
import WireProtocol

@Suite struct CyclicRedundancyCheckTests {
    private func check(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var check = CyclicRedundancyCheck()
        for byte in bytes { check.update(byte) }
        return check.value
    }

    @Test func `the check value of the standard comes out`() {
        #expect(check("123456789".utf8) == 0xCBF4_3926)
        #expect(check([]) == 0)
    }

    @Test func `every row of the table is the remainder of its byte`() {
        for byte in UInt8.min...UInt8.max {
            var rest = 0xFFFF_FFFF ^ UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
            #expect(check([byte]) == ~rest)
        }
    }
}
