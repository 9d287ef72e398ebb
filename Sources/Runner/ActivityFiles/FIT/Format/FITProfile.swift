/// Kinds of messages by their numbers in the public profile.
package enum FITMessageNumber: UInt16, Sendable {
    case fileID = 0
    case userProfile = 3
    case sport = 12
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case deviceInfo = 23
    case activity = 34
    case fileCreator = 49
    case fieldDescription = 206
    case developerDataID = 207
}

/// A field of a message: its number in the public profile, and how its values are kept.
package struct FITField: Hashable, Sendable {
    package let number: UInt8
    package let type: FITBaseType
    /// Bytes of all its values.
    package let size: Int

    /// Traps for more than 255 bytes, or if they are no whole number of values.
    package init(_ number: UInt8, _ type: FITBaseType, count: Int = 1) {
        size = count * type.size
        precondition((1...255).contains(size), "a field of \(size) bytes")
        self.number = number
        self.type = type
    }

    /// When a message was true: seconds of ``FITTime``. The same in every kind of message.
    package static let timestamp = FITField(253, .uint32)
    /// The place of a message among those of its kind. The same in every kind of message.
    package static let messageIndex = FITField(254, .uint16)
}

/// A field that the file itself describes.
package struct FITDeveloperField: Hashable, Sendable {
    package let number: UInt8
    package let name: String
    /// Empty for texts.
    package let units: String
    package let type: FITBaseType
    /// Bytes of its value.
    package let size: Int
}

/// What a message can say of an event.
package enum FITEvent {
    package static let timer: Int64 = 0
    package static let session: Int64 = 8
    package static let lap: Int64 = 9
    package static let activity: Int64 = 26
}

/// What an event did.
package enum FITEventType {
    package static let start: Int64 = 0
    package static let stop: Int64 = 1
    package static let stopAll: Int64 = 4
}
