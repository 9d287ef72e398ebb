/// A way over the ground, drawn as SVG: north up, at one scale in both directions.
package struct SVGMap: SVGFigure {
    package struct Point: Sendable {
        /// Metres to the east and to the north of the south-western corner.
        let east: Double
        let north: Double
        /// The index among the map's keys of the way up to here.
        package let key: Int

        package init(east: Double, north: Double, key: Int) {
            self.east = east
            self.north = north
            self.key = key
        }
    }

    package let title: String
    package let summary: String
    /// Nil cuts the way.
    let way: [Point?]
    /// Metres from west to east, and from south to north.
    let size: (width: Double, height: Double)
    /// The colours of the way, which the style sheet sets as `--tone` of each class.
    let keys: [ChartKey]
    /// A length to compare with, metres, and its name.
    let bar: (length: Double, name: String)

    package init(
        title: String, summary: String, way: [Point?], size: (width: Double, height: Double),
        keys: [ChartKey], bar: (length: Double, name: String)
    ) {
        self.title = title
        self.summary = summary
        self.way = way
        self.size = size
        self.keys = keys
        self.bar = bar
    }

    package var legend: [(style: String, name: String)] {
        keys.map { (style: "key \($0.style)", name: $0.name) }
    }

    package func height(in frame: ChartFrame) -> Double { MapDrawing(of: self, in: frame).height }

    package func content(in frame: ChartFrame) -> Markup {
        MapDrawing(of: self, in: frame).content
    }
}
