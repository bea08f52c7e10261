import Depth
import Geometry
import Testing

@testable import Reconstruction

@Suite("Surfaces that a plan says are there")
struct PlanSurfacesTests {
    /// A room of 4 m by 3 m by 2.4 m, with x and z from its middle, seen whole.
    private static let walk = BoxRoom().walk(views: 60, seed: 4)
    private static let viewpoints = walk.map(\.worldFromOptical.translation)
    private static let whole = VoxelVolumeTests.filled(walk).surface().withoutSmallPieces(minimumTriangles: 60)

    /// A mesh without the triangles whose middles a closure takes.
    private static func cut(_ mesh: SurfaceMesh, _ isCut: (SIMD3<Float>) -> Bool) -> SurfaceMesh {
        mesh.keeping { triangle in
            let (a, b, c) = mesh.corners(of: triangle)
            return !isCut((a + b + c) / 3)
        }
    }

    private static func missing(in mesh: SurfaceMesh) throws -> SurfaceMesh {
        let plan = try FloorPlanBuilder(mesh: mesh, viewpoints: viewpoints).plan()
        return plan.surfaces(missingIn: mesh, seenFrom: viewpoints)
    }

    /// The area of a mesh where a closure takes the triangles' middles, m².
    private static func area(_ mesh: SurfaceMesh, _ isCounted: (SIMD3<Float>) -> Bool) -> Double {
        mesh.area - cut(mesh, isCounted).area
    }

    /// The middle of a wall, 1 m wide and 1 m high.
    private static func isInWall(_ p: SIMD3<Float>) -> Bool { p.x > 1.8 && abs(p.z) < 0.5 && abs(p.y - 1.4) < 0.5 }
    /// 1 m² of the floor.
    private static func isInFloor(_ p: SIMD3<Float>) -> Bool { p.y < 0.2 && abs(p.x + 0.5) < 0.5 && abs(p.z) < 0.5 }

    @Test("Holes in a floor and in a wall are closed where they are, in the colour of what is around them")
    func holes() throws {
        var mesh = Self.cut(Self.whole) { Self.isInFloor($0) || Self.isInWall($0) }
        for vertex in mesh.positions.indices where mesh.positions[vertex].y < 0.1 {
            mesh.colors[vertex] = SIMD4(200, 100, 50, 255)
        }
        let missing = try Self.missing(in: mesh)
        #expect(abs(Self.area(missing, Self.isInFloor) - 1) < 0.15)
        #expect(abs(Self.area(missing, Self.isInWall) - 1) < 0.15)
        #expect(missing.area < 3)
        for (position, color) in zip(missing.positions, missing.colors) where Self.isInFloor(position) {
            #expect((190...205).contains(color.x) && color.z < 60)
        }
        for t in 0..<missing.triangleCount {
            let (a, b, c) = missing.corners(of: t)
            let middle = (a + b + c) / 3
            #expect(VoxelVolumeTests.distance(middle) < 0.03)
            let inward = SIMD3<Float>(0, 1.2, 0) - middle
            #expect((crossProduct(b - a, c - a) * inward).sum() > 0, "faces the room")
        }
    }

    @Test("A room that was seen whole lacks next to nothing")
    func nothingMissing() throws {
        let missing = try Self.missing(in: Self.whole)
        #expect(missing.area < 0.05 * Self.whole.area)
    }

    @Test("A hole through which something was seen stays open")
    func seenThrough() throws {
        var mesh = Self.cut(Self.whole, Self.isInWall)
        var outside = SurfaceMeshTests.square(side: 60, at: SIMD3(-1.5, 0, -1.5))
        for vertex in outside.positions.indices {
            let p = outside.positions[vertex]
            outside.positions[vertex] = SIMD3(4, 1.4 + p.x, p.z)
            outside.normals[vertex] = SIMD3(-1, 0, 0)
        }
        let first = UInt32(mesh.positions.count)
        mesh.positions += outside.positions
        mesh.normals += outside.normals
        mesh.colors += outside.colors
        mesh.indices += outside.indices.map { first + $0 }
        let missing = try Self.missing(in: mesh)
        #expect(Self.area(missing, Self.isInWall) < 0.1)
    }

    @Test("Where no ceiling was seen there is none, and walls end where they were last seen")
    func noCeiling() throws {
        let missing = try Self.missing(in: Self.cut(Self.whole) { $0.y > 1.9 || Self.isInWall($0) })
        #expect(missing.positions.allSatisfy { $0.y < 2 })
        #expect(Self.area(missing, Self.isInWall) > 0.8)
    }

    @Test("Doors between rooms stay open, and the walls between them have no holes for what is behind them")
    func doors() throws {
        let walk = Flat.walk(seed: 2)
        let viewpoints = walk.map(\.worldFromOptical.translation)
        var configuration = VolumeConfiguration()
        configuration.voxelSize = 0.03
        let whole = VoxelVolumeTests.filled(walk, configuration).surface().withoutSmallPieces(minimumTriangles: 60)
        // The face towards the living room of the wall at x = 1.62, between its doors.
        let isHole = { (p: SIMD3<Float>) in abs(p.x - 1.62) < 0.05 && abs(p.z + 1) < 0.3 && abs(p.y - 1.2) < 0.4 }
        let mesh = Self.cut(whole, isHole)
        let plan = try FloorPlanBuilder(mesh: mesh, viewpoints: viewpoints).plan()
        let missing = plan.surfaces(missingIn: mesh, seenFrom: viewpoints)
        #expect(Self.area(missing, isHole) > 0.36)
        // The door at the same wall, −0.45 to 0.45.
        let inDoor = { (p: SIMD3<Float>) in abs(p.x - 1.56) < 0.1 && abs(p.z) < 0.35 && p.y > 0.2 && p.y < 1.9 }
        #expect(Self.area(missing, inDoor) == 0)
    }
}
