import Vocabulary

/// How far off a device takes its reading of a place to be.
public struct PlaceAccuracy: Equatable, Sendable {
    /// Metres in each direction, one deviation.
    public let position: Double
    /// Metres, one deviation.
    public let altitude: Double

    public init(position: Double, altitude: Double) {
        self.position = position
        self.altitude = altitude
    }
}

/// Where an athlete is, as a device tells it.
extension SimulatedRun {
    /// Adds position, altitude and ascent to the sample of the last step, as far as the device has
    /// them; adds nothing indoors.
    ///
    /// They follow from the state alone: whoever does not ask for them pays nothing, and whoever
    /// asks anew finds the same. Some 500 ns.
    public func locate(_ sample: inout Sample) {
        guard let place = truePlace, !device.isDead else { return }
        let draws = Draws(seed: seed, lane: lane, lap: Int(lap))
        sample[.ascent] = Metric.ascent.quantized(place.ascent)
        let altitude = region.altitude + place.height
        let shown =
            device.isPerfect
            ? altitude : Barometer(draws).reading(of: altitude, after: offset.seconds)
        sample[.altitude] = Metric.altitude.quantized(shown)
        guard let point = reading(of: place.point, draws) else { return }
        (sample[.latitude], sample[.longitude]) = quantized(point)
    }

    /// How far off the device takes the readings of the last step to be; nil while its receiver has
    /// no position. Walls lead it astray unknown.
    public var placeAccuracy: PlaceAccuracy? {
        guard let poorness = device.poornessOfPosition(at: offset) else { return nil }
        guard !device.isPerfect else { return PlaceAccuracy(position: 0, altitude: 0) }
        let draws = Draws(seed: seed, lane: lane, lap: Int(lap))
        return PlaceAccuracy(
            position: Receiver(draws).deviation(after: offset.seconds, poorness: poorness),
            altitude: Barometer(draws).deviation)
    }

    /// The true position and altitude at the last step; nil indoors.
    public var trueSite: Site? {
        truePlace.map { place in
            let (latitude, longitude) = quantized(place.point)
            return Site(
                latitude: latitude, longitude: longitude,
                altitude: Metric.altitude.quantized(region.altitude + place.height))
        }
    }

    private var truePlace: Place? { movingBody.place(on: ground) }

    private var region: Region { ground.region }

    private var offset: FleetDuration { period * Int64(periodCount) }

    /// Nil while the receiver has no position.
    private func reading(of point: GroundPoint, _ draws: Draws) -> GroundPoint? {
        guard let poorness = device.poornessOfPosition(at: offset) else { return nil }
        guard !device.isPerfect else { return point }
        let error = Receiver(draws).error(after: offset.seconds, poorness: poorness, at: point)
        return error.map {
            GroundPoint(east: point.east + $0.east, north: point.north + $0.north)
        }
    }

    private func quantized(_ point: GroundPoint) -> (latitude: Int64, longitude: Int64) {
        let (latitude, longitude) = region.coordinates(of: point)
        return (Metric.latitude.quantized(latitude), Metric.longitude.quantized(longitude))
    }
}
