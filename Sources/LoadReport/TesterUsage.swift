/// What the tester itself took: by this a reader judges whether it measured the daemon or itself.
package struct TesterUsage: Hashable, Sendable {
    /// Microseconds of processor time within the measurement, of the thread that reads.
    package var processorMicroseconds = 0
    /// The largest share of a processor in a second, from 0 to 1.
    package var busiestSecond = 0.0
    /// Seconds of the measurement in which it used more than nine tenths of a processor.
    package var saturatedSeconds = 0
    package var residentBytes = 0

    package init() {}
}
