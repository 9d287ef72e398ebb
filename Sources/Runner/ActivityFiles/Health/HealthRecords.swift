import Simulation
import Vocabulary

/// The document of an export: head, records, summaries of days.
struct HealthRecords: Sendable {
    let facts: HealthFacts
    var xml = XMLWriter(Self.grammar)
    private let device: String
    /// The day of the record written last.
    private var day: HealthDay
    /// What was burnt in units of ``Metric/energy``, by the first instants of days.
    private var energy: [FleetInstant: Int64] = [:]

    private static let source: StaticString = "Runway"

    init(_ facts: HealthFacts) {
        self.facts = facts
        let number = String(facts.serialNumber, radix: 16)
        device =
            "<<HKDevice: 0x\(number)>, name:Runway, manufacturer:Runway, model:simulator, "
            + "hardware:\(facts.name), software:0.1>"
        day = facts.day(facts.exported)
    }

    /// When the export was made, and who the athlete is. Ages are whole years: everybody was born
    /// on the first of January.
    mutating func writeHead() {
        xml.open("HealthData", [("locale", .word("en_GB"))])
        xml.empty("ExportDate", [("value", facts.time(facts.exported))])
        let exportYear = facts.day(facts.exported).date.prefix { $0 != "-" }
        let athlete = facts.profile?.athlete
        let year = athlete.flatMap { athlete in Int(exportYear).map { $0 - athlete.age } }
        let sex: StaticString =
            switch athlete?.sex {
            case .female: "HKBiologicalSexFemale"
            case .male: "HKBiologicalSexMale"
            case nil: "HKBiologicalSexNotSet"
            }
        xml.empty(
            "Me",
            [
                (
                    "HKCharacteristicTypeIdentifierDateOfBirth",
                    .text(year.map { "\($0)-01-01" } ?? "")
                ),
                ("HKCharacteristicTypeIdentifierBiologicalSex", .word(sex)),
                ("HKCharacteristicTypeIdentifierBloodType", .word("HKBloodTypeNotSet")),
                (
                    "HKCharacteristicTypeIdentifierFitzpatrickSkinType",
                    .word("HKFitzpatrickSkinTypeNotSet")
                ),
                ("HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", .word("None")),
            ])
    }

    /// Writes an entry of a day, if Health has records of it. A stage of sleep is a category, and
    /// its time is its value.
    mutating func write(
        _ metric: DayMetric, _ value: Int64, from start: FleetInstant, to end: FleetInstant,
        known: FleetInstant
    ) {
        guard let quantity = HealthQuantity(metric) else {
            guard let stage = FiledMetric.sleepAnalysis(metric) else { return }
            return write(
                "HKCategoryTypeIdentifierSleepAnalysis", nil, .word(stage), from: start, to: end,
                known: known)
        }
        // A span belongs to the day that its last instant lies in.
        if metric == .energy { burn(value, at: start == end ? start : end - Self.tick) }
        write(
            quantity.identifier, quantity.unit, quantity.value(value), from: start, to: end,
            // Body mass comes from scales, not from the watch.
            known: known, hasDevice: metric != .bodyMass)
    }

    /// Writes a value that was measured in a second.
    mutating func write(_ metric: Metric, _ value: Int64, at instant: FleetInstant) {
        let quantity = HealthQuantity(metric)
        write(
            quantity.identifier, quantity.unit, quantity.value(value), from: instant, to: instant,
            known: instant)
    }

    /// Writes by how much a total grew within a day.
    ///
    /// - Parameter end: the instant of the last sample of the span, which is in the day.
    mutating func write(
        _ metric: Metric, _ value: Int64, from start: FleetInstant, to end: FleetInstant
    ) {
        let quantity = HealthQuantity(metric)
        if metric == .energy { burn(value, at: end) }
        // The sample of a midnight stands for the second before it, and counts for the day after.
        write(
            quantity.identifier, quantity.unit, quantity.value(value),
            from: max(start, day(of: end).range.lowerBound), to: end, known: end)
    }

    mutating func day(of instant: FleetInstant) -> HealthDay {
        if !day.range.contains(instant) { day = facts.day(instant) }
        return day
    }

    private mutating func burn(_ value: Int64, at instant: FleetInstant) {
        energy[day(of: instant).range.lowerBound, default: 0] += value
    }

    private static let tick = FleetDuration(ticks: 1)

    private mutating func write(
        _ identifier: String, _ unit: StaticString?, _ value: XMLValue, from start: FleetInstant,
        to end: FleetInstant, known: FleetInstant, hasDevice: Bool = true
    ) {
        var attributes: [XMLWriter.Attribute] = [("type", .text(identifier))]
        attributes += source(hasDevice: hasDevice)
        if let unit { attributes.append(("unit", .word(unit))) }
        attributes += [
            ("creationDate", facts.time(known)), ("startDate", facts.time(start)),
            ("endDate", facts.time(end)), ("value", value),
        ]
        xml.empty("Record", attributes)
    }

    func source(hasDevice: Bool = true) -> [XMLWriter.Attribute] {
        let source: [XMLWriter.Attribute] = [
            ("sourceName", .word(Self.source)), ("sourceVersion", .word("0.1")),
        ]
        return hasDevice ? source + [("device", .text(device))] : source
    }

    mutating func writeSummary(of day: HealthDay) {
        let burnt = HealthQuantity(.energy).value(energy[day.range.lowerBound] ?? 0)
        xml.empty(
            "ActivitySummary",
            [
                ("dateComponents", .text(day.date)), ("activeEnergyBurned", burnt),
                ("activeEnergyBurnedGoal", .integer(0)), ("activeEnergyBurnedUnit", .word("kcal")),
            ])
    }
}
