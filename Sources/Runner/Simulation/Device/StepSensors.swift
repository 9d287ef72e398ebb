import Vocabulary

/// A pedometer's reading of cadence.
///
/// It needs some seconds to find the first steps of a run. After the last step it goes on with the
/// cadence that it had, for as long as the next step could be late.
struct CadenceSensor: Sendable {
    private var last: Float = 0
    private var silence: Float = 0
    /// Seconds until the sensor has found the rhythm of the run's first steps.
    private var searching: Float

    /// Seconds.
    private static let patience = Float(3.9)

    init(draws: Draws) {
        searching = Float(
            (draws.logNormal(.firstCadence, median: 0.2, sigma: 1.6) - 1).clamped(to: 0...12))
    }

    mutating func read(_ body: BodyState, at point: SamplePoint) -> Double {
        if body.cadence > 0, searching > 0 {
            searching -= Float(point.seconds)
            return 0
        }
        if body.cadence > 0 {
            last = Float(body.cadence)
            silence = 0
            return body.cadence
        }
        silence += Float(point.seconds)
        return silence > Self.patience ? 0 : Double(last)
    }
}

/// The reading of contact time: an average of some steps, with an error of its own.
///
/// It needs longer than a pedometer to find the first steps of a run.
struct ContactSensor: Sendable {
    private var smooth: Float = 0
    /// Seconds until the sensor has found the run's first steps.
    private var searching: Float
    private let share: Float
    private let error: Float

    init(owned: Draws, draws: Draws, period: Double) {
        let seconds = owned.logNormal(.contactSmoothing, median: 2.2, sigma: 1.2).clamped(
            to: 0.02...12)
        searching = Float(
            (draws.logNormal(.firstContact, median: 13, sigma: 0.7) - 6).clamped(to: 0...25))
        share = Float(1 - Elementary.exp(-period / seconds))
        error =
            ((2 - share) / share).squareRoot()
            * Float(owned.logNormal(.contactErrorLevel, median: 1.7, sigma: 0.51))
    }

    mutating func read(_ body: BodyState, at point: SamplePoint) -> Double? {
        guard let contact = body.contact else {
            smooth = 0
            return nil
        }
        if searching > 0 {
            searching -= Float(point.seconds)
            return nil
        }
        let read = Float(contact) + error * Float(point.step(.contactError))
        smooth = smooth == 0 ? Float(contact) : smooth + (read - smooth) * share
        return Double(smooth)
    }
}
