import Simulation
import Vocabulary

/// The recordings of a file that fly, and the notices about the rest.
package struct ActivityReading: Sendable {
    /// Each session on foot of each activity, in the order of the file; never none.
    package private(set) var recordings: [Recording] = []
    package private(set) var notices: [ActivityNotice]

    /// The most activities that lie one after the other in a file, and the most sessions in all.
    package static let activityLimit = 1000

    /// Flies the sessions of activities. The first session is called like the file, those behind it
    /// `name#2` and so on, whether those before fly or not.
    ///
    /// - Parameters:
    ///   - damage: what is wrong with the bytes, in their order.
    ///   - bytes: of the file, to be hashed; a session behind the first one adds its number.
    init(
        _ activities: [RecordedActivity], damage: [ActivityFault], name: String, _ bytes: [UInt8]
    ) throws(ActivityFault) {
        var hash = StableHash()
        for byte in bytes { hash.update(byte) }
        notices = damage.map { ActivityNotice(offset: $0.offset, kind: .damage($0.reason)) }
        var number = 0
        for activity in activities {
            let course = TrackCourse(activity.track)
            for session in activity.sessions {
                number += 1
                guard number <= Self.activityLimit else {
                    throw ActivityFault(
                        offset: session.place, .tooManyActivities(Self.activityLimit))
                }
                take(session, number, of: course, name: name, hash: hash)
            }
            notices += course.losses.all.map { ActivityNotice(offset: $0.place, kind: .loss($0)) }
        }
        guard recordings.isEmpty else { return }
        throw Self.refusal(activities, damage)
    }

    /// The reading of one recording alone, with its notices; nil if there is none of that name.
    package func only(_ name: String) -> ActivityReading? {
        var one = self
        one.recordings = recordings.filter { $0.name == name }
        one.notices = notices.filter { notice in
            switch notice.kind {
            case .loss, .damage: true
            case .passedOver: false
            case .contradiction(let session, _): session == name
            }
        }
        return one.recordings.isEmpty ? nil : one
    }

    private mutating func take(
        _ session: RecordedActivity.Session, _ number: Int, of course: TrackCourse, name: String,
        hash: StableHash
    ) {
        let own = number == 1 ? name : "\(name)#\(number)"
        if let sport = session.otherSport {
            notices.append(
                ActivityNotice(
                    offset: session.place, kind: .passedOver(session: own, sport: sport)))
            return
        }
        var hash = hash
        if number > 1 { hash.update(UInt8(truncatingIfNeeded: number - 1)) }
        if number > 256 { hash.update(UInt8(truncatingIfNeeded: (number - 1) >> 8)) }
        guard
            let recording = course.recording(
                of: session.part, contentHash: hash.value, name: own)
        else { return }
        recordings.append(recording)
        for found in ActivityContradiction.all(in: recording, session.part.totals) {
            notices.append(
                ActivityNotice(
                    offset: session.place, kind: .contradiction(session: own, found)))
        }
    }

    /// Why nothing flies: another sport says most, then the file's kind, then its damage.
    private static func refusal(
        _ activities: [RecordedActivity], _ damage: [ActivityFault]
    ) -> ActivityFault {
        let sessions = activities.flatMap(\.sessions)
        if let first = sessions.first(where: { $0.otherSport != nil }) {
            var names: [String] = []
            for case let name? in sessions.map(\.otherSport) where !names.contains(name) {
                names.append(name)
            }
            return ActivityFault(offset: first.place, .sports(names))
        }
        return damage.first ?? ActivityFault(offset: sessions.first?.place ?? 0, .noRecords)
    }
}

/// One activity of a file: a track, and the sessions that lie in it.
struct RecordedActivity: Sendable {
    struct Session: Sendable {
        var part = TrackPart()
        /// The sport in words, if it is none on foot.
        var otherSport: String?
        /// Where the file tells of it: bytes from its beginning.
        var place: Int
    }

    let track: Track
    let sessions: [Session]

    init(track: Track, sessions: [Session]) {
        self.track = track
        self.sessions = sessions
    }

    /// An activity that is one session as a whole.
    init(_ leg: TrackLeg) {
        track = leg.track
        let part = TrackPart(start: leg.track.start, totals: leg.track.totals)
        sessions = [Session(part: part, otherSport: leg.otherSport, place: leg.place)]
    }
}
