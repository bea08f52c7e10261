import Geometry
import Testing

@testable import Reconstruction

@Suite("The geometry of floor plans and of simpler meshes")
struct PlanGeometryTests {
    static let rectangle = [Vector2(0, 0), Vector2(4, 0), Vector2(4, 3), Vector2(0, 3)]

    static func line(_ normal: Vector2, through point: Vector2) -> WallLine {
        WallLine(normal: normal, offset: dot(normal, point), offsetSigma: 0.01, samples: [])
    }

    @Test("The outline of cells around a corner that stands in the room is an L, counterclockwise, with its lines")
    func outlineOfAnL() throws {
        let lines = [
            Self.line(Vector2(1, 0), through: Vector2(0.5, 0)), Self.line(Vector2(-1, 0), through: Vector2(3.5, 0)),
            Self.line(Vector2(0, 1), through: Vector2(0, 0.5)), Self.line(Vector2(0, -1), through: Vector2(0, 2.5)),
            Self.line(Vector2(-1, 0), through: Vector2(2, 0)), Self.line(Vector2(0, -1), through: Vector2(0, 1.5)),
        ]
        let arrangement = LineArrangement(corners: Self.rectangle, lines: lines)
        let outlines = arrangement.outlines(isInside: Self.isInL) { _ in false }
        let outline = try #require(outlines.first)
        #expect(outlines.count == 1)
        #expect(abs(LineArrangement.area(outline.map(\.start)) - (3 * 2 - 1.5 * 1)) < 1e-9)
        for edge in outline {
            let line = lines[try #require(edge.line)]
            #expect(abs(line.signedDistance(edge.start)) < 1e-9 && abs(line.signedDistance(edge.end)) < 1e-9)
        }
        #expect(Set(outline.compactMap(\.line)) == Set(0..<6))
    }

    private static func isInL(_ cell: [Vector2]) -> Bool {
        let middle = cell.reduce(Vector2(0, 0), +) / Double(cell.count)
        let isInRoom = middle.x > 0.5 && middle.x < 3.5 && middle.y > 0.5 && middle.y < 2.5
        return isInRoom && !(middle.x > 2 && middle.y > 1.5)
    }

    @Test("Cells beside each other are of one outline unless a wall is between them")
    func outlinesOfTwo() {
        let lines = [
            Self.line(Vector2(1, 0), through: Vector2(1, 0)), Self.line(Vector2(0, 1), through: Vector2(0, 1)),
        ]
        let corners = [Vector2(-1, -1), Vector2(5, -1), Vector2(5, 4), Vector2(-1, 4)]
        let arrangement = LineArrangement(corners: corners, lines: lines)
        let areas = arrangement.outlines {
            LineArrangement.area($0) < 13
        } isWall: {
            $0.line == 0
        }.map { outline in
            LineArrangement.area(outline.map { $0.start })
        }
        // 2 × 2 and 2 × 3 to the left of the wall, 4 × 2 and 4 × 3 to its right.
        #expect(areas.map { ($0 * 1e6).rounded() / 1e6 }.sorted() == [10, 20])
    }

    @Test("Without a cell inside there is no outline")
    func noOutline() {
        #expect(
            LineArrangement(corners: Self.rectangle, lines: []).outlines(
                isInside: { _ in false },
                isWall: { _ in false }
            ).isEmpty
        )
    }

    @Test("Lines meet where both distances are zero; parallel ones do not")
    func intersections() throws {
        let slanted = Self.line(Vector2(0.6, 0.8), through: Vector2(1, 2))
        let level = Self.line(Vector2(0, 1), through: Vector2(0, -0.5))
        let meeting = try #require(slanted.intersection(level))
        #expect(abs(slanted.signedDistance(meeting)) < 1e-12 && abs(level.signedDistance(meeting)) < 1e-12)
        #expect(level.intersection(Self.line(Vector2(0, -1), through: Vector2(0, 3))) == nil)
    }

    @Test("What lies before a seen surface is free, what lies behind it or beside the way is not")
    func freeSpace() {
        var space = FreeSpace(low: Vector2(0, 0), high: Vector2(4, 3))
        for row in stride(from: 0.05, to: 3, by: 0.1) { space.mark(from: Vector2(0.05, row), to: Vector2(2, row)) }
        #expect(space.contains(Vector2(1, 1)) && !space.contains(Vector2(2.2, 1)))
        #expect(!space.contains(Vector2(-50, 1)) && !space.contains(Vector2(1, 1e9)))
        #expect(space.share(of: [Vector2(0.1, 0.1), Vector2(1.8, 0.1), Vector2(1.8, 2.9), Vector2(0.1, 2.9)]) > 0.99)
        #expect(space.share(of: [Vector2(2.1, 0), Vector2(3.9, 0), Vector2(3.9, 3), Vector2(2.1, 3)]) == 0)
        let half = space.share(of: [Vector2(1, 0.1), Vector2(3, 0.1), Vector2(3, 2.9), Vector2(1, 2.9)])
        #expect(abs(half - 0.5) < 0.06)
    }

    @Test("The quadric's error is the weighted mean of squared distances, and three planes fix their meeting")
    func quadrics() throws {
        let corner = Vector3(0.3, -0.2, 1.1)
        let normals = [Vector3(1, 0, 0), Vector3(0, 0.6, 0.8), Vector3(0, 0.8, -0.6)]
        var sum = ErrorQuadric()
        for (i, normal) in normals.enumerated() {
            sum += ErrorQuadric(normal: normal, through: corner, weight: Double(i + 1))
        }
        let point = Vector3(1, 2, -3)
        let expected = normals.enumerated().reduce(0) { total, plane in
            let distance = dot(plane.element, point - corner)
            return total + Double(plane.offset + 1) * distance * distance
        }
        #expect(abs(sum.error(at: point) - expected / 6) < 1e-9)
        #expect((try #require(sum.minimum) - corner).length < 1e-9)
        var parallel = ErrorQuadric(normal: normals[0], through: corner, weight: 1)
        parallel += ErrorQuadric(normal: normals[0], through: point, weight: 1)
        #expect(parallel.minimum == nil)
        #expect(ErrorQuadric().error(at: point) == 0)
    }

    @Test("Patches keep the area and the side of a flat surface; a fold within a cell is none")
    func patches() {
        let square = SurfaceMeshTests.square(side: 20)
        let patches = SurfacePatches(square).patches
        #expect(abs(patches.reduce(0) { $0 + $1.area } - square.area) < 1e-6)
        #expect(patches.allSatisfy { ($0.normal - Vector3(0, 1, 0)).length < 1e-6 && abs($0.middle.y) < 1e-6 })
        var fold = SurfaceMeshTests.square(side: 2, at: SIMD3(0.01, 0.01, 0.01))
        let front = fold.indices
        for first in stride(from: 0, to: front.count, by: 3) {
            fold.indices += [front[first], front[first + 2], front[first + 1]]
        }
        #expect(SurfacePatches(fold).patches.isEmpty)
    }

    @Test("Positions in the grid keep their signs, move, and have an order")
    func gridPositions() {
        let position = GridPosition(-3, 0, 90_000)
        #expect([position.x, position.y, position.z] == [-3, 0, 90_000])
        #expect(position.moved(4, -1, -90_001) == GridPosition(1, -1, -1))
        let rising = [GridPosition(-1, 5, 5), GridPosition(0, -5, -5), GridPosition(0, 0, -1), GridPosition(0, 0, 0)]
        #expect(rising.reversed().inGridOrder == rising)
    }
}
