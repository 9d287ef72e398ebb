import Vocabulary
import WireProtocol

/// The lines that wait in the channels of a run.
extension FleetRun {
    /// What the clock fields of the channel's next lines are computed from.
    func setClock(_ clock: LineClock?, channel: Int) { sinks[channel].writer.clock = clock }

    /// The buffer that a channel keeps: for the lines of a tick, and a little more.
    func keptLineBytes(of channel: Int, lanes: Int) -> Int {
        let tickBytes = channels[channel].map { $0.tickLineBytes } ?? 0
        return ChannelMemory.keptLineBytes + lanes * tickBytes
    }

    /// Bytes that the channel's lines may take before their buffer grows.
    func lineCapacity(of channel: Int) -> Int { sinks[channel].writer.block.bytes.capacity }

    func lineBytes(of channel: Int) -> Int { sinks[channel].writer.block.bytes.count }

    /// Reads a channel's lines in place.
    package func withLines<Result>(
        of channel: Int, _ body: (borrowing LineBlock) -> Result
    ) -> Result { body(sinks[channel].writer.block) }

    /// Reads a channel's lines in place and forgets them.
    ///
    /// - Parameter kept: a buffer that has grown beyond so many bytes is given back.
    func takeLines(of channel: Int, keeping kept: Int, _ body: (borrowing LineBlock) -> Void) {
        body(sinks[channel].writer.block)
        sinks[channel].writer.block.removeAll()
        if sinks[channel].writer.block.bytes.capacity > kept {
            sinks[channel].writer.block = LineBlock()
        }
    }

    /// Writes a line that says how a place's session stands just after `position`.
    func writeSnapshot(of place: Int, after position: StreamPosition) {
        var flight = flights[place]
        let isAmongItsLines =
            position.lane == flight.lane && position.instant == flight.nextInstant
        if isAmongItsLines { flight = flight.told(through: position.rank, of: fleet) }
        sinks[0].writer.block.appendSnapshot(of: flight, in: fleet, at: position.instant)
    }
}
