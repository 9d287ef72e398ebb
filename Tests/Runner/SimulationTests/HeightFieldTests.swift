import Testing
import Vocabulary

@testable import Simulation

/// The ground as a pure function of the seed and of coordinates.
@Suite struct HeightFieldTests {
    private static let seeds: Range<UInt64> = 0..<4

    /// Places that lie evenly over the region.
    private static let places = (0..<400).map { index in
        GroundPoint(
            east: Double(index % 20) * 2000 - 19_000, north: Double(index / 20) * 2000 - 19_000)
    }

    private func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count)).squareRoot()
    }

    @Test func `noise is nothing at the points of its lattice, and as large as it says between`() {
        let noise = GradientNoise(
            RandomStream(seed: 1, lane: 0, purpose: 0), layer: 3)
        #expect((-9..<9).allSatisfy { noise.value(Double($0), Double(3 * $0)) == 0 })
        let (rows, step) = (200, 0.37)
        let values = (0..<rows * rows).map { index in
            noise.value(Double(index % rows) * step, Double(index / rows) * step)
        }
        #expect((deviation(values) / GradientNoise.deviation - 1).magnitude < 0.03)
        let slopes = (0..<rows * rows).map { index in
            let (x, y) = (Double(index % rows) * step, Double(index / rows) * step)
            return (noise.value(x + 1e-4, y) - noise.value(x, y)) / 1e-4
        }
        #expect((deviation(slopes) / GradientNoise.slope - 1).magnitude < 0.03)
    }

    @Test(arguments: seeds)
    func `heights change smoothly, and are others for another seed`(seed: UInt64) {
        let (field, other) = (HeightField(seed: seed), HeightField(seed: seed + 100))
        for place in Self.places {
            var next = place
            next.east += 0.01
            let rise = field.height(at: next) - field.height(at: place)
            #expect(rise.magnitude < 0.01, "seed \(seed), \(place)")
            #expect(field.height(at: place) == HeightField(seed: seed).height(at: place))
        }
        #expect(Self.places.contains { field.height(at: $0) != other.height(at: $0) })
    }

    @Test(arguments: seeds)
    func `seven tenths of the country are flat and a tenth is rugged`(seed: UInt64) {
        let field = HeightField(seed: seed)
        let ruggedness = Self.places.map { field.ruggedness(at: $0) }
        let share = { (above: Double) in
            Double(ruggedness.count { $0 > above }) / Double(ruggedness.count)
        }
        #expect((0.12...0.46).contains(share(0.52)), "seed \(seed)")
        #expect((0.01...0.2).contains(share(1.4)), "seed \(seed)")
    }

    @Test func `places far from the region have a height too`() {
        let field = HeightField(seed: .max)
        for metres in [1e6, -1e6, 1e9, -1e9] {
            let height = field.height(at: GroundPoint(east: metres, north: -metres))
            #expect(height.isFinite && height.magnitude < 2000)
        }
    }
}
