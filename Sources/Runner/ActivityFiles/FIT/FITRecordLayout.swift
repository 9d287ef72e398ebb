import Vocabulary

/// How samples stand in records: the fields of the profile, and those that the file describes.
struct FITRecordLayout: Sendable {
    /// The layout without the device's faults, which are rare.
    let plain: FITEncoder.Slot
    /// With the faults of the device; nil where the truth is not told.
    let faulty: FITEncoder.Slot?

    /// The fields behind the time stamp.
    private let columns: [FiledMetric.FITColumn]

    /// - Parameter hasPlaces: whether records tell where the run was, as they do outdoors.
    init(_ encoder: inout FITEncoder, hasPlaces: Bool, tellsTruth: Bool) {
        let metrics = FiledMetric.inRecords + (hasPlaces ? FiledMetric.placesInRecords : [])
        columns = metrics.flatMap { FiledMetric($0).fit }
        let fields = [FITField.timestamp] + columns.map(\.field)
        let told = tellsTruth ? FITDeveloperField.truth : []
        plain = encoder.define(
            FITLayout(message: .record, fields: fields, developerFields: told))
        guard tellsTruth else {
            faulty = nil
            return
        }
        faulty = encoder.define(
            FITLayout(
                message: .record, fields: fields, developerFields: told + [.faults]))
    }

    func write(_ moment: ActivityMoment, at second: Int64, to encoder: inout FITEncoder) {
        let sample = moment.sample
        let values = [FITValue(second)] + columns.map { FITValue($0.value(sample)) }
        guard let faulty else { return encoder.write(values, as: plain) }
        let faults = moment.truth?.faults.members ?? []
        let told = values + Self.truth(of: moment)
        guard !faults.isEmpty else { return encoder.write(told, as: plain) }
        let names = faults.map(\.rawValue).joined(separator: " ")
        encoder.write(told + [.text(names)], as: faulty)
    }

    /// The values of ``FITDeveloperField/truth``.
    private static func truth(of moment: ActivityMoment) -> [FITValue] {
        let texts = [
            moment.phase.rawValue, moment.call?.rawValue, moment.truePhase?.rawValue,
            moment.truth?.part.rawValue,
        ]
        let numbers = [moment.truth?.drivenHeartRate, moment.truth?.intensity]
        return texts.map { .text($0 ?? "") } + numbers.map { $0.map { .real(Float($0)) } ?? .none }
    }
}

extension FITDeveloperField {
    static let phase = FITDeveloperField(0, "phase", Phase.allCases.map(\.rawValue))

    /// What is told of every sample besides its metrics.
    static let truth = [
        phase,
        FITDeveloperField(1, "call", Advisory.allCases.map(\.rawValue)),
        FITDeveloperField(2, "true_phase", Phase.allCases.map(\.rawValue)),
        FITDeveloperField(3, "part", PlanPart.allCases.map(\.rawValue)),
        FITDeveloperField(
            number: 4, name: "driven_heart_rate", units: "bpm", type: .float32, size: 4),
        FITDeveloperField(
            number: 5, name: "intensity", units: "of VO2 reserve", type: .float32, size: 4),
    ]

    /// Names with a space between them.
    static let faults = FITDeveloperField(
        6, "faults", [Fault.allCases.map(\.rawValue).joined(separator: " ")])

    /// A text that is one of some words.
    private init(_ number: UInt8, _ name: String, _ words: [String]) {
        let longest = words.map(\.utf8.count).max() ?? 0
        self.init(number: number, name: name, units: "", type: .string, size: longest + 1)
    }
}

extension FITEncoder {
    /// Says whose the developer fields are, and describes each of them.
    mutating func describe(_ fields: [FITDeveloperField]) {
        guard !fields.isEmpty else { return }
        write(
            .developerDataID,
            [
                (FITField(1, .byte, count: 16), .bytes(Array("runway simulator".utf8))),
                (FITField(3, .uint8), .integer(0)), (FITField(4, .uint32), .integer(1)),
            ])
        for field in fields {
            let units: [(FITField, FITValue)] =
                field.units.isEmpty ? [] : [(.text(8, field.units), .text(field.units))]
            write(
                .fieldDescription,
                [
                    (FITField(0, .uint8), .integer(0)),
                    (FITField(1, .uint8), .integer(Int64(field.number))),
                    (FITField(2, .uint8), .integer(Int64(field.type.rawValue))),
                    (.text(3, field.name), .text(field.name)),
                ] + units)
        }
    }
}

extension FITField {
    /// A field that holds a text and its zero byte.
    static func text(_ number: UInt8, _ text: String) -> FITField {
        FITField(number, .string, count: text.utf8.count + 1)
    }
}
