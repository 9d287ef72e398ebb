/// What a part of a report is to its reader, for colours.
package enum ReportTone: Hashable, Sendable {
    case good, bad, doubtful
}
