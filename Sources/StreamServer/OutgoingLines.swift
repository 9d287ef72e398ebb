/// The lines of a delivery, one by one, and all at once for the case that all have left.
package protocol OutgoingLines: Collection where Element == Outbox.Line {
    func noteSent(in tracks: inout SubscriptionTracks)
}

extension OutgoingLines {
    package func noteSent(in tracks: inout SubscriptionTracks) {
        for line in self { tracks.sent(line) }
    }
}

extension Array: OutgoingLines where Element == Outbox.Line {}
