import FlightDisplay
import Testing

@Suite struct GraphAxisTests {
    @Test func `the ends are round, and the values fill what is between`() {
        let axis = GraphAxis(fitting: 132...147, least: 10, steps: [5, 10, 20, 50], rows: 12)
        #expect(axis.range == 130...150)
        #expect(axis.lines(atMost: 12) == [130, 135, 140, 145, 150])
    }

    @Test func `fewer rows have fewer lines`() {
        let axis = GraphAxis(fitting: 132...147, least: 10, steps: [5, 10, 20, 50], rows: 5)
        #expect(axis.lines(atMost: 5) == [130, 140, 150])
    }

    @Test func `lines at every second step leave less of the plot empty`() {
        let axis = GraphAxis(fitting: 115...168, least: 10, steps: [5, 10, 20, 50], rows: 8)
        #expect(axis.lines(atMost: 8) == [110, 130, 150, 170])
    }

    @Test func `little change is not drawn as mountains, and stands in the middle`() {
        let axis = GraphAxis(fitting: 141...142, least: 20, steps: [5, 10], rows: 12)
        #expect(axis.range == 130...150)
    }

    @Test(arguments: 3...40)
    func `whatever the values, they are inside, and lines have room`(rows: Int) {
        for low in stride(from: -400.0, through: 200, by: 37) {
            for extent in [0, 0.3, 4, 17, 90, 444] {
                let axis = GraphAxis(
                    fitting: low...low + extent, least: 10, steps: [1, 2, 5, 10, 50, 100, 500],
                    rows: rows)
                #expect(axis.range.lowerBound <= low && low + extent <= axis.range.upperBound)
                #expect(axis.range.upperBound - axis.range.lowerBound >= 10)
                let lines = axis.lines(atMost: rows)
                #expect((2...rows).contains(lines.count))
                #expect(lines.first == axis.range.lowerBound)
                #expect(abs((lines.last ?? 0) - axis.range.upperBound) < 1e-9)
            }
        }
    }

    @Test func `values beyond all steps do not trap`() {
        for value in [-1e300, 0, 1e300] {
            let axis = GraphAxis(fitting: value...value, least: 10, steps: [5, 10], rows: 5)
            #expect(!axis.lines(atMost: 5).isEmpty)
        }
    }

    @Test(arguments: [(10, 30), (10, 90), (5, 30), (60, 40), (20, 200), (10, 1), (10, 0)])
    func `minutes stand from the left edge to the right one, and have room`(
        minutes: Int, columns: Int
    ) {
        let axis = MinuteAxis(minutes: minutes, columns: columns)
        let labels = axis.labelled
        #expect(labels.last == 0)
        let places = labels.map(axis.column)
        #expect(places == places.sorted())
        #expect(places.last == max(0, columns - 1))
        #expect(labels.first != minutes || places.first == 0)
        for (left, right) in zip(places, places.dropFirst()) where columns >= 9 {
            #expect(right - left >= 7, "\(minutes) in \(columns): \(places)")
        }
    }
}
