import Testing
import Vocabulary

@testable import StateFiles

/// A fleet as a state directory knows it.
func storedFleet(
    identity: String = "mkzz710x", seed: UInt64 = 5, rate: Int64 = 1, model: Int = 2,
    shard: FleetShard = .whole, pauses: Bool = true
) -> StoredFleet {
    StoredFleet(
        identity: identity, model: model, encoding: 2, seed: seed, epoch: instant(1_795_154_400),
        rate: rate, device: "mixed", faults: "none", recordings: "2 mkzz710x",
        heartRateLimits: "60 190", shard: shard, pauses: pauses)
}

func storedState(_ fleet: StoredFleet = storedFleet()) -> StoredState {
    StoredState(
        fleet: fleet,
        clock: ClockPoint(
            fleet: instant(1_795_154_400), wallMicroseconds: 1_795_154_400_123_456,
            speed: .realTime))
}

@Suite struct StoredStateTests {
    private func read(_ bytes: [UInt8]) throws(StateFailure) -> StoredState {
        try StoredState(bytes, file: "identity")
    }

    @Test func `a state is read back`() throws {
        #expect(try read(storedState().bytes) == storedState())
    }

    @Test func `a shard is kept, and a whole fleet's file says nothing of shards`() throws {
        let shard = try #require(FleetShard(index: 3, count: 4))
        let state = storedState(storedFleet(shard: shard))
        #expect(try read(state.bytes) == state)
        #expect(state.bytes.count == storedState().bytes.count + CheckedRecord.bytes)
        #expect(
            storedFleet().differences(from: storedFleet(shard: shard)).map(\.description)
                == ["shard 0/1, not 3/4"])
    }

    @Test func `athletes without a pause button are kept, and files without the line have it`()
        throws
    {
        let state = storedState(storedFleet(pauses: false))
        #expect(try read(state.bytes) == state)
        #expect(state.bytes.count == storedState().bytes.count + CheckedRecord.bytes)
        #expect(try read(storedState().bytes).fleet.pauses)
        #expect(
            storedFleet().differences(from: storedFleet(pauses: false)).map(\.description)
                == ["pauses true, not false"])
    }

    @Test func `a file with any other bit, cut anywhere or longer is refused by line`() {
        let bytes = storedState().bytes
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << (place % 8)
            let line = place / CheckedRecord.bytes + 1
            #expect(
                throws: StateFailure.damaged(
                    file: "identity", line: line, reason: "the line is damaged")
            ) { try read(damaged) }
            #expect(throws: StateFailure.self) { try read(Array(bytes[..<place])) }
        }
        let more = CheckedRecord.encode("more 1", line: bytes.count / CheckedRecord.bytes + 1)
        #expect(throws: StateFailure.self) { try read(bytes + more) }
    }

    @Test func `a later format is told`() throws {
        let failure = #expect(throws: StateFailure.self) {
            try read(CheckedRecord.encode("runway-state 2", line: 1))
        }
        #expect(
            failure?.description
                == "identity:1: its format has version 2, and this daemon knows 1; "
                + "put a copy of the folder back, or name another directory with --state")
    }

    @Test func `what differs between two fleets is named, and the identity only if nothing is`() {
        let stored = storedFleet()
        #expect(stored.differences(from: stored).isEmpty)
        let other = storedFleet(identity: "other000", seed: 7, rate: 5)
        #expect(
            stored.differences(from: other).map(\.description)
                == ["seed 5, not 7", "rate_hz 1, not 5"])
        #expect(
            stored.differences(from: storedFleet(identity: "other000")).map(\.description)
                == ["identity mkzz710x, not other000"])
    }
}
