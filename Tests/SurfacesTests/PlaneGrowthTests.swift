import Geometry
import Imaging
import Surfaces
import Testing

@Suite("Growth by pictures")
struct PlaneGrowthTests {
    /// A plain table of 1.0 × 0.6 m with its top at zero, a box of 10 cm on it, a hole in it, a darker floor below.
    static func shade(_ ray: Ray) -> UInt8 {
        func crossing(_ height: Double) -> Vector3? {
            ray.distance(to: Plane(normal: Vector3(0, 1, 0), offset: height)).map { ray.point(at: $0) }
        }
        if let top = crossing(0.1), abs(top.x - 0.3) < 0.07, abs(top.z) < 0.07 { return 70 }
        if let side = ray.distance(to: Plane(normal: Vector3(1, 0, 0), offset: 0.23)).map({ ray.point(at: $0) }),
            (0..<0.1).contains(side.y), abs(side.z) < 0.07
        {
            return 50
        }
        if let table = crossing(0), abs(table.x) < 0.5, abs(table.z) < 0.3 {
            let isHole = abs(table.x + 0.3) < 0.08 && abs(table.z) < 0.08
            if !isHole { return UInt8(170 + 20 * table.x) }
        }
        return floorShade(ray)
    }

    /// Tiles of 20 cm, 0.7 m below the table's top.
    static func floorShade(_ ray: Ray) -> UInt8 {
        guard let distance = ray.distance(to: Plane(normal: Vector3(0, 1, 0), offset: -0.7)) else { return 30 }
        let floor = ray.point(at: distance)
        return (Int((floor.x * 5).rounded(.down)) + Int((floor.z * 5).rounded(.down))) % 2 == 0 ? 100 : 80
    }

    static let lens = CameraModel(
        width: 320,
        height: 240,
        focalLengthPixels: Vector2(200, 200),
        principalPointPixels: Vector2(160, 120),
        distortion: .none
    )

    static func view(
        from position: Vector3,
        towards target: Vector3 = .zero,
        shade: (Ray) -> UInt8 = PlaneGrowthTests.shade
    ) -> SurfaceView {
        let forward = (target - position).normalized
        let right = cross(forward, Vector3(0, 1, 0)).normalized
        let rotation = Rotation(matrix: Matrix3(columns: right, cross(forward, right), forward))
        let pose = RigidTransform<WorldSpace, OpticalSpace>(rotation: rotation, translation: position)
        var picture = GrayImage(width: lens.width, height: lens.height)
        for y in 0..<lens.height {
            for x in 0..<lens.width {
                let pixel = Vector2(Double(x) + 0.5, Double(y) + 0.5)
                picture[x, y] = shade(pose * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel)))
            }
        }
        return SurfaceView(picture, worldFromOptical: pose, lens: lens)
    }

    /// Landmarks around a point of the table alone.
    static func landmarks(around middle: Vector3 = .zero) -> [WorldLandmark] {
        var generator = SeededGenerator(seed: 4)
        return (0..<24).map { index in
            let place = middle + Vector3(0.3 * generator.nextUniform() - 0.15, 0, 0.3 * generator.nextUniform() - 0.15)
            let covariance = Matrix3(diagonal: Vector3(repeating: 4e-6))
            return WorldLandmark(identifier: Int32(index), pointInWorld: place, covariance: covariance)
        }
    }

    static func detector(growsByImages: Bool) -> PlaneDetector {
        var configuration = PlaneDetectorConfiguration()
        configuration.growsByImages = growsByImages
        var detector = PlaneDetector(configuration: configuration)
        for step in 0..<90 {
            let angle = Double(step % 30) / 30 * 2 * .pi
            let position =
                Rotation(exp: Vector3(0, angle, 0)) * Vector3(0.35, 0, 0) * Vector3(1.5, 1, 1) + Vector3(0, 0.8, 0.1)
            _ = detector.update(
                with: landmarks(),
                cameraInWorld: position,
                timestampNanoseconds: Int64(step) * 150_000_000
            )
            detector.grow(in: view(from: position))
        }
        return detector
    }

    @Test("a plain table is found to its edges, and neither the box on it nor the hole in it")
    func grows() throws {
        let small = try #require(Self.detector(growsByImages: false).planes.first)
        #expect(max(small.extent.x, small.extent.y) < 0.45)

        let plane = try #require(Self.detector(growsByImages: true).planes.first)
        let sides = [plane.extent.x, plane.extent.y].sorted()
        #expect(abs(sides[1] - 1) < 0.08)
        #expect(abs(sides[0] - 0.6) < 0.08)
        #expect(!plane.hasSurface(at: Vector3(0.3, 0, 0)))
        #expect(!plane.hasSurface(at: Vector3(-0.3, 0, 0)))
        #expect(plane.hasSurface(at: Vector3(0, 0, 0.2)))
        #expect(plane.hasSurface(at: Vector3(-0.4, 0, -0.2)))
    }

    @Test("a table is found to its far edge, where a cell is a pixel or two high in half the picture")
    func far() throws {
        func shade(_ ray: Ray) -> UInt8 {
            guard let distance = ray.distance(to: Plane(normal: Vector3(0, 1, 0), offset: 0)) else { return 30 }
            let place = ray.point(at: distance)
            guard (-0.8...0.4).contains(place.x), abs(place.z) < 0.3 else { return Self.floorShade(ray) }
            let along = Double.sine(of: 90 * place.x + 3 * .sine(of: 40 * place.z))
            let across = Double.sine(of: 75 * place.z + 2 * .sine(of: 31 * place.x))
            return UInt8(130 + 30 * along + 25 * across)
        }
        var detector = PlaneDetector()
        for step in 0..<80 {
            // To and fro at the table's near end, a forearm above it.
            let aside = 0.35 * Double.sine(of: Double(step) / 40 * 2 * .pi)
            let position = Vector3(-0.9, 0.45, aside)
            _ = detector.update(
                with: Self.landmarks(around: Vector3(-0.4, 0, 0)),
                cameraInWorld: position,
                timestampNanoseconds: Int64(step) * 150_000_000
            )
            detector.grow(in: Self.view(from: position, towards: Vector3(-0.1, 0, 0), shade: shade))
        }
        let plane = try #require(detector.planes.first)
        let corners = plane.boundary.map { plane.world($0) }
        #expect(abs((corners.map(\.x).max() ?? 0) - 0.4) < 0.05)
        #expect(abs((corners.map(\.z).max() ?? 0) - 0.3) < 0.05)
        #expect(abs((corners.map(\.z).min() ?? 0) + 0.3) < 0.05)
    }

    @Test("what is seen through a plane parts it")
    func parts() throws {
        // Two tables at one height, the floor seen between them.
        var generator = SeededGenerator(seed: 9)
        var points: [WorldLandmark] = []
        func add(_ place: Vector3) {
            let covariance = Matrix3(diagonal: Vector3(repeating: 4e-6))
            points.append(WorldLandmark(identifier: Int32(points.count), pointInWorld: place, covariance: covariance))
        }
        for side in [-1.0, 1.0] {
            for _ in 0..<40 {
                add(Vector3(side * (0.12 + 0.4 * generator.nextUniform()), 0.7, generator.nextUniform()))
            }
        }
        for _ in 0..<80 { add(Vector3(0.2 * generator.nextUniform() - 0.1, 0.3, generator.nextUniform())) }
        var detector = PlaneDetector()
        for step in 0..<12 {
            _ = detector.update(
                with: points,
                cameraInWorld: Vector3(0, 1.6, 0.5),
                timestampNanoseconds: Int64(step) * 150_000_000
            )
        }
        let tables = detector.planes.filter { abs($0.center.y - 0.7) < 0.02 }
        #expect(tables.count == 2)
        #expect(tables.allSatisfy { !$0.hasSurface(at: Vector3(0, 0.7, 0.5)) })
    }

    @Test("where a thing stands on a plane that no picture looks at there is no surface")
    func stands() throws {
        let covariance = Matrix3(diagonal: Vector3(repeating: 4e-6))
        let onTable = Self.landmarks().map { point in
            WorldLandmark(
                identifier: point.identifier,
                pointInWorld: point.pointInWorld * 2,
                covariance: covariance
            )
        }
        let onThing = (0..<9).map { index in
            let place = Vector3(0.02 * Double(index % 3) - 0.02, 0.12, 0.02 * Double(index / 3) - 0.02)
            return WorldLandmark(identifier: Int32(100 + index), pointInWorld: place, covariance: covariance)
        }
        var detector = PlaneDetector()
        for step in 0..<12 {
            _ = detector.update(
                with: onTable + onThing,
                cameraInWorld: Vector3(0.3, 0.8, 0.5),
                timestampNanoseconds: Int64(step) * 150_000_000
            )
        }
        let plane = try #require(detector.planes.first)
        #expect(plane.contains(.zero) && !plane.hasSurface(at: .zero))
        #expect(plane.hasSurface(at: Vector3(0.15, 0, 0.15)))
    }
}
