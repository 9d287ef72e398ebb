import PlainText

/// One reported figure of a load test: the only place where its name and its source are written.
package struct LoadFigure: Sendable {
    /// As JSON and assertions call it.
    package let name: String
    package let unit: FigureUnit
    /// A sentence without a full stop.
    package let summary: String
    private let read: @Sendable (LoadResult) -> Double?

    init(
        _ name: String, _ unit: FigureUnit, _ summary: String,
        _ read: @escaping @Sendable (LoadResult) -> Double?
    ) {
        self.name = name
        self.unit = unit
        self.summary = summary
        self.read = read
    }

    /// The figure of a result in its unit; nil when there is nothing that it could be taken of.
    package func value(in result: LoadResult) -> Double? {
        read(result).flatMap { $0.isFinite ? $0 : nil }
    }

    /// All figures, in the order of the reports.
    package static let all =
        latencies + lines + defects + connections + testerUsage + daemonUsage + truth

    /// The figure of that name; nil if there is none.
    package static func named(_ name: String) -> LoadFigure? { all.first { $0.name == name } }

    /// A line for every figure, in columns, for a manual.
    package static var listing: String {
        let width = all.map(\.name.count).max() ?? 0
        let unitWidth = FigureUnit.allCases.map(\.rawValue.count).max() ?? 0
        return all.map { figure in
            let name = figure.name.padded(to: width, .left)
            let unit = figure.unit.rawValue.padded(to: unitWidth, .left)
            return "  \(name)  \(unit)  \(figure.summary)\n"
        }.joined()
    }
}
