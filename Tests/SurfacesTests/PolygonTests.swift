import Geometry
import Surfaces
import Testing

@Suite("Polygons")
struct PolygonTests {
    @Test("the hull of a filled square is its corners")
    func hull() {
        var points: [Vector2] = []
        for x in 0...4 { for y in 0...4 { points.append(Vector2(Double(x), Double(y))) } }
        let hull = Polygon.convexHull(points)
        #expect(hull.count == 4)
        #expect(Polygon.area(hull) == 16)
        #expect(Polygon.distance(from: Vector2(2, 3), to: hull) == 0)
        #expect(Polygon.distance(from: Vector2(7, 8), to: hull) == 5)
    }

    @Test("the smallest rectangle around a turned rectangle is that rectangle", arguments: [0.0, 0.3, 0.8, 1.4])
    func smallestRectangle(_ angle: Double) throws {
        let turn = Rotation(exp: Vector3(0, 0, angle))
        let corners = [Vector3(-2, -1, 0), Vector3(2, -1, 0), Vector3(2, 1, 0), Vector3(-2, 1, 0)].map { corner in
            let turned = turn * corner
            return Vector2(turned.x + 5, turned.y - 3)
        }
        let rectangle = try #require(Polygon.smallestRectangle(around: Polygon.convexHull(corners)))
        #expect(abs(rectangle.area - 8) < 1e-9)
        #expect((rectangle.center - Vector2(5, -3)).length < 1e-9)
    }

    @Test("a line has no rectangle")
    func line() {
        let hull = Polygon.convexHull([Vector2(0, 0), Vector2(1, 1), Vector2(2, 2)])
        #expect(Polygon.smallestRectangle(around: hull) == nil)
    }

    @Test("the perimeter of a square is four sides, that of a line twice its length")
    func perimeter() {
        #expect(Polygon.perimeter([Vector2(0, 0), Vector2(2, 0), Vector2(2, 2), Vector2(0, 2)]) == 8)
        #expect(Polygon.perimeter([Vector2(0, 0), Vector2(3, 4)]) == 10)
        #expect(Polygon.perimeter([Vector2(3, 4)]) == 0 && Polygon.perimeter([]) == 0)
    }
}
