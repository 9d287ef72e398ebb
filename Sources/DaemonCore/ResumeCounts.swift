/// How subscriptions that came back with an anchor were served.
struct ResumeCounts: Hashable {
    /// From the lines sent lately.
    var recalled: Int64 = 0
    /// From the seed.
    var recomputed: Int64 = 0
}
