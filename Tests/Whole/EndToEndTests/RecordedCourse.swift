/// A made-up recording with drop-outs, pauses and absent cells, and what its session must say.
struct RecordedCourse {
    /// In hundredths of a second since the first row, and the cells in units of their last place.
    struct Row {
        let time: Int
        let cells: [Int?]
    }

    static let names = ["heart_rate_bpm", "speed_mps", "cadence_spm", "stride_m", "contact_ms"]
    static let decimals = [0, 3, 1, 3, 1]

    let rows: [Row]
    /// How many pauses there are.
    let pauses: Int

    init(rowCount: Int) {
        var time = 0
        var pauses = 0
        rows = (0..<rowCount).map { index in
            let step = Self.step(before: index)
            time += step
            pauses += step > 300 ? 1 : 0
            return Row(time: time, cells: Self.cells(index))
        }
        self.pauses = pauses
    }

    /// Mostly a second; now and then half of one, a drop-out or a pause.
    private static func step(before index: Int) -> Int {
        if index == 0 { return 0 }
        if index % 41 == 0 { return 1500 }
        if index % 29 == 0 { return 250 }
        if index % 17 == 0 { return 300 }
        return index % 13 == 0 ? 50 : 100
    }

    private static func cells(_ index: Int) -> [Int?] {
        let values = [
            120 + index * 7 % 50, 2000 + index * 131 % 1900, 1500 + index * 37 % 400,
            700 + index * 53 % 600, 2000 + index * 91 % 900,
        ]
        return values.indices.map { (index + $0 * 3) % (5 + $0 * 2) == 0 ? nil : values[$0] }
    }

    var csv: String {
        let header = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        return rows.reduce(into: header) { text, row in
            text += Self.fixed(row.time, 2)
            for (value, decimals) in zip(row.cells, Self.decimals) {
                text += "," + (value.map { Self.fixed($0, decimals) } ?? "")
            }
            text += "\n"
        }
    }

    /// A number with a point, from whole units of its last place.
    static func fixed(_ units: Int, _ decimals: Int) -> String {
        guard decimals > 0 else { return "\(units)" }
        let digits = String(units)
        let zeros = String(repeating: "0", count: max(0, decimals + 1 - digits.count))
        let padded = zeros + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}

extension RecordedCourse {
    /// The values of one metric, each with the hundredths of a second that it stands for.
    ///
    /// That is the time since the row before, at most a second; the first row stands for one.
    func weighted(_ metric: Int) -> [(value: Int, weight: Int)] {
        rows.indices.compactMap { index in
            rows[index].cells[metric].map { ($0, min(100, index == 0 ? 100 : step(index))) }
        }
    }

    /// Session time: what lies between rows, except that a pause counts as the last second of it.
    var duration: Int {
        rows.indices.reduce(0) { sum, index in
            let step = index == 0 ? 100 : step(index)
            return sum + (step > 300 ? 100 : step)
        }
    }

    private func step(_ index: Int) -> Int { rows[index].time - rows[index - 1].time }
}
