import PlainText

extension String {
    /// `did you mean --seed?`, where a name is near: for commands, flags and keys alike.
    package func suggestion(from names: [String]) -> String? {
        nearest(of: names).map { "did you mean \($0)?" }
    }

    /// The name that was probably meant: the first that begins with this text, else the one with
    /// the smallest edit distance; nil if that is above two, or half of the name's length or more.
    ///
    /// Dashes in front, capitals, and a dash instead of `_` are no mistakes: a key, its flag and
    /// its variable differ in nothing else. Linear in the names and quadratic in their lengths.
    package func nearest(of names: [String]) -> String? {
        let sought = bare
        if sought.count > 2, let longer = names.first(where: { $0.bare.hasPrefix(sought) }) {
            return longer
        }
        let length = sought.count
        let ranked = names.filter { abs($0.bare.count - length) <= 2 }
            .map { (name: $0, mistakes: sought.distance(to: $0.bare)) }
        guard let nearest = ranked.min(by: { $0.mistakes < $1.mistakes }) else { return nil }
        // Every text of two letters is within two mistakes of a name of two letters.
        let isNear = nearest.mistakes <= 2 && nearest.mistakes * 2 < nearest.name.bare.count
        return isNear ? nearest.name : nil
    }

    /// The name as a key is written: without leading dashes, with `_` for the others, lower case.
    package var bare: String {
        let letters = drop { $0 == "-" }.map { $0 == "-" ? "_" : $0 }
        return String(letters).lowercased()
    }
}
