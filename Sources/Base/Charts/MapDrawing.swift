import Vocabulary

/// A map in a frame, of which only the width counts.
struct MapDrawing {
    private let map: SVGMap
    private let frame: ChartFrame
    /// Units of the picture for a metre.
    private let scale: Double
    private let plotHeight: Double

    /// Room at the sides for the names of start and end.
    private static let side = 56.0
    private static let top = 18.0
    /// Room for the bar.
    private static let foot = 40.0
    private static let plotHeights = 60.0...440.0
    /// Metres: somebody who stands has no way that fills a picture.
    private static let least = 20.0
    /// About 12 bytes each: a run of many laps in a picture of 50 kB.
    private static let pointsMost = 4000

    init(of map: SVGMap, in frame: ChartFrame) {
        self.map = map
        self.frame = frame
        let most = min(Self.plotHeights.upperBound, 0.9 * frame.width)
        scale = min(
            (frame.width - 2 * Self.side) / max(map.size.width, Self.least),
            most / max(map.size.height, Self.least))
        plotHeight = max(map.size.height * scale, Self.plotHeights.lowerBound).rounded(.up)
    }

    var height: Double { Self.top + plotHeight + Self.foot }

    var content: Markup { .element("g", [:], ways + ends + [compass, bar]) }
}

/// The way.
extension MapDrawing {
    private typealias Place = (x: Double, y: Double)

    private func place(_ point: SVGMap.Point) -> Place {
        (
            frame.width / 2 + (point.east - map.size.width / 2) * scale,
            Self.top + plotHeight / 2 - (point.north - map.size.height / 2) * scale
        )
    }

    /// A path for each colour, with a piece for each stretch of it.
    private var ways: [Markup] {
        var paths = map.keys.map { _ in "" }
        var last: (place: Place, key: Int)?
        for point in thinWay {
            guard let point else {
                last = nil
                continue
            }
            let place = place(point)
            // A line of no length has round ends, which draw a single point.
            let start = last?.place ?? place
            if last?.key != point.key { paths[point.key] += "M\(Self.text(start))" }
            paths[point.key] += "L\(Self.text(place))"
            last = (place, point.key)
        }
        return zip(map.keys, paths).filter { !$1.isEmpty }.map { key, path in
            .element("path", ["class": "way \(key.style)", "d": path])
        }
    }

    /// The points that lie apart from each other, in so many pixels that they are not too many.
    private var thinWay: [SVGMap.Point?] {
        var gap = 1.5
        while true {
            let thin = points(apart: gap)
            if thin.count <= Self.pointsMost { return thin }
            gap *= 1.5
        }
    }

    private func points(apart gap: Double) -> [SVGMap.Point?] {
        var (thin, last): ([SVGMap.Point?], Place?) = ([], nil)
        var followsCut = false
        let end = map.way.lastIndex { $0 != nil }
        for (index, point) in map.way.enumerated() {
            guard let point else {
                followsCut = true
                continue
            }
            let place = place(point)
            if let last, index != end, Self.distance(last, place) < gap { continue }
            if followsCut { thin.append(nil) }
            thin.append(point)
            (last, followsCut) = (place, false)
        }
        return thin
    }

    private static func distance(_ one: Place, _ other: Place) -> Double {
        let (x, y) = (one.x - other.x, one.y - other.y)
        return (x * x + y * y).squareRoot()
    }

    private static func text(_ place: Place) -> String {
        "\(ChartDrawing.text(place.x)) \(ChartDrawing.text(place.y))"
    }
}

/// What helps to read it.
extension MapDrawing {
    /// The marks of start and end with their names; one name where both are at one place.
    private var ends: [Markup] {
        let known = map.way.compactMap(\.self)
        guard let first = known.first, let last = known.last else { return [] }
        let (start, end) = (place(first), place(last))
        let isLoop = Self.distance(start, end) < 18
        let names =
            isLoop
            ? [name("start, end", beside: start)]
            : [name("start", beside: start), name("end", beside: end)]
        return [mark("end", end, 4), mark("start", start, 6.5)] + names
    }

    private func mark(_ style: String, _ place: Place, _ radius: Double) -> Markup {
        .element(
            "circle",
            [
                "class": "mark \(style)", "cx": ChartDrawing.text(place.x),
                "cy": ChartDrawing.text(place.y), "r": ChartDrawing.text(radius),
            ])
    }

    /// A name at the side of a place that has room for it.
    private func name(_ name: String, beside place: Place) -> Markup {
        let length = Double(name.count) * frame.characterWidth
        let fits = place.x + 12 + length <= frame.width
        return word(
            name, fits ? "start" : "end", (place.x + (fits ? 11 : -11), place.y + 4), "name")
    }

    private func word(
        _ text: String, _ anchor: String, _ place: Place, _ style: String
    ) -> Markup {
        .element(
            "text",
            [
                "class": style, "text-anchor": anchor, "x": ChartDrawing.text(place.x),
                "y": ChartDrawing.text(place.y),
            ], text)
    }

    private var compass: Markup {
        let arrow = Markup.element("path", ["class": "gauge", "d": "M18 46V24M13 31L18 24L23 31"])
        return .element("g", [:], [arrow, word("N", "middle", (18, 17), "tick")])
    }

    /// The bar of a known length, at the lower left.
    private var bar: Markup {
        let (left, bottom) = (12.0, height - 10)
        let right = left + map.bar.length * scale
        let corners = [(left, bottom - 5), (left, bottom), (right, bottom), (right, bottom - 5)]
        let path = Markup.element(
            "path",
            ["class": "gauge", "d": "M" + corners.map(Self.text).joined(separator: "L")])
        let name = word(map.bar.name, "start", (right + 8, bottom + 1), "tick")
        return .element("g", [:], [path, name])
    }
}
