/// Recorded runs from documents: Training Center's TCX and GPX, told by their root element.
package enum XMLActivity {
    /// The most bytes of a document.
    package static let byteLimit = 64 << 20
    /// The most activities or tracks of a document.
    static let legLimit = 1000

    /// Whether bytes begin as a document does: enough to tell it from other text.
    package static func isXML(_ bytes: [UInt8]) -> Bool {
        XMLSource(Array(bytes.prefix(256))).beginsWithTag
    }

    /// Each activity or track on foot that lies in the bytes.
    ///
    /// - Parameters:
    ///   - damage: the faults that were found before.
    ///   - name: of the file; those behind the first one are `name#2` and so on.
    static func recordings(
        _ bytes: [UInt8], damage: [ActivityFault], name: String
    ) throws(ActivityFault) -> ActivityReading {
        let (legs, fault) = try read(bytes)
        return try ActivityReading(
            legs.map(RecordedActivity.init), damage: damage + [fault].compactMap(\.self),
            name: name, bytes)
    }

    /// Every run, ride and transition of a document, in its order.
    ///
    /// Where the document ends too early, or cannot be read from a place on, the legs that stand
    /// whole before come with the fault that ended the reading. Linear in the bytes; memory is a
    /// few times theirs.
    ///
    /// - Parameter gpx: takes the elements of GPX.
    /// - Throws: the fault, where it comes before the root element or with it.
    static func read(
        _ bytes: [UInt8], gpx: GPXElements = GPXElements()
    ) throws(ActivityFault) -> (legs: [TrackLeg], fault: ActivityFault?) {
        guard bytes.count <= byteLimit else { throw .xml(.tooManyBytes(byteLimit), at: byteLimit) }
        var reader = XMLReader(bytes)
        guard try reader.next() == .open else { throw .xml(.cutShort, at: bytes.count) }
        let formats: [(root: StaticString, taker: any ActivityElements)] = [
            ("TrainingCenterDatabase", TCXElements()), ("gpx", gpx),
        ]
        for (root, taker) in formats where root.equals(reader.name) {
            return read(&reader, into: taker)
        }
        let name = String(decoding: reader.name, as: UTF8.self)
        throw .xml(.root(name), at: reader.place)
    }

    private static func read(
        _ reader: inout XMLReader, into taker: any ActivityElements
    ) -> (legs: [TrackLeg], fault: ActivityFault?) {
        var taker = taker
        do throws(ActivityFault) {
            while let event = try reader.next() {
                switch event {
                case .open: try taker.open(reader)
                case .close: taker.close(reader)
                }
            }
            return (taker.finish(), nil)
        } catch {
            return (taker.finish(), error)
        }
    }
}

/// A receiver of the elements below the root of a document, which makes legs of them.
protocol ActivityElements: Sendable {
    /// The start tag that was read last.
    mutating func open(_ reader: XMLReader) throws(ActivityFault)
    /// The end tag that was read last; that of the root comes too.
    mutating func close(_ reader: XMLReader)
    /// The legs, with the one that has not ended.
    mutating func finish() -> [TrackLeg]
}
