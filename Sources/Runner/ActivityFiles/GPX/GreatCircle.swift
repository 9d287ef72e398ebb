import Vocabulary

/// A place on earth, in degrees.
struct GeoPoint: Equatable, Sendable {
    /// -90...90.
    let latitude: Double
    /// -180...180.
    let longitude: Double

    /// Nil where a coordinate is missing or of no place.
    ///
    /// Both are as ``coordinate(_:)`` gives them.
    init?(latitude: Int64?, longitude: Int64?) {
        guard let latitude, let longitude,
            (-90 * Self.unitsPerDegree...90 * Self.unitsPerDegree).contains(latitude),
            (-180 * Self.unitsPerDegree...180 * Self.unitsPerDegree).contains(longitude)
        else { return nil }
        self.latitude = Double(latitude) / Double(Self.unitsPerDegree)
        self.longitude = Double(longitude) / Double(Self.unitsPerDegree)
    }

    /// Nil where a coordinate is of no place.
    ///
    /// Both are in units of ``Metric/latitude`` and ``Metric/longitude``.
    init?(latitudeUnits: Int64, longitudeUnits: Int64) {
        let finer = Self.unitsPerDegree / Decimal64.powerOfTen(Metric.latitude.decimals)
        self.init(latitude: latitudeUnits * finer, longitude: longitudeUnits * finer)
    }

    /// Units of ``Metric/latitude`` and ``Metric/longitude``.
    var latitudeUnits: Int64 { Metric.latitude.quantized(latitude) }
    var longitudeUnits: Int64 { Metric.longitude.quantized(longitude) }

    /// A coordinate as a document has it; nil for what is no number.
    static func coordinate(_ text: ArraySlice<UInt8>) -> Int64? {
        DecimalText.units(text, decimals: decimals)
    }

    /// Decimals of a degree: a unit is a tenth of a millimetre on the ground.
    private static let decimals = 9
    private static let unitsPerDegree = Decimal64.powerOfTen(decimals)

    /// Metres along the great circle, by the haversine formula on a sphere of the earth's mean
    /// radius (R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984). Within 0.6 %
    /// of the ellipsoid.
    func distance(to other: GeoPoint) -> Double {
        let radians = Double.pi / 180
        let rise = Elementary.sin((other.latitude - latitude) * radians / 2)
        let turn = Elementary.sin((other.longitude - longitude) * radians / 2)
        let parallels =
            Elementary.cos(latitude * radians) * Elementary.cos(other.latitude * radians)
        let haversine = rise * rise + parallels * turn * turn
        // For opposite places rounding may lead beyond 1.
        return 2 * Self.meanRadius * Elementary.asin(min(1, haversine.squareRoot()))
    }

    /// Degrees clockwise from true north, 0..<360, of the way to a place nearby; nil where that is
    /// the same. Exact to the hundredth for the few metres between two seconds of a run.
    func course(to other: GeoPoint) -> Double? {
        let radians = Double.pi / 180
        let turn = (other.longitude - longitude).remainder(dividingBy: 360)
        let east = turn * Elementary.cos((latitude + other.latitude) / 2 * radians)
        let north = other.latitude - latitude
        let way = (east * east + north * north).squareRoot()
        guard way > 0 else { return nil }
        let angle = Elementary.asin(max(-1, min(1, east / way))) / radians
        let course = north < 0 ? 180 - angle : angle
        return course < 0 ? course + 360 : course
    }

    /// Metres (International Union of Geodesy and Geophysics, 1980).
    private static let meanRadius = 6_371_008.8
}

/// How far a way of places leads.
struct GeoWay: Sendable {
    private var metres = 0.0
    private var last: GeoPoint?

    /// Adds a place; returns the centimetres from the beginning to it.
    mutating func total(to place: GeoPoint) -> Int64 {
        if let last { metres += last.distance(to: place) }
        last = place
        // A million legs around half of the earth are within 53 bits.
        return Decimal64(rounding: metres, decimals: Metric.distance.decimals)?.units ?? .max
    }

    /// Notes that nothing lies between the last place and the next.
    mutating func interrupt() { last = nil }
}
