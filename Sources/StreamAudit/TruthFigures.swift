/// How far smoothed heart rate lies from the one that drove the run, which only a simulator knows.
package struct TruthFigures: Hashable, Sendable {
    package var sessions = 0
    /// Pairs of a smoothed value and a truth of the same session and instant.
    package var pairs = 0
    /// Smoothed less true, mean over the pairs, beats a minute.
    package var meanErrorBPM = 0.0
    /// Root of the mean square of the difference, beats a minute.
    package var errorBPM = 0.0
    /// The delay of the smoothed behind the true at which they agree best, seconds.
    package var lagSeconds = 0.0
    /// ``errorBPM`` at that delay.
    package var errorAtLagBPM = 0.0

    package init() {}
}
