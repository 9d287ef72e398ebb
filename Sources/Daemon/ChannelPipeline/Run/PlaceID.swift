import Vocabulary

/// Where a lane lies in the tables of what holds it, and nowhere else:
/// - in a run, the row of its flight, of its book and of its part in each channel;
/// - in the roster, the row of its flight.
///
/// After the lane has left, another one may get it.
package struct PlaceID: Hashable, Sendable {
    private let number: Int32

    /// Traps outside 32 bits.
    init(row: Int) { number = Int32(row) }

    var row: Int { Int(number) }
}

/// What is kept for each place of a run.
protocol PlaceElement {}

extension LaneID: PlaceElement {}
extension LaneFlight: PlaceElement {}
extension PartCount: PlaceElement {}
extension FleetInstant: PlaceElement {}
extension LaneBook: PlaceElement {}
extension Channel.Part: PlaceElement {}
extension Optional: PlaceElement where Wrapped: PlaceElement {}

extension Array where Element: PlaceElement {
    @inline(__always)
    subscript(place: PlaceID) -> Element {
        _read { yield self[place.row] }
        _modify { yield &self[place.row] }
    }
}
