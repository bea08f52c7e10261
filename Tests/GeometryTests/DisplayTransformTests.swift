import Geometry
import Testing

@Suite("Display transforms")
struct DisplayTransformTests {
    @Test("the way to the view and back is no way at all", arguments: QuarterTurn.allCases, [ImageFit.fill, .whole])
    func inverse(_ turn: QuarterTurn, _ fit: ImageFit) throws {
        for viewSize in [Vector2(390, 844), Vector2(1280, 800), Vector2(500, 500)] {
            let map = AffineMap.displayTransform(
                imageSize: Vector2(640, 480),
                viewSize: viewSize,
                turn: turn,
                fit: fit
            )
            let back = try #require(map.inverse)
            for point in [Vector2(0.1, 0.9), Vector2(0.5, 0.5), Vector2(1, 0)] {
                #expect((back * (map * point) - point).length < 1e-12)
            }
            #expect((map * Vector2(0.5, 0.5) - Vector2(0.5, 0.5)).length < 1e-12)
        }
    }

    @Test("filling leaves no bar, and the whole picture stays inside")
    func fits() {
        let size = Vector2(640, 480)
        let view = Vector2(390, 844)
        let fill = AffineMap.displayTransform(imageSize: size, viewSize: view, turn: .clockwise)
        let whole = AffineMap.displayTransform(imageSize: size, viewSize: view, turn: .clockwise, fit: .whole)
        let corners = [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1), Vector2(1, 1)]
        #expect(
            corners.allSatisfy { corner in
                let point = fill * corner
                return (point.x < 1e-9 || point.x > 1 - 1e-9) && (point.y < 1e-9 || point.y > 1 - 1e-9)
            }
        )
        #expect(
            corners.allSatisfy { corner in
                let point = whole * corner
                return point.x > -1e-9 && point.x < 1 + 1e-9 && point.y > -1e-9 && point.y < 1 + 1e-9
            }
        )
    }

    @Test("a quarter turn clockwise brings the left edge to the top")
    func turn() {
        let map = AffineMap.displayTransform(imageSize: Vector2(1, 1), viewSize: Vector2(1, 1), turn: .clockwise)
        #expect(map * Vector2(0, 0) == Vector2(1, 0))
        #expect(map * Vector2(0, 1) == Vector2(0, 0))
    }
}
