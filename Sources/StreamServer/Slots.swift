/// Values by slot; a free slot is nil.
///
/// The first lies in place: most connections have one subscription, and spend no memory of its own
/// on it, nor a line the way there.
struct Slots<Value>: RandomAccessCollection, MutableCollection {
    private var others: [Value?] = []
    private var first: Value?

    var startIndex: Int { 0 }
    /// At least 1.
    var endIndex: Int { 1 + others.count }

    /// Traps unless there is such a slot, free or not.
    subscript(slot: Int) -> Value? {
        @inline(__always) get { slot == 0 ? first : others[slot - 1] }
        @inline(__always) _modify {
            if slot == 0 { yield &first } else { yield &others[slot - 1] }
        }
    }

    /// Changes what a slot holds. Where lines are handed over, a subscript would take memory of the
    /// heap for each access.
    @inline(__always)
    mutating func update(_ slot: Int, _ change: (inout Value?) -> Void) {
        if slot == 0 { change(&first) } else { change(&others[slot - 1]) }
    }

    /// Fills a slot, which need not be there yet.
    mutating func fill(_ slot: Int, with value: Value) {
        while endIndex <= slot { others.append(nil) }
        self[slot] = value
    }
}
