/// What is measured: lines, bars and marks.
extension ChartDrawing {
    private func scale(of series: ChartSeries) -> ChartScale {
        switch series.axis {
        case .left: chart.left.scale
        case .right: chart.right?.scale ?? chart.left.scale
        }
    }

    func line(_ series: ChartSeries) -> Markup? {
        let scale = scale(of: series)
        var path = ""
        var isJoined = false
        let columns = Int(rightEdge - leftEdge)
        for point in series.points.thinned(to: columns, over: chart.x.scale) {
            guard let y = point.y else {
                isJoined = false
                continue
            }
            let place = "\(Self.text(across(point.x))) \(Self.text(up(y, scale)))"
            // A line of no length has round ends, which draw a single point.
            path += isJoined ? "L\(place)" : "M\(place)L\(place)"
            isJoined = true
        }
        guard !path.isEmpty else { return nil }
        return .element("path", ["class": "line c\(series.colour)", "d": path])
    }

    func marks(_ series: ChartSeries) -> Markup? {
        let circles = zip(series.points, series.marks).compactMap { point, mark -> Markup? in
            guard let y = point.y, let mark else { return nil }
            return .element(
                "circle",
                [
                    "class": "mark \(mark.rawValue) c\(series.colour)",
                    "cx": Self.text(across(point.x)),
                    "cy": Self.text(up(y, scale(of: series))), "r": mark == .point ? "3.5" : "4.5",
                ])
        }
        return circles.isEmpty ? nil : .element("g", [:], circles)
    }

    var bars: [Markup?] {
        chart.bars.map { bar in
            guard bar.value.isFinite else { return nil }
            let height = up(bar.value, chart.left.scale)
            return box(
                "bar \(bar.style)", across: across(bar.span), down: height...frame.bottom,
                hint: bar.hint)
        }
    }

    func hint(_ hint: SVGChart.Hint) -> Markup {
        box("hint", across: across(hint.span), down: top...frame.bottom, hint: hint.text)
    }

    private func across(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
        across(span.lowerBound)...across(span.upperBound)
    }
}

/// What the values mean: limits, bands and moments.
extension ChartDrawing {
    var shade: Markup? {
        chart.shaded.map { box("shade", across: across($0), down: top...frame.bottom) }
    }

    var boundLine: [Markup?] {
        chart.bound.map { level("bound", $0.value, $0.name) } ?? []
    }

    var targetLine: [Markup?] {
        chart.target.map { level("target", $0.value, $0.name) } ?? []
    }

    private func level(_ style: String, _ value: Double, _ name: String) -> [Markup] {
        guard value.isFinite else { return [] }
        let height = up(value, chart.left.scale)
        return [
            stroke(style, (leftEdge, height), to: rightEdge, nil)
        ] + (name.isEmpty ? [] : [word(name, "start", leftEdge + 6, height - 6)])
    }

    /// Bands across the plot, as far as they lie in the domain of the axis; the name of a band that
    /// is high enough stands at the right, where no line crosses it.
    var levels: [Markup?] {
        let scale = chart.left.scale
        return chart.levels.filter { $0.span.overlaps(scale.domain) }.map { band in
            let down = up(band.span.upperBound, scale)...up(band.span.lowerBound, scale)
            let rect = box(
                "level \(band.style)", across: leftEdge...rightEdge, down: down, hint: band.hint)
            let isHigh = down.upperBound - down.lowerBound >= 11
            let middle = (down.lowerBound + down.upperBound) / 2 + 4
            let label = isHigh ? band.labels.first : nil
            let text = label.map { word($0, "start", rightEdge + 4, middle, "name") }
            return .element("g", [:], [rect, text].compactMap(\.self))
        }
    }

    /// A row of stretches above the plot; a name that has no room is left to the hint.
    var ribbon: [Markup?] {
        let down = (top - ChartFrame.ribbon)...(top - 4)
        return chart.ribbon.map { band in
            let across = across(band.span)
            let width = across.upperBound - across.lowerBound
            let middle = (across.lowerBound + across.upperBound) / 2
            let rect = box("stretch \(band.style)", across: across, down: down, hint: band.hint)
            let text = fitting(
                band.labels, into: width, "middle", middle, down.upperBound - 5, "name")
            return .element("g", [:], [rect, text].compactMap(\.self))
        }
    }

    /// Upright lines; a label that would touch its neighbours is left to the hint.
    var moments: [Markup?] {
        let places = chart.moments.map { across($0.x) }
        var end = leftEdge
        return zip(chart.moments, places).enumerated().map { number, element in
            let (moment, place) = element
            let line = line(of: moment, at: place)
            let length = Double(moment.label.count) * frame.characterWidth
            let next = number + 1 < places.count ? places[number + 1] : .infinity
            let isLast = place + 4 + length > rightEdge
            let start = isLast ? place - 4 - length : place + 4
            guard !moment.label.isEmpty, start >= end, isLast || start + length <= next else {
                return line
            }
            end = start + length
            let word = word(
                moment.label, isLast ? "end" : "start", isLast ? place - 4 : start, top + 12,
                "name")
            return .element("g", [:], [line, word])
        }
    }

    private func line(of moment: ChartMoment, at place: Double) -> Markup {
        .element(
            "g", [:],
            [
                stroke("moment", (place, top), to: nil, frame.bottom),
                box(
                    "hint", across: place - 3...place + 3, down: top...frame.bottom,
                    hint: moment.hint),
            ])
    }
}
