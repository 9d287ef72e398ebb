/// What a run was asked to do and where it took place: enough to repeat it.
package struct LoadSetup: Hashable, Sendable {
    /// The command line, words quoted for a shell.
    package var command = ""
    package var subscribers = 0
    /// How many there are of each class that has any, in the order of the classes.
    package var classes: [SubscriberShare] = []
    package var connectionsPerSecond = 0.0
    package var warmUpSeconds = 0.0
    package var seconds = 0.0
    /// How many subscribers there are over time; empty for a run without stages.
    package var stages = ""
    /// The line that each subscriber sends, the first one's if they differ.
    package var request = ""
    /// What the tester draws from.
    package var dice: UInt64 = 0
    /// From the daemon's greeting.
    package var fleet = FleetFacts()
    package var machine = MachineFacts()
    /// When the run began, RFC 3339 in UTC.
    package var began = ""

    package init() {}
}
