import Testing
import WireProtocol

@Suite struct IdentityHashTests {
    private func hash(_ combine: (inout IdentityHasher) -> Void) -> IdentityHash {
        var hasher = IdentityHasher()
        combine(&hasher)
        return hasher.finalize()
    }

    @Test func `the hash of known parts never changes`() {
        let hash = hash {
            $0.combine("seed", UInt64(42))
            $0.combine("epoch", Int64(-1))
            $0.combine("rate", 1)
            $0.combine("name", "fleet")
            $0.combine("recording", bytes: [1, 2, 3])
        }
        #expect("\(hash)" == "hhbb76z6")
    }

    @Test func `names, kinds, values, order and borders all count`() {
        let hashes: [IdentityHash] = [
            hash { _ in },
            hash { $0.combine("a", UInt64(1)) },
            hash { $0.combine("a", Int64(1)) },
            hash { $0.combine("b", UInt64(1)) },
            hash { $0.combine("a", UInt64(2)) },
            hash { $0.combine("a", "") },
            hash { $0.combine("a", bytes: []) },
            hash { $0.combine("a", "bc") },
            hash { $0.combine("ab", "c") },
            hash {
                $0.combine("a", "b"); $0.combine("c", "d")
            },
            hash {
                $0.combine("c", "d"); $0.combine("a", "b")
            },
            hash { $0.combine("a", "bcd") },
        ]
        #expect(Set(hashes).count == hashes.count)
    }

    @Test func `neighbouring seeds have unrelated hashes`() {
        let hashes = (0..<20_000).map { seed in hash { $0.combine("seed", UInt64(seed)) } }
        #expect(Set(hashes).count == hashes.count)
        let flips = zip(hashes, hashes.dropFirst()).map { ($0.bits ^ $1.bits).nonzeroBitCount }
        let mean = Double(flips.reduce(0, +)) / Double(flips.count)
        #expect((19.5...20.5).contains(mean), "of 40 bits, \(mean) change on average")
    }
}
