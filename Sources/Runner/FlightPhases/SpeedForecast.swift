/// What speed tells about heart rate before heart rate shows it.
///
/// Heart rate follows effort as a first-order response (Hunt et al., BioMed Eng OnLine 2015). So
/// the average of speed over the response's time constant stands for the heart rate of now, and
/// speed for the heart rate that it leads to. Their difference is the trend to come. No athlete's
/// own relation of the two is needed: measured heart rate corrects the errors.
struct SpeedForecast: Hashable, Sendable {
    /// Fraction of the heart-rate reserve for each metre per second.
    ///
    /// Running takes 12 ml of oxygen a kilogram and minute for each metre per second (ACSM's
    /// Guidelines for Exercise Testing and Prescription), 0.20 to 0.26 of the uptake reserve of
    /// recreational runners. Less counts here, since on a hill speed falls while effort rises.
    private static let sharePerSpeed: Float = 0.17
    /// Seconds, of the response to rising and to falling effort.
    private static let risingTimeConstant: Float = 45
    private static let fallingTimeConstant: Float = 75
    /// Metres per second. Athletes who stand walk about, and the heart does not come to rest.
    private static let leastSpeed: Float = 1.2

    // Single precision: every session keeps one.
    /// Metres per second, as heart rate has followed it; nil while speed is not measured.
    private var followedSpeed: Float?
    /// The trend foretold: fraction of the reserve per second; 0 while speed is not measured.
    private var slopeNow: Float = 0

    init(seededWith speed: Double?) { followedSpeed = speed.map(Self.counted) }

    var isKnown: Bool { followedSpeed != nil }
    var slope: Double { Double(slopeNow) }

    /// Advances to `speed`, measured `elapsed` seconds after the one before; returns the foretold
    /// change of the fraction since then.
    ///
    /// The first speed after one that was not measured foretells nothing.
    mutating func advance(to speed: Double?, elapsed: Double) -> Double {
        guard let speed = speed.map(Self.counted), let followed = followedSpeed else {
            followedSpeed = speed.map(Self.counted)
            slopeNow = 0
            return 0
        }
        let ahead = speed - followed
        let timeConstant = ahead >= 0 ? Self.risingTimeConstant : Self.fallingTimeConstant
        let change = ahead / (timeConstant + Float(elapsed))
        followedSpeed = followed + change * Float(elapsed)
        slopeNow = Self.sharePerSpeed * change
        return slope * elapsed
    }

    private static func counted(_ speed: Double) -> Float { max(Float(speed), leastSpeed) }
}
