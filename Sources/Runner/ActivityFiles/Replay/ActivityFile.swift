/// The format of a recording's bytes, which their content tells, not the file's name.
package enum ActivityFile: Sendable {
    /// Text that is none of the other formats, for ``Recording``.
    case csv([UInt8])
    case read(ActivityReading)
    case refused(ActivityFault)

    /// The most bytes that come out of a compressed file.
    private static let inflatedLimit = 256 << 20

    /// Reads a FIT, TCX or GPX file, compressed by gzip or not. O(n log n) for n bytes, mostly
    /// linear.
    ///
    /// - Parameter name: of the file; sessions behind the first one are `name#2` and so on.
    package init(_ bytes: [UInt8], name: String) {
        guard Gzip.isGzip(bytes) else {
            self.init(bytes, damage: [], name: name)
            return
        }
        let (inflated, damage) = Gzip.inflate(bytes, limit: Self.inflatedLimit)
        if let damage, inflated.isEmpty || damage.isLimit {
            self = .refused(damage)
        } else {
            self.init(inflated, damage: damage.map { [$0] } ?? [], name: name)
        }
    }

    /// - Parameter damage: the faults that have been found already.
    private init(_ bytes: [UInt8], damage: [ActivityFault], name: String) {
        do throws(ActivityFault) {
            if FITDecoder.isFIT(bytes) {
                self = .read(try FITRecordings.read(bytes, damage: damage, name: name))
            } else if XMLActivity.isXML(bytes) {
                self = .read(try XMLActivity.recordings(bytes, damage: damage, name: name))
            } else if let fault = damage.first {
                self = .refused(fault)
            } else {
                self = .csv(bytes)
            }
        } catch {
            self = .refused(error)
        }
    }
}
