import Depth
import Geometry
import Testing

@testable import Reconstruction

@Suite("A volume of distances")
struct VoxelVolumeTests {
    static let room = BoxRoom(boxes: [(Vector3(-1.9, 0, -1.4), Vector3(-1.2, 0.75, 0.2))])
    static let walk = room.walk(views: 40, seed: 1)
    static let volume = filled(walk)

    static func filled(_ maps: [DepthMap], _ configuration: VolumeConfiguration = .init()) -> VoxelVolume {
        var volume = VoxelVolume(configuration: configuration)
        for map in maps { volume.integrate(map) }
        return volume
    }

    /// How far a point is from the nearest surface of the room, metres.
    static func distance(_ p: SIMD3<Float>) -> Double {
        let point = Vector3(p)
        var nearest = min(
            room.halfWidth - abs(point.x),
            min(room.halfLength - abs(point.z), min(point.y, room.height - point.y))
        ).magnitude
        for box in room.boxes {
            let outside = pointwiseMax(pointwiseMax(box.low - point, point - box.high), .zero).length
            let inside = pointwiseMax(box.low - point, point - box.high).max()
            nearest = min(nearest, outside > 0 ? outside : -inside)
        }
        return nearest
    }

    @Test("The mesh of a walk lies on the surfaces: 1 cm in the mean, 19 of 20 vertices within 2.5 cm")
    func meshLiesOnSurfaces() {
        let mesh = Self.volume.surface()
        #expect(mesh.triangleCount > 20_000)
        let errors = mesh.positions.map(Self.distance).sorted()
        #expect(errors.reduce(0, +) / Double(errors.count) < 0.01)
        #expect(errors[errors.count * 19 / 20] < 0.025)
    }

    @Test("Most of what was seen is in the mesh")
    func meshIsComplete() {
        let area = Self.volume.surface().area
        let seen = 2 * 4.0 * 3.0 + 2 * (4.0 + 3.0) * 2.4
        #expect(area > 0.75 * seen)
        #expect(area < 1.25 * seen)
    }

    @Test("Normals point into the room")
    func normalsPointIntoRoom() {
        let mesh = Self.volume.surface()
        let middle = SIMD3<Float>(0, 1.2, 0)
        let wrong = mesh.positions.indices.filter { i in
            Self.distance(mesh.positions[i] + mesh.normals[i] * 0.1) < Self.distance(mesh.positions[i])
                || (mesh.normals[i] * (middle - mesh.positions[i])).sum() < -1
        }
        #expect(Double(wrong.count) < 0.03 * Double(mesh.positions.count))
    }

    @Test("The order of blocks does not depend on a hash: two builds give the same mesh")
    func meshIsDeterministic() {
        let maps = Array(Self.walk.prefix(8))
        let isSame = Self.filled(maps).surface() == Self.filled(maps).surface()
        #expect(isSame)
    }

    @Test("Something that went away is removed by the views through its place")
    func movedThingsDisappear() {
        var withPerson = BoxRoom()
        withPerson.boxes = [(Vector3(-0.3, 0, -1.2), Vector3(0.3, 1.8, -0.9))]
        var generator = SeededGenerator(seed: 3)
        let start = Vector3(0, 1.4, 1)
        var volume = VoxelVolume()
        for _ in 0..<5 { volume.integrate(withPerson.map(from: start, yaw: 0, pitch: 0, generator: &generator)) }
        let isPerson = { (p: SIMD3<Float>) in abs(p.x) < 0.25 && p.y > 0.3 && p.y < 1.7 && abs(p.z + 0.9) < 0.05 }
        #expect(volume.surface().positions.contains(where: isPerson))
        for _ in 0..<40 { volume.integrate(BoxRoom().map(from: start, yaw: 0, pitch: 0, generator: &generator)) }
        #expect(!volume.surface().positions.contains(where: isPerson))
    }

    @Test("The number of blocks is bounded, and what was left out is counted")
    func memoryIsBounded() {
        var configuration = VolumeConfiguration()
        configuration.maximumBlockCount = 200
        let volume = Self.filled(Array(Self.walk.prefix(5)), configuration)
        #expect(volume.blockCount == 200)
        #expect(volume.refusedBlockCount > 0)
    }

    @Test("Maps without a usable camera, without distances or with unsure ones change nothing")
    func badMapsChangeNothing() {
        var volume = VoxelVolume()
        let good = Self.walk[0]
        let count = good.depth.count
        let nowhere = RigidTransform<WorldSpace, OpticalSpace>(rotation: .identity, translation: Vector3(.nan, 0, 0))
        for (pose, depth, sigma) in [
            (nowhere, good.depth, good.sigma),
            (good.worldFromOptical, [Float](repeating: 0, count: count), good.sigma),
            (good.worldFromOptical, [Float](repeating: .nan, count: count), good.sigma),
            (good.worldFromOptical, good.depth, [Float](repeating: .nan, count: count)),
            (good.worldFromOptical, good.depth, [Float](repeating: 3, count: count)),
        ] {
            volume.integrate(
                DepthMap(
                    timestampNanoseconds: 0,
                    lens: good.lens,
                    worldFromOptical: pose,
                    depth: depth,
                    sigma: sigma,
                    shades: good.shades
                )
            )
        }
        #expect(volume.blockCount == 0)
        #expect(volume.surface().indices.isEmpty)
    }

    @Test("Colours are those of the pixels")
    func coloursAreKept() {
        var volume = VoxelVolume()
        for map in Self.walk.prefix(10) {
            volume.integrate(map, colors: [SIMD4<UInt8>](repeating: SIMD4(200, 100, 50, 255), count: map.depth.count))
        }
        let colors = volume.surface().colors.filter { $0.w > 0 }
        #expect(colors.count > 1000)
        #expect(colors.allSatisfy { $0 == SIMD4(200, 100, 50, 255) })
    }
}
