import Foundation
import Geometry
import Imaging

/// Draws the images of a simulation, each independently, so that several can be drawn at once.
struct ScenePainter: Sendable {
    private let plan: SimulationPlan
    private let trajectory: DeviceTrajectory
    private let scene: RenderScene
    private let rays: CameraRays
    private let lens: MovingLens
    private let sensor: ImageSensor
    private let smudge: LensSmudge?
    private let exposure: SteppedValue
    private let tone: SteppedValue
    private let hand: DrawingHand?
    private let handLight: AmbientCube
    private var gains: [Float] = []

    init(_ plan: SimulationPlan) {
        self.plan = plan
        trajectory = plan.trajectory
        scene = RenderScene(plan.scene)
        rays = CameraRays(plan.preset.camera)
        lens = plan.lens
        sensor = ImageSensor(camera: plan.preset.camera, noise: plan.preset.pixelNoise)
        let light = plan.preset.light
        smudge = light.smudge > 0 ? LensSmudge(camera: plan.preset.camera, strength: light.smudge) : nil
        var generator = SeededGenerator(seed: plan.seed ^ 0x11_6875)
        exposure = SteppedValue(
            interval: light.stepInterval,
            transition: Self.exposureTransition,
            duration: plan.duration,
            &generator
        )
        tone = SteppedValue(interval: light.stepInterval, transition: 0, duration: plan.duration, &generator)
        hand = plan.hasHand ? DrawingHand(scene: plan.scene) : nil
        let point = hand.map { SIMD3<Float>($0.fingertip(0).point) + SIMD3(0, 0, 0.1) } ?? .zero
        handLight = LightBaker(scene: scene).cube(at: point, reach: SIMD3(repeating: 0.01))
        gains = meteredGains()
    }

    /// The image whose middle row is half exposed at a time; `seed` chooses the pixels' noise.
    func image(at time: Double, seed: UInt64) -> ColorImage {
        let view = lens.view(at: time)
        let renderer = renderer(view.camera, lens.isStill ? rays : CameraRays(view.camera))
        var light = renderer.render(
            middle: time,
            moving: moving(time),
            pose: { worldFromView(view, $0) }
        )
        smudge?.spread(&light, stride: rays.stride)
        return sensor.image(
            light,
            stride: rays.stride,
            gains: rowGains(time, renderer),
            tone: Float(1 + plan.preset.light.toneStep * tone(time)),
            seed: seed
        )
    }

    /// The gain of every row: that of the image, and what the lamps' flicker makes of it.
    private func rowGains(_ time: Double, _ renderer: FrameRenderer) -> [Float] {
        let (gain, light) = (gain(time), plan.preset.light)
        return (0..<plan.preset.camera.height).map { row in
            guard light.flickerFrequency > 0 else { return gain }
            let middle = renderer.time(ofRow: Double(row) + 0.5, middle: time)
            return gain * Float(light.brightness(at: middle, exposureTime: plan.preset.exposureTime))
        }
    }

    /// How long the exposure control takes for a step, seconds: by hand, a few images.
    private static let exposureTransition = 0.12

    /// The lens of the device.
    var camera: CameraModel { plan.preset.camera }

    /// The true pose of the lens at a time.
    func worldFromOptical(_ time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        trajectory.worldFromOptical(time)
    }

    /// The lens and the turn of the view of the image whose middle row is half exposed at a time.
    func view(at time: Double) -> MovingLens.View { lens.view(at: time) }

    /// The pose of an image's view at a time.
    func worldFromView(_ view: MovingLens.View, _ time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        worldFromOptical(time) * view.opticalFromView
    }

    /// All bodies at a time, including moving ones.
    func bodies(at time: Double) -> [RenderBody] { scene.bodies + moving(time).bodies }

    /// Whether nothing stands between two points.
    func isClear(from eye: Vector3, to point: Vector3, at time: Double) -> Bool {
        let direction = SIMD3<Float>(point - eye)
        for body in bodies(at: time) where body.shape != .shell {
            let d = body.local(direction)
            let t = PacketIntersection.distance(
                body.shape,
                half: body.half,
                origin: body.local(SIMD3<Float>(eye) - body.centre),
                x: SIMD8(repeating: d.x),
                y: SIMD8(repeating: d.y),
                z: SIMD8(repeating: d.z)
            )
            if t[0] < 0.985 { return false }
        }
        return true
    }

    private func renderer(_ camera: CameraModel, _ rays: CameraRays) -> FrameRenderer {
        FrameRenderer(
            scene: scene,
            camera: camera,
            rays: rays,
            readoutTime: plan.preset.readoutTime,
            exposureTime: plan.preset.exposureTime
        )
    }

    private func moving(_ time: Double) -> (bodies: [RenderBody], faces: [RenderFace]) {
        guard let hand else { return ([], []) }
        return scene.moving(hand.parts(time), cube: handLight)
    }

    /// The gain at a time: a slow exposure control and a random drift.
    private func gain(_ time: Double) -> Float {
        let second = min(max(time, 0), Double(gains.count - 1))
        let index = min(Int(second), gains.count - 2)
        let metered = gains[index] + (gains[index + 1] - gains[index]) * Float(second - Double(index))
        let phase = Double(plan.seed % 7)
        let step = plan.preset.light.exposureStep
        let stepped = step > 0 ? metered * Float(1 + step * exposure(time)) : metered
        return stepped * Float(1 + plan.preset.gainWander * sin(0.9 * time + phase))
    }

    /// The gain of each second, from small images.
    private func meteredGains() -> [Float] {
        let camera = plan.preset.camera.scaled(by: 0.125)
        let rays = CameraRays(camera)
        return (0...Int(plan.duration) + 1).map { second in
            let light = renderer(camera, rays).render(
                middle: Double(second),
                moving: ([], []),
                pose: trajectory.worldFromOptical
            )
            let mean = light.reduce(Float(0)) { $0 + min(($1.x + $1.y + $1.z) / 12, 1.5) } / Float(light.count)
            return 0.29 / max(mean, 0.02)
        }
    }
}
