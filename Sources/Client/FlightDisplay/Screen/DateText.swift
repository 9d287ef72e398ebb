import CivilTime
import Readout
import Vocabulary

/// Dates and times of day in the form that people read.
extension TimeZoneRules {
    /// `07:21`.
    package func clock(_ instant: FleetInstant) -> String {
        let minute = local(instant).second / 60
        return "\(NumberText.twoDigits(minute / 60)):\(NumberText.twoDigits(minute % 60))"
    }
}

extension Weekday {
    /// `Mon`.
    package var short: String { String(long.prefix(3)) }

    /// `Monday`.
    package var long: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension CivilDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// `March`.
    package var monthName: String { Self.months[month - 1] }

    /// `Fri 6 Mar`.
    package var short: String { "\(weekday.short) \(day) \(monthName.prefix(3))" }

    /// `Friday 6 March 2026`.
    package var long: String { "\(weekday.long) \(day) \(monthName) \(year)" }

    /// The number of the week by ISO 8601, whose weeks belong to the year of their Thursday.
    package var isoWeek: Int { (startOfWeek.adding(days: 3).dayOfYear - 1) / 7 + 1 }
}
