import Geometry
import Testing

@testable import Surfaces

@Suite("What is known of a plane's surface")
struct PlaneCoverageTests {
    /// A table of 20 × 10 cells, a landmark's cell in its middle, and a strip beside it that a line of cells joins to it.
    private func coverage(stripWidth: Int32) -> PlaneCoverage {
        var coverage = PlaneCoverage(plane: Plane(normal: Vector3(0, 1, 0), offset: 0), origin: .zero, cell: 0.04)
        func show(_ columns: Range<Int32>, _ rows: Range<Int32>) {
            for column in columns {
                for row in rows {
                    coverage.add(PlaneCoverage.tuning.outlineEvidence, at: SIMD2(column, row), byImages: true)
                }
            }
        }
        show(0..<20, 0..<10)
        show(5..<6, 10..<14)
        show(2..<18, 14..<14 + stripWidth)
        return coverage
    }

    @Test("a surface is shown to its edge")
    func edge() {
        let ends = coverage(stripWidth: 2).surfaceEnds(from: [SIMD2(10, 5)])
        #expect(ends.map(\.x).min() == 0 && ends.map(\.x).max() == 19)
        #expect(ends.map(\.y).min() == 0)
    }

    @Test(
        "a thing beside it that reaches through its height is none of it, be it thin or joined by a thin line",
        arguments: [1, 2, 6]
    )
    func strip(width: Int32) {
        let ends = coverage(stripWidth: width).surfaceEnds(from: [SIMD2(10, 5)])
        #expect(ends.map(\.y).max() == 9)
    }

    @Test("a surface without a landmark on it is not shown")
    func unseeded() {
        #expect(coverage(stripWidth: 6).surfaceEnds(from: [SIMD2(40, 40)]).isEmpty)
    }

    @Test("what is not settled is as the nearest that is, and surface where nothing is")
    func unsettled() {
        var coverage = PlaneCoverage(plane: Plane(normal: Vector3(0, 1, 0), offset: 0), origin: .zero, cell: 0.04)
        func isSurface(_ x: Double, _ y: Double) -> Bool { coverage.isSurface(at: coverage.point(Vector2(x, y))) }
        #expect(isSurface(0.5, 0.5))
        for x in Int32(-8)..<9 {
            for y in Int32(-8)..<9 {
                // A thing of 7 cells on a table, of whose middle nothing is known.
                let away = max(abs(x), abs(y))
                if away > 3 { coverage.add(PlaneCoverage.tuning.surfaceEvidence, at: SIMD2(x, y)) }
                if away == 3 { coverage.add(-PlaneCoverage.tuning.surfaceEvidence, at: SIMD2(x, y)) }
            }
        }
        #expect(!isSurface(0.5, 0.5))
        #expect(!isSurface(1.5, -0.5))
        #expect(!isSurface(3.5, 0.5))
        #expect(isSurface(4.5, 0.5))
        #expect(isSurface(12.5, 0.5))
    }
}
