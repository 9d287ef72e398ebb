import Testing
import Vocabulary

@Suite struct RareTests {
    @Test func `without a value nothing is changed, and a default is not kept`() {
        var rare = Rare<Int>()
        #expect(rare.isEmpty && rare.value == nil)
        #expect(rare.update { $0 += 1 } == nil)
        #expect(rare[default: 7] == 7)
        #expect(rare.isEmpty)
    }

    @Test func `a default that is changed is kept`() {
        var rare = Rare<Int>()
        rare[default: 7] += 1
        rare[default: 100] += 1
        #expect(rare.value == 9)
    }

    @Test func `a value is changed in place, and a copy goes on by itself`() {
        var rare = Rare([1])
        let copy = rare
        let count = rare.update { values in
            values.append(2)
            return values.count
        }
        #expect(count == 2)
        #expect(rare.value == [1, 2])
        #expect(copy.value == [1])
    }

    @Test func `it takes the room of a pointer`() {
        #expect(MemoryLayout<Rare<[16 of Int]>>.size == MemoryLayout<UnsafeRawPointer>.size)
    }
}
