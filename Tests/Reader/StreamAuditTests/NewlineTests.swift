import TestSupport
import Testing

@testable import StreamAudit

@Suite struct NewlineTests {
    @Test(arguments: UInt64(1)...4)
    func `it finds the first newline from any place on`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for count in 0...100 {
            // Neighbours of the newline in value and in place are what a trick with words confuses.
            let bytes = (0..<count).map { _ in
                dice.happens(oneIn: 40) ? 10 : dice.pick([9, 11, 0, 0x8A, 0xFF] as [UInt8])
            }
            for start in 0...count {
                let found = bytes.withUnsafeBytes { Newline.offset(in: $0, from: start) }
                #expect(found == bytes[start...].firstIndex(of: 10), "seed \(seed): \(bytes)")
            }
        }
    }
}
