import Simulation

/// What stands before the first event of an activity file.
extension FITEncoder {
    private typealias Entry = (field: FITField, value: FITValue)

    /// For makers without a number of their own.
    private static let development: Int64 = 255
    private static let product: Int64 = 1
    /// Hundredths: 0.10.
    private static let softwareVersion: Int64 = 10
    private static let productName = "Runway"

    /// What the file is, who made it, what its developer fields mean, who ran, and which sport.
    mutating func writeHead(of facts: ActivityFacts, at second: Int64) {
        writeFileID(of: facts, at: second)
        write(.fileCreator, [(FITField(0, .uint16), .integer(Self.softwareVersion))])
        if facts.tellsTruth {
            describe(FITDeveloperField.truth + [.faults])
        } else if facts.laps == .phase {
            describe([.phase])
        }
        writeDevice(of: facts, at: second)
        writeAthlete(of: facts)
        let plan = facts.profile.planName
        write(
            .sport,
            [
                (FITField(0, .enumeration), .integer(FITSport.running)),
                (FITField(1, .enumeration), .integer(FITSport.kind(ofPlan: plan))),
                (.text(3, plan), .text(plan)),
            ])
    }

    private mutating func writeFileID(of facts: ActivityFacts, at second: Int64) {
        let activityFile: Int64 = 4
        write(
            .fileID,
            [
                (FITField(0, .enumeration), .integer(activityFile)),
                (FITField(1, .uint16), .integer(Self.development)),
                (FITField(2, .uint16), .integer(Self.product)),
                (FITField(3, .uint32z), .integer(Int64(facts.serialNumber))),
                (FITField(4, .uint32), .integer(second)),
                (.text(8, Self.productName), .text(Self.productName)),
            ])
    }

    private mutating func writeDevice(of facts: ActivityFacts, at second: Int64) {
        let creator: Int64 = 0
        let local: Int64 = 5
        write(
            .deviceInfo,
            [
                (.timestamp, .integer(second)), (FITField(0, .uint8), .integer(creator)),
                (FITField(2, .uint16), .integer(Self.development)),
                (FITField(3, .uint32z), .integer(Int64(facts.serialNumber))),
                (FITField(4, .uint16), .integer(Self.product)),
                (FITField(5, .uint16), .integer(Self.softwareVersion)),
                (.text(19, facts.name), .text(facts.name)),
                (FITField(25, .enumeration), .integer(local)),
                (.text(27, Self.productName), .text(Self.productName)),
            ])
    }

    /// Writes nothing for a recording: who ran it is unknown.
    private mutating func writeAthlete(of facts: ActivityFacts) {
        guard let athlete = facts.profile.athlete else { return }
        let (centimetres, hectograms) = (athlete.height * 100, athlete.mass * 10)
        let name = facts.profile.athleteName.map { [(FITField.text(0, $0), FITValue.text($0))] }
        write(
            .userProfile,
            (name ?? []) + [
                (FITField(1, .enumeration), .integer(athlete.sex == .female ? 0 : 1)),
                (FITField(2, .uint8), .integer(Int64(athlete.age))),
                (FITField(3, .uint8), .integer(Int64(centimetres.rounded()))),
                (FITField(4, .uint16), .integer(Int64(hectograms.rounded()))),
                (FITField(8, .uint8), .integer(Int64(facts.profile.restingHeartRate))),
                (FITField(11, .uint8), .integer(Int64(facts.profile.maximalHeartRate))),
            ])
    }
}
