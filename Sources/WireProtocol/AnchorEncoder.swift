import Vocabulary

/// Writes the anchors of one fleet, with what they have in common worked out beforehand.
public struct AnchorEncoder: Sendable {
    public let identity: IdentityHash
    private var prefix: [10 of UInt8]
    private var prefixCheck = CyclicRedundancyCheck()

    public init(identity: IdentityHash) {
        self.identity = identity
        prefix = [10 of UInt8](repeating: UInt8(ascii: "a"))
        prefix[1] = UInt8(ascii: "1")
        for place in 2..<10 {
            prefix[place] = Base32.character(identity.bits >> (5 * UInt64(9 - place)))
        }
        for place in prefix.indices { prefixCheck.update(prefix[place]) }
    }

    /// Appends the 30 characters of the anchor at `position`, without quotes.
    public func append(_ position: StreamPosition, to buffer: inout LineBuffer) {
        let check = appendBeginning(of: position, to: &buffer)
        appendRest(of: position, after: check, to: &buffer)
    }

    /// Appends the 18 characters that are the same for all positions of an instant, and returns
    /// their check sum.
    func appendBeginning(
        of position: StreamPosition, to buffer: inout LineBuffer
    ) -> CyclicRedundancyCheck {
        var check = prefixCheck
        buffer.append(18) { place in
            for index in prefix.indices { place[index] = prefix[index] }
            for index in 0..<8 {
                let character = Base32.character(position.bits >> (5 * UInt64(12 - index)))
                place[10 + index] = character
                check.update(character)
            }
        }
        return check
    }

    /// Appends what comes after the beginning: the instant's last bit, the lane and the rank, and
    /// the check sum of it all.
    @inline(__always)
    func appendRest(
        of position: StreamPosition, after beginning: CyclicRedundancyCheck,
        to buffer: inout LineBuffer
    ) {
        buffer.append(12) { place in
            var check = beginning
            for index in 0..<5 {
                let character = Base32.character(position.bits >> (5 * UInt64(4 - index)))
                place[index] = character
                check.update(character)
            }
            let sum = UInt64(check.value)
            for index in 0..<7 {
                place[5 + index] = Base32.character(sum >> (5 * UInt64(6 - index)))
            }
        }
    }
}
