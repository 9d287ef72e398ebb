import Vocabulary

/// The random draws of one athlete (`lap` is nil) or of one session.
struct Draws {
    let seed: UInt64
    let lane: LaneID
    var lap: Int?

    func stream(_ purpose: RandomPurpose) -> RandomStream {
        RandomStream(seed: seed, lane: lane.index, lap: lap, purpose: purpose.rawValue)
    }

    /// Standard normal.
    func normal(_ purpose: RandomPurpose) -> Double { stream(purpose).normal(0) }

    func normal(_ purpose: RandomPurpose, mean: Double, deviation: Double) -> Double {
        mean + deviation * normal(purpose)
    }

    /// The logarithm has the standard deviation `sigma`.
    func logNormal(_ purpose: RandomPurpose, median: Double, sigma: Double) -> Double {
        median * Elementary.exp(sigma * normal(purpose))
    }

    /// The draw for an event by its number; the logarithm has the standard deviation `sigma`.
    func logNormal(
        _ purpose: RandomPurpose, event: UInt64, median: Double, sigma: Double
    ) -> Double {
        median * Elementary.exp(sigma * stream(purpose).normal(event))
    }

    /// The draw for an event by its number.
    func uniform(
        _ purpose: RandomPurpose, event: UInt64, in range: ClosedRange<Double>
    ) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * stream(purpose).uniform(event)
    }

    /// Uniform in the open interval (0, 1).
    func uniform(_ purpose: RandomPurpose) -> Double { stream(purpose).uniform(0) }

    func uniform(_ purpose: RandomPurpose, in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform(purpose)
    }

    /// A whole number in `range`, all equally likely.
    func wholeSeconds(_ purpose: RandomPurpose, in range: ClosedRange<Int64>) -> Int64 {
        let count = Double(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int64(uniform(purpose) * count)
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// The purposes of random numbers: every effect has a stream of its own.
///
/// The numbers are part of the model. A number that has been used is never given to another effect.
enum RandomPurpose: UInt64, CaseIterable {
    // The athlete: one draw each, the same in every lap.
    case sex = 1
    case age = 2
    case height = 3
    case bodyMassIndex = 4
    case oxygenUptake = 5
    case maximalHeartRate = 6
    case restingHeartRate = 7
    case runningCost = 8
    case heartRateTimeConstant = 9
    case heartRateDrift = 10
    case deadTime = 11
    case contactFatigue = 14
    case easyIntensity = 16
    case cadenceSlope = 17
    case contactExponent = 18
    case stoppingHabit = 23
    case restlessness = 24
    case opticalSensor = 25
    case strideSensor = 26
    case contactSensor = 27
    case heartRateScatter = 28
    case opticalSmoothing = 29
    case watch = 30
    case runningStyle = 31
    case contactGain = 32
    case effortRegulation = 33
    case home = 34
    case favouriteRoutes = 35
    case favouriteRoute = 36
    case pauseHabit = 37

    // The plan: one draw each, anew in every lap.
    case planKind = 100
    case standingBefore = 101
    case runDuration = 102
    case warmUpDuration = 103
    case coolDownDuration = 104
    case workIntensity = 105
    case recoveryIntensity = 106
    case missionDistance = 107
    case missionIntensity = 108
    case missionDeviation = 109
    case missionJudgement = 110
    case slowStart = 111
    case slowStartDepth = 112
    case coolDown = 113
    case form = 114
    case endIntensity = 115
    case boutCount = 116
    case bouts = 117
    case kick = 118
    case kickLength = 119

    // The session: one draw each, or one for each event or fault.
    case startingHeartRate = 200
    case warmedUp = 205
    case sessionPacingLevel = 206
    case sessionCadenceLevel = 207
    case sessionContactLevel = 208
    case sessionHeartRateLevel = 209
    case stops = 211
    case stopLengths = 212
    case walker = 213
    case walkBreaks = 214
    case walkBreakLengths = 215
    case walkingSpeeds = 216
    case stoppingMood = 217
    case speedBumpRate = 218
    case cadenceBumpRate = 219
    case heartBumpRate = 220
    case stiffness = 221
    case hesitation = 222
    case route = 223
    case launch = 224
    case windiness = 225

    // The device: one draw each, or one for each fault.
    case speedSmoothing = 310
    case speedErrorLevel = 311
    case strideErrorLevel = 312
    case coldStart = 313
    case coldStartLength = 314
    case cadenceLock = 315
    case cadenceLockStart = 316
    case cadenceLockLength = 317
    case dropouts = 318
    case dropoutLengths = 319
    case receiverBumpRate = 321
    case contactSmoothing = 322
    case contactErrorLevel = 323
    case firstCadence = 324
    case firstContact = 325
    case pauses = 326
    case pauseLengths = 327
    case heartStrayRate = 328
    case openingSpeedError = 329
    case positionError = 330
    case positionErrorLevel = 331
    case firstFix = 332
    case altitudeError = 333
    case altitudeOffset = 334
    case altitudeErrorLevel = 335

    // The fault script: two draws for each of its lines.
    case faultScript = 320

    // Every sample.
    case noise = 400

    // The country that all athletes share.
    case ground = 500
    case buildings = 501
}
