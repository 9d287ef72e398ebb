/// What a source without a schedule must know before it goes on.
extension StreamHub {
    /// Whether somebody takes lines as they are made.
    package var isFollowed: Bool { !followers.isEmpty }

    /// Whether every subscription asks to be waited for, and there is one whose connection has not
    /// been told everything.
    ///
    /// It ends with an event: the kernel reports room, or a connection ends.
    package var isHeldUp: Bool {
        tally.subscriptions == tally.subscriptionsAwaited && tally.followersWaiting > 0
    }
}
