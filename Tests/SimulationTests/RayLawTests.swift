import Foundation
import Geometry
import Imaging
import Testing

@testable import Simulation

/// Rays against solids, beside a slow search along each ray; and the frames of faces, pixels and light.
@Suite("Laws of rays and faces")
struct RayLawTests {
    private typealias Lanes = SIMD8<Float>

    private static func isInside(_ shape: SceneBody.Shape, _ half: SIMD3<Float>, _ p: SIMD3<Float>) -> Bool {
        switch shape {
        case .box, .shell: abs(p.x) < half.x && abs(p.y) < half.y && abs(p.z) < half.z
        case .ball: (p * p).sum() < half.x * half.x
        case .cylinder: p.x * p.x + p.y * p.y < half.x * half.x && abs(p.z) < half.z
        }
    }

    private static func vector(_ random: inout SeededGenerator, _ scale: Double) -> SIMD3<Float> {
        SIMD3<Float>(Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * scale)
    }

    private static func distances(
        _ shape: SceneBody.Shape,
        _ half: SIMD3<Float>,
        _ origin: SIMD3<Float>,
        _ directions: [SIMD3<Float>]
    ) -> [Float] {
        var (x, y, z) = (Lanes.zero, Lanes.zero, Lanes.zero)
        for lane in 0..<8 { (x[lane], y[lane], z[lane]) = (directions[lane].x, directions[lane].y, directions[lane].z) }
        let found = PacketIntersection.distance(shape, half: half, origin: origin, x: x, y: y, z: z)
        return (0..<8).map { found[$0] }
    }

    @Test(
        "where a ray meets a solid, outside becomes inside, and nowhere before",
        arguments: [SceneBody.Shape.box, .ball, .cylinder, .shell]
    )
    func marching(_ shape: SceneBody.Shape) {
        var random = SeededGenerator(seed: 51)
        var (hits, misses) = (0, 0)
        for _ in 0..<60 {
            let radius = Float(0.2 + random.nextUniform())
            let half =
                shape == .ball ? SIMD3(repeating: radius) : SIMD3(radius, radius, Float(0.2 + random.nextUniform()))
            var origin = Self.vector(&random, 1.5)
            if shape == .shell { origin = half * SIMD3(0.3, -0.5, 0.2) }
            guard Self.isInside(shape, half, origin) == (shape == .shell) else { continue }
            // Half of them aim at the solid, and one goes straight along an axis.
            var directions = (0..<8).map { lane in
                lane % 2 == 0 ? Self.vector(&random, 1) : Self.vector(&random, 0.3) - origin
            }
            directions[0] = SIMD3(0, 0, -1)
            for (direction, t) in zip(directions, Self.distances(shape, half, origin, directions)) {
                func point(_ t: Float) -> SIMD3<Float> { origin + direction * t }
                let length = (direction * direction).sum().squareRoot()
                let end = t < PacketIntersection.far ? t - 0.002 / length : 12 / length
                for step in 1..<300 {
                    let p = point(end * Float(step) / 300)
                    #expect(Self.isInside(shape, half, p) == (shape == .shell), "\\(shape) is met before \\(t)")
                }
                if t < PacketIntersection.far {
                    hits += 1
                    let depth = 0.002 / length
                    // A ray that only grazes leaves again at once.
                    let isIn = (1...3).contains { Self.isInside(shape, half, point(t + depth * Float($0) / 3)) }
                    let isGrazing = !isIn && shape != .shell
                    if isGrazing { misses += 1 } else { #expect(isIn == (shape != .shell)) }
                } else {
                    misses += 1
                }
            }
        }
        #expect(hits > 100 && (shape == .shell || misses > 50))
    }

    @Test("a ray of another length meets the same point, and each lane is a ray of its own")
    func lanes() {
        var random = SeededGenerator(seed: 52)
        let half = SIMD3<Float>(0.4, 0.4, 0.7)
        for shape in [SceneBody.Shape.box, .ball, .cylinder, .shell] {
            let origin = shape == .shell ? SIMD3<Float>(0.1, 0.2, -0.3) : SIMD3<Float>(1.5, -1, 0.8)
            let directions = (0..<8).map { _ in Self.vector(&random, 0.2) - (shape == .shell ? .zero : origin) }
            let found = Self.distances(shape, half, origin, directions)
            let longer = Self.distances(shape, half, origin, directions.map { $0 * 2.5 })
            for lane in 0..<8 {
                let alone = Self.distances(shape, half, origin, [SIMD3<Float>](repeating: directions[lane], count: 8))
                #expect(alone.allSatisfy { $0 == found[lane] })
                if found[lane] < PacketIntersection.far { #expect(abs(longer[lane] * 2.5 / found[lane] - 1) < 1e-3) }
            }
        }
    }

    @Test("a face's coordinates lead to its points and back; right, up and outward are a right-handed frame")
    func faces() {
        let half = SIMD3<Float>(0.3, 0.7, 1.1)
        for face in 0..<6 {
            let size = BoxFace.size(face, half: half)
            let normal = BoxFace.normal(face)
            for coordinate in [SIMD2<Float>(0, 0), size, size / 2, size * SIMD2(0.2, 0.9)] {
                let point = BoxFace.point(face, coordinate: coordinate, half: half)
                let back = BoxFace.coordinate(face, point: point, half: half) - coordinate
                #expect((back * back).sum() < 1e-10)
                #expect(abs((point * normal).sum() - (half * (normal * normal)).sum()) < 1e-6)
            }
            let corner = Vector3(BoxFace.point(face, coordinate: .zero, half: half))
            let right = Vector3(BoxFace.point(face, coordinate: SIMD2(size.x, 0), half: half)) - corner
            let down = Vector3(BoxFace.point(face, coordinate: SIMD2(0, size.y), half: half)) - corner
            let outward = cross(right, -down).normalized
            #expect(face == 4 || (outward - Vector3(normal)).length < 1e-6, "the underside is seen from above")
        }
    }

    @Test("a pixel's four rays go through it, in four columns and four rows, through any lens")
    func rays() {
        for preset in DevicePreset.all {
            let camera = preset.camera.scaled(by: 0.1)
            let rays = CameraRays(camera)
            #expect(rays.stride % 8 == 0 && rays.stride >= camera.width)
            for (column, row) in [(0, 0), (camera.width - 1, camera.height - 1), (7, 11), (30, 20)] {
                let at = row * rays.stride + column
                let positions = (0..<4).map { sample -> Vector2 in
                    let normalized = Vector2(Double(rays.x[sample][at]), Double(rays.y[sample][at]))
                    return camera.pixel(ofNormalized: normalized) - Vector2(Double(column), Double(row))
                }
                for position in positions {
                    #expect((-1e-3...1.001).contains(position.x) && (-1e-3...1.001).contains(position.y))
                }
                for axis in 0..<2 {
                    let sorted = positions.map { $0[axis] }.sorted()
                    for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(b - a > 0.2) }
                }
            }
        }
    }

    @Test("light from six sides is a mean of them, and along an axis that side's alone")
    func cube() {
        var random = SeededGenerator(seed: 53)
        func light() -> SIMD4<Float> { SIMD4(Float(random.nextUniform()), Float(random.nextUniform()), 1, 0) }
        let sides = (0..<6).map { _ in light() }
        let cube = AmbientCube(
            west: sides[0],
            east: sides[1],
            south: sides[2],
            north: sides[3],
            below: sides[4],
            above: sides[5]
        )
        for face in 0..<6 { #expect(cube.light(BoxFace.normal(face)) == sides[face]) }
        for _ in 0..<50 {
            let direction = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()).normalized
            let found = cube.light(SIMD3<Float>(direction))
            #expect(abs(found.z - 1) < 1e-5, "weights sum to 1")
            #expect(found.x <= (sides.map(\.x).max() ?? 0) + 1e-5 && found.x >= (sides.map(\.x).min() ?? 1) - 1e-5)
        }
    }

    @Test("a lamp twice as strong adds twice as much, two lamps add up, and a roof keeps their light away")
    func lamps() throws {
        func light(_ lines: String...) throws -> SIMD4<Float> {
            let text = "room size=3,3,2.5\n" + lines.joined(separator: "\n")
            let scene = RenderScene(try SimulatedScene(text: text, file: "f"))
            return LightBaker(scene: scene).cube(at: SIMD3(0.2, 0.1, 0.5), reach: SIMD3(repeating: 0.01)).above
        }
        let faint = try light("lamp a at=0,0,2.2 power=1e-6")
        let one = try light("lamp a at=0,0,2.2 power=3") - faint
        let double = try light("lamp a at=0,0,2.2 power=6") - faint
        let other = try light("lamp b at=-0.8,0.6,2.2 power=3") - faint
        let both = try light("lamp a at=0,0,2.2 power=3", "lamp b at=-0.8,0.6,2.2 power=3") - faint
        #expect(one.x > 0.05 && one.x > one.z, "a lamp's light is warm")
        for channel in 0..<3 {
            #expect(abs(double[channel] / one[channel] - 2) < 0.01)
            #expect(abs(both[channel] / (one[channel] + other[channel]) - 1) < 0.05)
        }
        let roof = "box roof at=0.2,0.1,0.7 size=2.6,2.6,0.02"
        let shaded = try light("lamp a at=0,0,2.2 power=3", roof) - light("lamp a at=0,0,2.2 power=1e-6", roof)
        #expect(abs(shaded.x) < 1e-4)
    }
}
