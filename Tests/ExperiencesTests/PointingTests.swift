import Geometry
import Surfaces
import Testing
import WorldTracking

@testable import Experiences

/// Tools that a hand or a controller points, over the surfaces that a headset's tracking found.
@Suite struct PointingTests {
    private static let lens = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(400, 400),
        principalPointPixels: Vector2(320, 240),
        distortion: .none
    )
    private static let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse

    /// A level surface in the host's world (+Y up), a rectangle around its middle.
    private static func surface(_ number: Int32, at middle: Vector3, width: Double, depth: Double) -> OutsidePlane {
        let (x, z) = (width / 2, depth / 2)
        return OutsidePlane(
            number: number,
            odometryFromPlane: upright * RigidTransform(rotation: .identity, translation: middle),
            outline: [Vector2(-x, -z), Vector2(-x, z), Vector2(x, z), Vector2(x, -z)]
        )
    }

    /// Adds a pose of a viewer who stands at the host's origin at a height, and returns its frame.
    private static func look(_ session: Session, _ milliseconds: Int64, _ surfaces: [OutsidePlane]?) throws -> Frame {
        let viewer = RigidTransform<WorldSpace, CameraSpace>(rotation: .identity, translation: Vector3(0, 1.5, 0))
        session.addPose(
            upright * viewer * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse,
            lens: lens,
            surfaces: surfaces,
            timestampNanoseconds: milliseconds * 1_000_000
        )
        return try #require(session.nextFrame())
    }

    private static func session() throws -> (session: Session, frame: Frame) {
        let session = Session()
        session.run(withKnownPoses: SessionConfiguration())
        let table = surface(7, at: Vector3(0, 0.75, -1), width: 1.2, depth: 0.6)
        return (session, try look(session, 0, [table, surface(8, at: .zero, width: 6, depth: 6)]))
    }

    /// A point of the host's world, whose origin is the engine's 1.5 m below.
    private static func engine(_ point: Vector3) -> Vector3 { point - Vector3(0, 1.5, 0) }

    private static func ray(from start: Vector3, to end: Vector3) -> Ray {
        Ray(origin: engine(start), direction: end - start)
    }

    @Test("a headset's surfaces are planes with anchors; they move, and go when it drops them")
    func surfaces() throws {
        let (session, first) = try Self.session()
        #expect(first.trackingState == .normal)
        let planes = session.world.planes
        #expect(planes.map { $0.alignment } == [.horizontal, .horizontal])
        #expect((planes[0].center - Self.engine(Vector3(0, 0.75, -1))).length < 1e-9)
        #expect(abs(planes[0].area - 0.72) < 1e-9 && abs(max(planes[0].extent.x, planes[0].extent.y) - 1.2) < 1e-9)
        #expect(first.anchors.compactMap { $0.plane?.planeIdentifier } == [1, 2])
        let unchanged = try Self.look(session, 20, nil)
        #expect(unchanged.anchors.count == 2)
        _ = session.takeEvents()
        let higher = Self.surface(7, at: Vector3(0, 0.78, -1), width: 1.2, depth: 0.6)
        let moved = try Self.look(session, 40, [higher])
        #expect(moved.anchors.map { $0.plane?.planeIdentifier } == [1])
        #expect(abs(moved.anchors[0].worldFromAnchor.translation.y - (0.78 - 1.5)) < 1e-9)
        #expect(session.takeEvents().count == 2)
        let narrow = Self.surface(9, at: .zero, width: 0.01, depth: 1)
        #expect(try Self.look(session, 60, [narrow]).anchors.isEmpty, "a surface without area is left out")
    }

    @Test("a length is measured along two rays, from elsewhere than the viewer")
    func measures() throws {
        let (session, frame) = try Self.session()
        var measuring = Measuring()
        let (left, right) = (Vector3(-0.4, 0.75, -1.1), Vector3(0.35, 0.75, -0.9))
        for end in [left, right] {
            var seen = frame
            seen.camera = Camera(along: Self.ray(from: Vector3(0.3, 1.2, -0.2), to: end))
            measuring.update(seen, in: session.world)
            #expect(measuring.advice == .normal)
            let isSet = measuring.place(in: &session.world)
            #expect(isSet)
        }
        let reading = try #require(measuring.lastReading)
        #expect(abs(reading.value - (right - left).length) < 1e-6)
        #expect(reading.sigma > 0.002 && reading.sigma < 0.03)
        var beside = frame
        beside.camera = Camera(along: Ray(origin: .zero, direction: Vector3(0, 1, 0.1)))
        measuring.update(beside, in: session.world)
        let isSet = measuring.place(in: &session.world)
        #expect(measuring.advice == .noSurface && !isSet)
    }

    @Test("two hands draw two strokes where their rays meet the table; a ray that leaves it ends its stroke")
    func draws() throws {
        let (session, frame) = try Self.session()
        var tool = DrawingTool()
        let eye = Vector3(0.2, 1.3, -0.1)
        for step in 0...20 {
            let x = Double(step) * 0.01
            tool.touch(1, along: Self.ray(from: eye, to: Vector3(x - 0.4, 0.75, -1)), in: session.world)
            tool.touch(
                2,
                along: Self.ray(from: -1 * eye + Vector3(0, 2.6, 0), to: Vector3(x + 0.1, 0.75, -0.9)),
                in: session.world
            )
            tool.update(frame, in: session.world)
        }
        let strokes = tool.drawing.strokes
        #expect(strokes.count == 2)
        for stroke in strokes {
            #expect(abs(stroke.length - 0.2) < 0.004)
            #expect(stroke.planeAnchor == frame.anchors[0].identifier)
            #expect(stroke.points.allSatisfy { abs($0.y + 0.75) < 1e-9 })
        }
        tool.touch(1, along: Ray(origin: .zero, direction: Vector3(0, 1, 0)), in: session.world)
        tool.touch(1, along: Self.ray(from: eye, to: Vector3(0.2, 0.75, -1)), in: session.world)
        #expect(tool.drawing.strokes.count == 3)
        tool.touch(1, along: Ray(origin: Vector3(.nan, 0, 0), direction: Vector3(0, -1, 0)), in: session.world)
        #expect(tool.drawing.strokes.count == 3)
    }

    @Test("a pointer's camera looks along its ray, also backwards")
    func camera() {
        for direction in [Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0, -1, 0), Vector3(0.3, -0.5, 0.2)] {
            let ray = Ray(origin: Vector3(1, 2, 3), direction: direction)
            let camera = Camera(along: ray)
            let middle = camera.ray(through: camera.lens.sizePixels / 2)
            #expect((middle.origin - ray.origin).length < 1e-12)
            #expect((middle.direction - ray.direction).length < 1e-9)
        }
    }
}
