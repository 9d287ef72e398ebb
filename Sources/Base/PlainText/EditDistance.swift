extension String {
    /// The distance of Damerau and Levenshtein: how many characters to insert, delete, replace or
    /// swap with their neighbour, none of them twice. Quadratic in the lengths.
    public func distance(to other: String) -> Int {
        let (source, target) = (Array(self), Array(other))
        var before: [Int] = []
        var row = Array(0...target.count)
        for index in source.indices {
            var next = [index + 1]
            for column in target.indices {
                let replaced = row[column] + (source[index] == target[column] ? 0 : 1)
                var least = Swift.min(replaced, row[column + 1] + 1, next[column] + 1)
                let isSwapped =
                    index > 0 && column > 0 && source[index] == target[column - 1]
                    && source[index - 1] == target[column]
                if isSwapped { least = Swift.min(least, before[column - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[target.count]
    }
}
