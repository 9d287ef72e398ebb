import Vocabulary

/// The error of the altitude that a watch makes of the pressure of the air, in one session.
///
/// It is how far off the watch was set, the drift of the weather, and what wind does at the
/// sensor's opening. Any second can be computed without those before it.
struct Barometer {
    private let stream: RandomStream
    private let offset: Double
    private let gusts: Double

    /// Metres: the resolution of the reading.
    static let step = 0.2
    /// Metres, and seconds from knot to knot.
    private static let weather = (deviation: 1.8, spacing: 900.0)
    /// Metres: how far off watches are set.
    private static let setting = 4.0
    private static let gust = (median: 0.3, sigma: 0.4, spacing: 25.0)

    init(_ draws: Draws) {
        stream = draws.stream(.altitudeError)
        offset = draws.normal(.altitudeOffset, mean: 0, deviation: Self.setting)
        gusts = draws.logNormal(
            .altitudeErrorLevel, median: Self.gust.median, sigma: Self.gust.sigma)
    }

    /// Metres: the deviation of the error over all watches and weathers, with this one's gusts.
    var deviation: Double {
        let (setting, weather) = (Self.setting, Self.weather.deviation)
        return (setting * setting + weather * weather + gusts * gusts).squareRoot()
    }

    /// Metres, as the watch shows them `seconds` after the session's start.
    func reading(of altitude: Double, after seconds: Double) -> Double {
        let weather = KnotNoise(stream, layer: 0, spacing: Self.weather.spacing)
        let gust = KnotNoise(stream, layer: 1, spacing: Self.gust.spacing)
        let error =
            offset + Self.weather.deviation * weather.value(at: seconds)
            + gusts * gust.value(at: seconds)
        return ((altitude + error) / Self.step).rounded() * Self.step
    }
}
