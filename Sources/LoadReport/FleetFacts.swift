/// What the daemon's greeting tells of the fleet that a load test hears.
package struct FleetFacts: Hashable, Sendable {
    /// The daemon's name and version.
    package var server = ""
    package var protocolVersion = ""
    /// The hash of the fleet's identity.
    package var identity = ""
    /// As the greeting writes it.
    package var seed = ""
    package var epoch = ""
    package var sessions = 0
    package var rateHertz = 0.0
    /// A number, or "max".
    package var speed = ""
    package var device = ""
    package var beatSeconds = 0.0
    package var isEmbedded = false

    package init() {}
}
