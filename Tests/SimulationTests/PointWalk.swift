import Features
import Geometry
import Recordings

@testable import Odometry
@testable import Simulation

/// A simulated walk whose images are replaced by points found with rays, so that a phone's whole walk takes a second.
///
/// Points have the phone's rolling shutter, exposure and moving lens; beside exact pixels they have noise from image to image
/// and an error that walks, as followed points have.
struct PointWalk {
    private struct Track {
        let identifier: Int32
        let point: Vector3
        var age: Int32
        var drift: Vector2
    }

    /// One sigma of a point's pixel in an image, and by how much its lasting error walks from image to image, px.
    private static let noise = (each: 0.15, drift: 0.05)
    /// The most points of an image, and the width of a cell that holds one new point, px.
    private static let (mostPoints, cellWidth) = (120, 40.0)

    private let plan: SimulationPlan
    private let trajectory: DeviceTrajectory
    private let lens: MovingLens
    private let bodies: [RenderBody]
    private var generator: SeededGenerator
    private var tracks: [Track] = []
    private var next: Int32 = 0

    init(_ plan: SimulationPlan) {
        self.plan = plan
        trajectory = plan.trajectory
        lens = plan.lens
        bodies = plan.scene.bodies.map { RenderBody($0, firstFace: 0) }
        generator = SeededGenerator(seed: plan.seed &* 977 &+ 5)
    }

    /// The points of an image whose middle row is exposed at a time; the next image's time must be later.
    mutating func features(at middle: Double) -> [TrackedFeature] {
        let view = lens.view(at: middle)
        let eye = pose(view, middle).translation
        var result: [TrackedFeature] = []
        var kept: [Track] = []
        var cells: Set<SIMD2<Int>> = []
        for var track in tracks {
            guard let exact = blurred(track.point, view, middle), generator.nextUniform() > 0.01 else { continue }
            // Something else is before it.
            guard distance(from: eye, along: track.point - eye) > 0.985 else { continue }
            track.drift += normal() * Self.noise.drift
            track.age += 1
            let pixel = SIMD2<Float>(exact + track.drift + normal() * Self.noise.each)
            result.append(TrackedFeature(identifier: track.identifier, pixel: pixel, age: track.age))
            cells.insert(Self.cell(exact))
            kept.append(track)
        }
        for _ in 0..<400 where result.count < Self.mostPoints {
            guard let track = newPoint(view, middle, &cells) else { continue }
            kept.append(track.0)
            result.append(TrackedFeature(identifier: next, pixel: SIMD2<Float>(track.pixel), age: 0))
            next += 1
        }
        tracks = kept
        return result
    }

    private mutating func newPoint(
        _ view: MovingLens.View,
        _ middle: Double,
        _ cells: inout Set<SIMD2<Int>>
    ) -> (Track, pixel: Vector2)? {
        let size = Vector2(Double(view.camera.width), Double(view.camera.height))
        let pixel = 8 + Vector2(generator.nextUniform(), generator.nextUniform()) * (size - 16)
        guard cells.insert(Self.cell(pixel)).inserted else { return nil }
        let pose = pose(view, middle + (pixel.y / size.y - 0.5) * plan.preset.readoutTime)
        let ray = pose.rotation * view.camera.direction(ofPixel: pixel)
        let far = distance(from: pose.translation, along: ray)
        guard far > 0.2, far < 20 else { return nil }
        return (Track(identifier: next, point: pose.translation + ray * far, age: 0, drift: .zero), pixel)
    }

    /// Where a point is seen, the mean over the exposure; nil outside the image.
    private func blurred(_ point: Vector3, _ view: MovingLens.View, _ middle: Double) -> Vector2? {
        let half = plan.preset.exposureTime / 12.0.squareRoot()
        guard let a = pixel(point, view, middle - half), let b = pixel(point, view, middle + half) else { return nil }
        return (a + b) / 2
    }

    private func pixel(_ point: Vector3, _ view: MovingLens.View, _ middle: Double) -> Vector2? {
        let height = Double(view.camera.height)
        var found = Vector2(0, height / 2)
        for _ in 0..<3 {
            let row = min(max(found.y, 0), height)
            let local = pose(view, middle + (row / height - 0.5) * plan.preset.readoutTime).inverse * point
            guard local.z > 0.1, abs(local.x) < 1.3 * local.z, let seen = view.camera.pixel(of: local) else {
                return nil
            }
            found = seen
        }
        return view.camera.contains(found) ? found : nil
    }

    private func pose(_ view: MovingLens.View, _ time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        trajectory.worldFromOptical(time) * view.opticalFromView
    }

    /// How many times a vector leads from a point to the first surface.
    private func distance(from eye: Vector3, along vector: Vector3) -> Double {
        let (eye, vector) = (SIMD3<Float>(eye), SIMD3<Float>(vector))
        let all = bodies.map { body in
            let local = body.local(vector)
            return PacketIntersection.distance(
                body.shape,
                half: body.half,
                origin: body.local(eye - body.centre),
                x: SIMD8(repeating: local.x),
                y: SIMD8(repeating: local.y),
                z: SIMD8(repeating: local.z)
            )[0]
        }
        return Double(all.min() ?? PacketIntersection.far)
    }

    private mutating func normal() -> Vector2 { Vector2(generator.nextNormal(), generator.nextNormal()) }

    private static func cell(_ pixel: Vector2) -> SIMD2<Int> {
        SIMD2(Int(pixel.x / cellWidth), Int(pixel.y / cellWidth))
    }
}
