/// A run as a document, which is taken piece by piece while it is written.
package protocol ActivityDocument: ActivityTaking {
    /// How many bytes wait to be taken.
    var waitingBytes: Int { get }

    /// The lines that have been written since the last call.
    mutating func drain() -> [UInt8]

    /// The last lines.
    consuming func finish() -> [UInt8]
}

/// A document of XML, made of the events of a course.
protocol XMLActivityDocument: ActivityDocument {
    var course: ActivityCourse { get set }
    var xml: XMLWriter { get set }

    mutating func write(_ events: [ActivityEvent])
}

extension XMLActivityDocument {
    package mutating func take(_ moment: ActivityMoment) { write(course.take(moment)) }
    package mutating func pause(at point: ActivityPoint) { write(course.pause(at: point)) }
    package mutating func resume(at point: ActivityPoint) { write(course.resume(at: point)) }

    package mutating func drain() -> [UInt8] { xml.drain() }
    package var waitingBytes: Int { xml.count }
}
