import Experiences
import Foundation
import Geometry
import Imaging
import Recordings
import WorldTracking

/// A tracked fingertip draws over a recording, and rings are pulled up; both are compared with the ground truth.
struct DrawingRun {
    /// The distance of each point of the ink from the true path, metres.
    private(set) var inkErrors: [Double] = []
    /// The same with the session's scale corrected: the tool's own error.
    private(set) var scaledErrors: [Double] = []
    /// The same for a pen that is led by the fingertip's true pixels, and with the scale made right: without what following adds.
    private(set) var pointerErrors: [Double] = []
    /// The factor that would make the session's lengths right.
    private(set) var scale = 1.0
    /// The error of each pulled height, as a part of the intended one.
    private(set) var heightErrors: [Double] = []
    /// The part of the true path, while the finger was known, that has ink within a centimetre.
    private(set) var covered = 0.0
    private(set) var milliseconds: [Double] = []
    /// The distance of the tracked tip from the fingertip's true pixel while it touches the table in the image, pixels.
    private(set) var tipErrors: [Double] = []

    private let truth: SimulatedTruth
    private let readoutTime: Double
    private var tool = DrawingTool()
    private var pointer = DrawingTool()
    private var path: [Vector3] = []
    private var estimate: [TimedPose] = []
    private var generator = SeededGenerator(seed: 5)
    private var nextPull: Int64 = 0

    init(folder: String) throws {
        let reader = try RecordingReader(path: folder)
        var pictures = try RecordingReader(path: folder, wantsColor: true)
        truth = try SimulatedTruth(folder: folder, reader: reader)
        readoutTime = reader.calibration.readoutTime
        let run = SessionRun(reader: reader)
        while let frame = try run.next() {
            let picture = try pictures.image(at: frame.timestampNanoseconds)?.color
            let start = ContinuousClock.now
            draw(frame, picture, run.session.world)
            milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            note(frame)
            pull(frame, run.session.world)
        }
        judge()
    }

    /// The person taps the fingertip once, a pixel or two beside it, and holds the button while the finger touches.
    private mutating func draw(_ frame: Frame, _ picture: ColorImage?, _ world: World) {
        guard let fingertip = truth.fingertips[frame.timestampNanoseconds] else { return }
        if !tool.isFollowing, let picture, frame.trackingState == .normal, fingertip.isTouching, fingertip.isInside,
            !world.hitTest(fingertip.pixel, types: .existingPlaneUsingExtent).isEmpty
        {
            let miss = Vector2(generator.nextNormal(), generator.nextNormal()) * 1.5
            tool.follow(at: fingertip.pixel + miss, in: picture, of: world)
        }
        guard tool.isFollowing else { return }
        let isDown = fingertip.isTouching && fingertip.isInside
        if isDown != pointer.isPressed { if isDown { pointer.press() } else { pointer.release() } }
        pointer.update(frame, in: world, aimingAt: fingertip.pixel)
        if fingertip.isTouching, !tool.isPressed { tool.press() }
        if !fingertip.isTouching, tool.isPressed { tool.release() }
        tool.update(frame, in: world, image: picture)
        if fingertip.isTouching, fingertip.isInside {
            path.append(fingertip.point)
            if let tip = tool.tipPixel { tipErrors.append((tip - fingertip.pixel).length) }
        }
    }

    private mutating func note(_ frame: Frame) {
        guard let camera = frame.camera, let calibration = frame.odometry?.calibration else { return }
        let stamp = frame.timestampNanoseconds + Int64((calibration.timeOffset * 1e9).rounded())
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip
        let body = flip.inverse * camera.worldFromOptical * calibration.bodyFromOptical.inverse
        estimate.append(TimedPose(timestampNanoseconds: stamp, worldFromBody: body))
    }

    /// Every half second a ring is drawn by its true pixels and pulled to where a true height is seen.
    private mutating func pull(_ frame: Frame, _ world: World) {
        let stamp = frame.timestampNanoseconds
        guard frame.trackingState == .normal, stamp > nextPull, let middle = path.last, estimate.count > 150 else {
            return
        }
        nextPull = stamp + 500_000_000
        let height = 0.05 + 0.1 * generator.nextUniform()
        let ring = (0...48).map { step -> Vector3 in
            let angle = 2 * Double.pi * Double(step) / 48
            return Vector3(middle.x + 0.04 * cos(angle), middle.y + 0.04 * sin(angle), middle.z)
        }
        var pen = DrawingTool()
        pen.press()
        for point in ring { pen.update(frame, in: world, aimingAt: seen(point, stamp)) }
        pen.release()
        pen.choose(.pull)
        let foot = ring[0]
        guard let low = seen(foot, stamp), let high = seen(foot + Vector3(0, 0, height), stamp) else { return }
        pen.press()
        pen.update(frame, in: world, aimingAt: low)
        pen.update(frame, in: world, aimingAt: high)
        guard let stroke = pen.drawing.strokes.first, stroke.isClosed, let solid = stroke.solid else {
            return
        }
        let along = solid.positions.map { dot(Vector3($0) - stroke.points[0], stroke.normal) }
        heightErrors.append(((along.max() ?? 0) - (along.min() ?? 0)) / height - 1)
    }

    private mutating func seen(_ point: Vector3, _ stamp: Int64) -> Vector2? {
        truth.pixel(of: point, at: stamp, readoutTime: readoutTime)
    }

    /// The ink in the truth's world, with the trajectories aligned by heading and position, scale unchanged.
    private mutating func judge() {
        let pairing = TrajectoryPairing(estimate: estimate, truth: truth.states)
        guard let alignment = TrajectoryAlignment(pairing, fixedScale: true), path.count > 1 else { return }
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        let ink = tool.drawing.strokes.flatMap { $0.smoothed() }.map { alignment(flip * $0) }
        inkErrors = ink.map { Self.distance($0, path) }
        if let free = TrajectoryAlignment(pairing, fixedScale: false) {
            scale = free.scale
            let led = pointer.drawing.strokes.flatMap { $0.smoothed() }
            pointerErrors = led.map { Self.distance(free(flip * $0), path) }
            scaledErrors = tool.drawing.strokes.flatMap { $0.smoothed() }.map { Self.distance(free(flip * $0), path) }
        }
        covered = Double(path.count { point in ink.contains { ($0 - point).length < 0.01 } }) / Double(path.count)
    }

    private static func distance(_ point: Vector3, _ path: [Vector3]) -> Double {
        zip(path, path.dropFirst()).reduce(Double.infinity) { best, pair in
            let edge = pair.1 - pair.0
            guard edge.length < 0.05 else { return min(best, (pair.0 - point).length) }
            let part = min(1, max(0, dot(point - pair.0, edge) / max(dot(edge, edge), 1e-12)))
            return min(best, (pair.0 + edge * part - point).length)
        }
    }
}
