/// What kind each value of a JSON5 text is, and where it stands; the decoder adds what it says.
struct JSON5Outline {
    enum Kind {
        case object([Field])
        case array([JSON5Outline])
        case string
        case number
        case boolean
        case null
    }

    struct Field {
        let name: String
        let namePlace: TextPlace
        let value: JSON5Outline
    }

    let place: TextPlace
    let kind: Kind
}
