import Features
import Geometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Relocalisation")
struct RelocalizationTests {
    typealias Shift = RigidTransform<OdometrySpace, OdometrySpace>
    let describer = ImageDescriber()
    let room = PaintedRoom()
    static let eye = Vector3(-0.8, -0.5, 0.3)
    static let target = Vector3(1.8, 0.2, -0.9)

    private func view(
        _ world: inout World,
        _ step: Int,
        from eye: Vector3,
        to target: Vector3,
        _ source: Shift
    ) -> Frame {
        let picture = room.picture(
            from: PaintedRoom.pose(from: eye, to: target),
            at: Double(step) / 10,
            epoch: source == .identity ? 0 : 1,
            sourceFromTruth: source,
            describer: describer
        )
        return world.update(with: picture, describer: describer)
    }

    private func watched(_ configuration: SessionConfiguration = .init()) -> (World, Vector3) {
        var world = World(configuration: configuration)
        var first = Vector3.zero
        for step in 0..<20 {
            let eye = Self.eye + Vector3(0.03, 0.05, 0.01) * Double(step)
            let frame = view(&world, step, from: eye, to: Self.target, .identity)
            if step == 10 { first = frame.camera?.positionInWorld ?? .zero }
        }
        return (world, first)
    }

    @Test("after a loss the old place is known again within a second, and the world is where it was to 2 cm")
    func recovers() throws {
        var (world, before) = watched()
        let source = Shift(rotation: Rotation(exp: Vector3(0, 0, 1.1)), translation: Vector3(5, -3, 0.4))
        // Elsewhere first: nothing is recognised, and the view is held as limited.
        for step in 70..<76 {
            let frame = view(&world, step, from: Vector3(0.5, 0.5, 0.5), to: Vector3(-2, -1, 0), source)
            #expect(frame.trackingState == .limited(.relocalizing))
        }
        let back = Self.eye + Vector3(0.03, 0.05, 0.01) * 10
        var found: Frame?
        for step in 76..<86 where found == nil {
            let frame = view(&world, step, from: back, to: Self.target + Vector3(0, 0.1, 0.1), source)
            if frame.trackingState == .normal { found = frame }
        }
        let place = try #require(found?.camera?.positionInWorld)
        #expect((place - before).length < 0.02)
        let isTold = world.takeEvents().contains { if case .relocalized = $0 { true } else { false } }
        #expect(isTold)
    }

    @Test("where the place is not to be remembered, a new world begins after a loss")
    func withoutMemory() {
        var (world, _) = watched(SessionConfiguration(remembersPlace: false))
        #expect(world.map.keyframeCount == 0)
        _ = world.takeEvents()
        let source = Shift(rotation: Rotation(exp: Vector3(0, 0, 1.1)), translation: Vector3(5, -3, 0.4))
        let frame = view(&world, 70, from: Self.eye, to: Self.target, source)
        #expect(frame.trackingState == .normal)
        let events = world.takeEvents()
        #expect(events.contains(.restarted))
    }

    @Test("a place never seen again ends in a fresh start after the stated time")
    func givesUp() {
        var (world, _) = watched()
        world.configuration.relocalizationTimeout = 1
        let source = Shift(rotation: Rotation(exp: Vector3(0, 0, -2)), translation: Vector3(1, 1, 0))
        for step in 60..<80 { _ = view(&world, step, from: Vector3(0.5, 0.5, 0.5), to: Vector3(-2, -1, 0), source) }
        #expect(world.currentFrame?.trackingState == .normal)
        let events = world.takeEvents()
        #expect(events.contains(.restarted))
    }

    @Test("drift found on return is taken back without a jump")
    func closesLoop() throws {
        var (world, before) = watched()
        // The source has drifted by 6 cm and a degree; its world continues, so the epoch stays.
        let drift = Shift(rotation: Rotation(exp: Vector3(0, 0, 0.017)), translation: Vector3(0.05, -0.03, 0.01))
        let back = Self.eye + Vector3(0.03, 0.05, 0.01) * 10
        var last: Vector3?
        for step in 120..<170 {
            var picture = room.picture(
                from: PaintedRoom.pose(from: back, to: Self.target),
                at: Double(step) / 10,
                epoch: 0,
                sourceFromTruth: drift,
                describer: describer
            )
            picture.epoch = 0
            let place = try #require(world.update(with: picture, describer: describer).camera?.positionInWorld)
            if let last { #expect((place - last).length < 0.02) }
            last = place
        }
        #expect(try (#require(last) - before).length < 0.015)
    }

    @Test("a place that looks alike, a metre away, is not taken up while tracking goes on", arguments: [0.06, 1.3])
    func lookalike(_ metres: Double) throws {
        var (world, _) = watched()
        _ = world.takeEvents()
        let now = try #require(world.worldFromOdometry)
        let seen = try #require(world.currentFrame?.camera?.worldFromOptical)
        var moved = now
        moved.translation.x += metres
        let place = Relocalizer.Place(
            worldFromOdometry: moved,
            worldFromOptical: moved * now.inverse * seen,
            inlierCount: 40
        )
        world.recognise(place)
        #expect(world.takeEvents().isEmpty == (metres > 1))
    }

    @Test("two observations and the vertical give the pose")
    func twoPoints() throws {
        var generator = SeededGenerator(seed: 3)
        func random() -> Vector3 {
            Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        }
        for _ in 0..<100 {
            let truth = GravityPose(heading: generator.nextNormal(), position: random())
            let observations = (0..<6).map { _ in
                let point = truth.position + truth.rotation * (random() + Vector3(0, 0, -4))
                let direction = (truth.rotation.inverse * (point - truth.position)).normalized
                return GravityPose.Observation(pointInWorld: point, direction: direction, sigma: 0.001)
            }
            let poses = GravityPose.candidates(observations[0], observations[1])
            #expect(poses.contains { ($0.position - truth.position).length < 1e-6 })
            let rough = GravityPose(
                heading: truth.heading + 0.03,
                position: truth.position + Vector3(0.02, -0.03, 0.02)
            )
            let refined = rough.refined(observations, angleSigma: 0.002)
            #expect((refined.position - truth.position).length < 1e-4)
        }
    }
}
