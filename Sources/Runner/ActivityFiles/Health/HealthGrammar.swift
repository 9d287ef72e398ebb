extension HealthRecords {
    /// The document type of an export as far as it is used here. Elements may stand in any order;
    /// attributes that the app leaves out at times are optional.
    static let grammar: String = {
        let record = ["sourceVersion", "device", "creationDate"]
        let declarations =
            element("HealthData", "(ExportDate,Me,(Record|Workout|ActivitySummary)*)")
            + attributes("HealthData", ["locale"])
            + element("ExportDate", "EMPTY") + attributes("ExportDate", ["value"])
            + element("Me", "EMPTY")
            + attributes(
                "Me",
                [
                    "DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType",
                    "CardioFitnessMedicationsUse",
                ].map { "HKCharacteristicTypeIdentifier\($0)" })
            + element("Record", "(MetadataEntry*)")
            + attributes(
                "Record", ["type", "sourceName", "startDate", "endDate"],
                optional: record + ["unit", "value"])
            + element("Workout", "((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)")
            + attributes(
                "Workout", ["workoutActivityType", "sourceName", "startDate", "endDate"],
                optional: record + [
                    "duration", "durationUnit", "totalDistance", "totalDistanceUnit",
                    "totalEnergyBurned", "totalEnergyBurnedUnit",
                ])
            + element("WorkoutEvent", "EMPTY") + attributes("WorkoutEvent", ["type", "date"])
            + element("WorkoutRoute", "((MetadataEntry|FileReference)*)")
            + attributes(
                "WorkoutRoute", ["sourceName", "startDate", "endDate"], optional: record)
            + element("FileReference", "EMPTY") + attributes("FileReference", ["path"])
            + element("WorkoutStatistics", "EMPTY")
            + attributes(
                "WorkoutStatistics", ["type", "startDate", "endDate"],
                optional: ["average", "minimum", "maximum", "sum", "unit"])
            + element("MetadataEntry", "EMPTY") + attributes("MetadataEntry", ["key", "value"])
            + element("ActivitySummary", "EMPTY")
            + attributes(
                "ActivitySummary", ["dateComponents"],
                optional: ["", "Goal", "Unit"].map { "activeEnergyBurned\($0)" })
        return "<!DOCTYPE HealthData [\n\(declarations)]>\n"
    }()

    private static func element(_ name: String, _ content: String) -> String {
        "<!ELEMENT \(name) \(content)>\n"
    }

    private static func attributes(
        _ element: String, _ required: [String], optional: [String] = []
    ) -> String {
        let lines =
            required.map { "  \($0) CDATA #REQUIRED\n" }
            + optional.map { "  \($0) CDATA #IMPLIED\n" }
        return "<!ATTLIST \(element)\n\(lines.joined())>\n"
    }
}
