import Terminal
import Vocabulary
import WireProtocol

/// A full-screen display in the view of the owner of terminal and link: lines and keys in, requests
/// and screens out. It is a value that knows no socket and no clock.
package protocol LinkedDisplay: Sendable {
    associatedtype Subscription: NamedSubscription

    /// The requests to send first on every connection.
    var openingRequests: [String] { get }
    /// The subscriptions that the screen needs now. The owner of the link opens and cancels them.
    var subscriptions: [Subscription] { get }
    /// When to call ``requests(at:)`` again if nothing else happens; nil for never.
    var requestsDueAt: MonotonicInstant? { get }
    /// How long a frame lasts if nothing else happens.
    var frameInterval: Duration { get }
    /// Whether mouse events are wanted.
    var usesMouse: Bool { get }

    /// Resets the data of the previous connection. The greeting is the next line.
    mutating func connect()
    /// Notes that the link is lost.
    ///
    /// - Parameters:
    ///   - reason: the reason, and after a semicolon the remedy.
    ///   - attempt: the number of the next attempt to connect, from 1.
    ///   - nextAttempt: when the next attempt is due.
    mutating func disconnect(
        because reason: String, attempt: Int, nextAttempt: MonotonicInstant)
    /// The requests that are due, without subscriptions. The owner of the link sends each once.
    mutating func requests(at now: MonotonicInstant) -> [String]
    /// Handles a line from the daemon that arrived at `now`.
    mutating func take(_ line: JSONValue, at now: MonotonicInstant)
    /// Handles a key or a mouse event.
    mutating func take(_ key: Key, at now: MonotonicInstant) -> DisplayWish
    /// Sets the size of the screen.
    mutating func fit(columns: Int, rows: Int)
    /// The whole screen. It depends on the display and the arguments alone.
    func screen(at now: MonotonicInstant, columns: Int, rows: Int) -> Screen
}

extension LinkedDisplay {
    /// The lines to send now: the requests that are due, the ends of open subscriptions that the
    /// screen no longer needs, and the beginnings of new ones.
    ///
    /// - Parameter open: the open subscriptions, which become those that the screen needs.
    package mutating func lines(
        replacing open: inout [Subscription], at now: MonotonicInstant
    ) -> [String] {
        let requests = requests(at: now)
        let (before, wanted) = (open, subscriptions)
        guard wanted != before else { return requests }
        open = wanted
        let ends = before.filter { !wanted.contains($0) }
            .map { #"{"op":"unsubscribe","sub":"\#($0.name)"}"# }
        return requests + ends + wanted.filter { !before.contains($0) }.map(\.request)
    }
}

/// A subscription that a display wants.
package protocol NamedSubscription: Equatable, Sendable {
    /// A new subscription in the place of an old one has a new name.
    var name: String { get }
    /// The whole request, without its newline.
    var request: String { get }
}

/// A wish of a key for the owner of the terminal.
package enum DisplayWish: Equatable, Sendable {
    case nothing, quit, redraw
}
