import Testing

@testable import Depth

@Suite("Planes about each pixel of a surface")
struct LocalPlanesTests {
    private static let (width, height) = (64, 48)
    /// The standard deviation of the noise, 1/m.
    private static let noise: Float = 0.02

    /// Two tilted planes with an edge between columns 31 and 32, 1/m.
    private static func truth(_ x: Int, _ y: Int) -> Float {
        x < 32 ? 0.5 + 0.002 * Float(x) + 0.001 * Float(y) : 1 - 0.003 * Float(x - 32) + 0.002 * Float(y)
    }

    /// The surface with noise, and its variance; infinite where `isKnown` says so.
    private static func noisy(
        _ isKnown: (Int, Int) -> Bool = { _, _ in true }
    ) -> (surface: FloatPlane, variance: FloatPlane) {
        let surface = FloatPlane(width: width, height: height)
        let variance = FloatPlane(width: width, height: height, value: .infinity)
        var state: UInt32 = 7
        func random() -> Float {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 24) - 0.5
        }
        for y in 0..<height {
            for x in 0..<width {
                // The sum of four uniform numbers is nearly normal, with a variance of 4 / 12.
                let sum = random() + random() + random() + random()
                surface.row(y)[x] = isKnown(x, y) ? truth(x, y) + sum * Float(3).squareRoot() * noise : 9
                if isKnown(x, y) { variance.row(y)[x] = noise * noise }
            }
        }
        return (surface, variance)
    }

    private static func error(_ surface: FloatPlane, _ columns: Range<Int>) -> Float {
        let squares = (0..<height).flatMap { y in
            columns.map { x in (surface.row(y)[x] - truth(x, y)) * (surface.row(y)[x] - truth(x, y)) }
        }
        return (squares.reduce(0, +) / Float(squares.count)).squareRoot()
    }

    @Test("The noise of tilted planes falls to a third, also at the borders of the image")
    func noiseFalls() {
        let (surface, variance) = Self.noisy()
        let planes = LocalPlanes(surface, variance: variance)
        #expect(Self.error(surface, 0..<30) > 0.015)
        #expect(Self.error(planes.inverseDepth, 8..<24) < 0.33 * Self.error(surface, 8..<24))
        #expect(Self.error(planes.inverseDepth, 0..<3) < 0.6 * Self.error(surface, 0..<3))
    }

    @Test("Nothing is smoothed across an edge, and beside it the planes lean on one side")
    func edgesStay() {
        let (surface, variance) = Self.noisy()
        let planes = LocalPlanes(surface, variance: variance)
        #expect(Self.error(planes.inverseDepth, 30..<34) < 0.6 * Self.error(surface, 30..<34))
        for y in 8..<40 {
            #expect(planes.lean.row(y)[16] < 0.3)
            #expect(planes.lean.row(y)[31] > 0.3 && planes.lean.row(y)[32] > 0.3)
            #expect(planes.variance.row(y)[31] > planes.variance.row(y)[16])
        }
    }

    @Test("What is not known does not count")
    func holesDoNotCount() {
        let (surface, variance) = Self.noisy { x, y in (x + y) % 3 != 0 }
        let planes = LocalPlanes(surface, variance: variance)
        for y in 0..<Self.height {
            for x in 0..<Self.width where (x + y) % 3 != 0 {
                #expect(abs(planes.inverseDepth.row(y)[x] - Self.truth(x, y)) < 0.06)
                #expect(planes.variance.row(y)[x] > 0 && planes.variance.row(y)[x] < Self.noise * Self.noise)
            }
        }
    }
}
