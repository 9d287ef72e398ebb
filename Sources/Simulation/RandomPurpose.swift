/// What random numbers are drawn for: every effect has a stream of its own.
///
/// The numbers are part of the model: one that has been used is never given to another effect.
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
    case cadence = 12
    case contactFactor = 13
    case contactFatigue = 14
    case pacingDeviation = 15
    case easyIntensity = 16

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

    // The body: one draw for each sample, except the first.
    case startingHeartRate = 200
    case pacing = 201
    case cadenceWander = 202
    case contactWander = 203
    case contactScatter = 204

    // The device: a level for the session, then one draw for each sample.
    case heartRateLevel = 300
    case heartRateWander = 301
    case heartRateScatter = 302
    case speedLevel = 303
    case speedError = 304
    case cadenceError = 305
    case strideError = 306
    case contactError = 307
}
