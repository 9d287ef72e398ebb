extension String {
    /// The figure that was probably meant: by a slip of two letters, or by its last word; nil if
    /// none is near.
    var nearestFigure: String? {
        let names = LoadFigure.all.map(\.name)
        let distances = names.map { (name: $0, letters: letters(to: $0)) }
        guard let nearest = distances.min(by: { $0.letters < $1.letters }) else { return nil }
        // Two letters away from a name of three is any other.
        if nearest.letters <= 2, nearest.letters * 2 < nearest.name.count { return nearest.name }
        return isEmpty ? nil : names.first { $0.hasSuffix(".\(self)") || $0.hasPrefix("\(self)_") }
    }

    /// How many letters to insert, delete or replace (V. I. Levenshtein, Soviet Physics Doklady
    /// 10, 1966), capitals and small ones being the same.
    private func letters(to name: String) -> Int {
        let target = Array(name)
        var row = Array(0...target.count)
        for (index, letter) in lowercased().prefix(60).enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in target.indices {
                let replaced = diagonal + (letter == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
