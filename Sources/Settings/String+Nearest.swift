extension String {
    /// The name that was probably meant, nil when none is near.
    package func nearest(of names: [String]) -> String? {
        guard let nearest = names.min(by: { distance(to: $0) < distance(to: $1) }) else {
            return nil
        }
        let letters = distance(to: nearest)
        // Two letters away from a name of two letters is any other.
        return letters <= 2 && letters * 2 < nearest.count ? nearest : nil
    }

    /// The Levenshtein distance: how many characters to insert, delete or replace.
    func distance(to other: String) -> Int {
        let target = Array(other)
        var row = Array(0...target.count)
        for (index, character) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in target.indices {
                let replaced = diagonal + (character == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
