import Vocabulary
import WireProtocol

extension SessionCourse {
    /// Whether a session in this course can take the command. A start makes its own session.
    func allows(_ action: SessionCommand.Action) -> Bool {
        switch (action, state) {
        case (.start, _), (.add, _), (.remove, _): false
        case (.pause, .flying), (.stop, .flying), (.stop, .paused): true
        case (.resume, .paused): goesOnBySelf == nil
        case (.pause, .scheduled), (.pause, .paused), (.pause, .landed), (.resume, .scheduled),
            (.resume, .flying), (.resume, .landed), (.stop, .scheduled), (.stop, .landed):
            false
        }
    }

    fileprivate var reason: String {
        switch state {
        case .scheduled: "has not begun before \(since.text)"
        case .flying: "flies from \(since.text) on"
        case .paused:
            goesOnBySelf.map { "pauses by itself from \(since.text) to \($0.text)" }
                ?? "is paused from \(since.text) on"
        case .landed: "has ended at \(since.text)"
        }
    }

    fileprivate func suggestion(nextBegin: FleetInstant?) -> String {
        switch state {
        case .scheduled: "Send it again once the session has begun."
        case .flying: "It can be paused or stopped."
        case .paused:
            goesOnBySelf == nil
                ? "It can be resumed or stopped." : "It can be stopped; it goes on by itself."
        case .landed:
            nextBegin.map { "The lane's next session begins at \($0.text)." }
                ?? "Start a new session."
        }
    }
}

extension WireError {
    /// - Parameter nextBegin: when the lane's next session begins, if there is one.
    static func wrongState(
        _ session: SessionName, _ course: SessionCourse, nextBegin: FleetInstant?
    ) -> WireError {
        WireError(
            .wrongState, reason: "\(session) \(course.reason).",
            suggestion: course.suggestion(nextBegin: nextBegin), field: "session")
    }

    /// A command would take effect at an instant at which no fleet can stand.
    static func outsideFleetTime(_ instant: FleetInstant) -> WireError {
        let (first, last) = (FleetInstant.presents.lowerBound, FleetInstant.presents.upperBound)
        return WireError(
            .wrongState,
            reason: "It would take effect at \(instant.text), and fleet time goes from "
                + "\(first.text) to \(last.text).",
            suggestion: "Begin a new fleet, with another epoch.")
    }

    /// The instant is not one at which a command on the session can follow the others.
    static func wrongInstant(_ command: SessionCommand) -> WireError {
        WireError(
            .wrongState,
            reason: "\(command.session) takes no such command at \(command.instant.text).",
            suggestion: "Take an instant of its samples, behind its other commands.",
            field: "session")
    }
}

extension FleetInstant {
    /// RFC 3339, for a sentence.
    var text: String { CalendarTime(microseconds: microseconds).description }
}
