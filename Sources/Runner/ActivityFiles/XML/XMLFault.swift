/// What can be wrong with a document.
package enum XMLFault: Hashable, Sendable {
    /// The document ends within an element, a tag or a comment, or before there is one.
    case cutShort
    /// Something else where only a tag can be, or a tag without a name.
    case tag
    /// An end tag of another element than the one that is open.
    case mismatched
    case attribute
    case repeatedAttribute
    /// A character that no document may hold.
    case control(UInt8)
    /// A reference to something other than a character and the five entities of XML.
    case entity
    case documentType
    /// More elements within one another than this limit.
    case tooDeep(Int)
    /// A name of more bytes than this limit.
    case longName(Int)
    /// More attributes in one tag than this limit.
    case manyAttributes(Int)
    /// More bytes in the values of one tag than this limit.
    case longAttributes(Int)
    case behindRoot
    /// A root element that is neither TCX nor GPX, with its name.
    case root(String)
    case tooManyActivities(Int)
    case tooManyBytes(Int)
}

extension XMLFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cutShort: "the document is cut short"
        case .tag: "this is no tag of XML"
        case .mismatched: "the end tag is of another element than the one that is open"
        case .attribute: "an attribute without a name, a value or quotes around it"
        case .repeatedAttribute: "an attribute stands twice in one tag"
        case .control(let byte): "the control character \(byte) is not allowed in XML"
        case .entity: "an entity other than those of XML itself is not read"
        case .documentType: "a document type is not read"
        case .tooDeep(let limit): "more than \(limit) elements within one another"
        case .longName(let limit): "a name of more than \(limit) bytes"
        case .manyAttributes(let limit): "more than \(limit) attributes in one tag"
        case .longAttributes(let limit): "more than \(limit) bytes of attributes in one tag"
        case .behindRoot: "something stands behind the end of the document"
        case .root(let name): "the document is \(name), neither TCX nor GPX"
        case .tooManyActivities(let limit): "more than \(limit) activities in one file"
        case .tooManyBytes(let limit): "the file has more than \(limit >> 20) MiB"
        }
    }

    /// What would be right.
    package var suggestion: String {
        switch self {
        case .cutShort, .tag, .mismatched, .attribute, .repeatedAttribute, .control:
            "export it anew from where it came, or end the document by hand"
        case .entity, .documentType: "write out what the document type defines"
        case .tooDeep, .longName, .manyAttributes, .longAttributes:
            "give a file with a run in TCX or GPX"
        case .behindRoot: "remove what follows the document"
        case .root: "give a run in TCX, GPX or FIT"
        case .tooManyActivities, .tooManyBytes: "split the recording"
        }
    }
}
