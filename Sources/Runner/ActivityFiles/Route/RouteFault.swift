/// Why a file is no route that can be run, and where that shows.
package struct RouteFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read as an activity.
        case file(ActivityFault.Reason)
        case tooManyBytes
        case noPoints
        case onePoint
        case severalTracks(Int)
        case severalSegments(Int)
        case timesGoBack
        case heightsMissing(Int, of: Int)
        /// The height changes by so many metres from one point to the next.
        case cliff(Double)
        /// Farther from the equator than 80°.
        case polar
        case dateLine
        /// So many metres from one point to the next.
        case spike(Double)
        /// Metres.
        case tooShort(Double)
        case tooLong(Double)
    }

    /// Bytes from the beginning of the file; of what gzip compressed from the beginning of that.
    package let offset: Int
    package let reason: Reason

    init(offset: Int, _ reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    init(_ fault: ActivityFault) { self.init(offset: fault.offset, .file(fault.reason)) }
}

extension RouteFault.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .file(.notActivity(let kind)): "the file is \(kind)"
        case .file(let reason): "\(reason)"
        case .tooManyBytes: "the file has more than \(RouteFile.byteLimit >> 20) MiB"
        case .noPoints: "no point of the file has a latitude and a longitude"
        case .onePoint: "all points lie at one place"
        case .severalTracks(let count): "the file has \(count) tracks or routes"
        case .severalSegments(let count):
            "the track has \(count) segments, and nothing says what lies between them"
        case .timesGoBack: "the time of this point is before that of the one before"
        case .heightsMissing(let missing, let count):
            "\(missing) of \(count) points have no height, this one first"
        case .cliff(let metres):
            "the height changes by \(Self.whole(metres)) m from the point before to this one"
        case .polar: "this point lies nearer to a pole than 80°"
        case .dateLine: "the way to this point crosses the meridian of 180°"
        case .spike(let metres):
            "this point lies \(Self.whole(metres)) m from the one before, much farther than usual"
        case .tooShort(let metres): "the way is \(Self.whole(metres)) m long"
        case .tooLong(let metres): "the way is \(Self.whole(metres / 1000)) km long"
        }
    }

    /// What would be right.
    package var suggestion: String {
        switch self {
        case .file(.notActivity): "give a GPX, FIT or TCX file with a track"
        case .file(let reason): reason.suggestion
        case .tooManyBytes: "leave points out, such as all but one every five metres"
        case .noPoints, .onePoint: "give a file with a track or a planned route"
        case .severalTracks: "keep the one to be run, in a file of its own"
        case .severalSegments: "join them to one, or keep the one to be run"
        case .timesGoBack: "put the points in the order of their times, or leave the times out"
        case .heightsMissing: "give all points a height, or none"
        case .cliff: "correct the height, or leave all heights out"
        case .polar: "give a route between 80° south and 80° north"
        case .dateLine: "give a route on one side of it"
        case .spike: "leave the point out, or give those that lie between"
        case .tooShort: "give a route of 100 m at least"
        case .tooLong: "give a route of 200 km at most"
        }
    }

    private static func whole(_ number: Double) -> Int { Int(number.rounded()) }
}
