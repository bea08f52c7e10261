import Experiences
import Foundation
import Geometry
import Recordings
import Surfaces
import WorldTracking

/// One recording run through a session and held to its truth.
struct WorldRun {
    struct Pick {
        var picked: PickedPoint
        var truth: Vector3
        var distance: Double
    }
    struct PlaneError {
        var name: String
        var offset: Double
        var normalDegrees: Double
        var extent: Double
        var seenAfter: Double
    }
    struct Length {
        var truth: Double
        var measured: Double
        var sigma: Double
    }

    private(set) var planes: [PlaneError] = []
    private(set) var removedPlanes = 0
    private(set) var firstPlaneSeconds: Double?
    private(set) var anchorErrors: [Double] = []
    private(set) var lengths: [Length] = []
    private(set) var milliseconds: [Double] = []
    private(set) var trackedShare = 0.0

    private let truth: Truth
    private let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    private var estimate: [TimedPose] = []
    private var picks: [Pick] = []
    private var anchors: [(identifier: Int32, truth: Vector3)] = []
    private var generator = SeededGenerator(seed: 11)

    init(folder: String) throws {
        let reader = try RecordingReader(path: folder)
        truth = try Truth(folder: folder, states: try reader.truth())
        bodyFromOptical = reader.calibration.bodyFromOptical
        let run = SessionRun(reader: reader)
        var first: Int64?
        var tracking: Int64?
        var frames = 0
        var tracked = 0
        while true {
            let start = ContinuousClock.now
            guard let frame = try run.next() else { break }
            milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            first = first ?? frame.timestampNanoseconds
            if frame.camera != nil, tracking == nil { tracking = frame.timestampNanoseconds }
            if tracking != nil { frames += 1 }
            if frame.trackingState == .normal { tracked += 1 }
            if firstPlaneSeconds == nil, !run.session.world.planes.isEmpty, let tracking {
                firstPlaneSeconds = Double(frame.timestampNanoseconds - tracking) * 1e-9
            }
            look(frame, run.session, seconds: Double(frame.timestampNanoseconds - (first ?? 0)) * 1e-9)
        }
        trackedShare = Double(tracked) / Double(max(frames, 1))
        for event in run.session.takeEvents() { if case .removed = event { removedPlanes += 1 } }
        judgePlanes(run.session.world, from: tracking ?? 0)
        judgeLengths(run.session.world, scaleSigma: run.session.world.currentFrame?.scaleSigma ?? .infinity)
    }

    private mutating func look(_ frame: Frame, _ session: Session, seconds: Double) {
        guard let camera = frame.camera, let calibration = session.calibration else { return }
        let stamp = frame.timestampNanoseconds + Int64((calibration.timeOffset * 1e9).rounded())
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip
        let body = flip.inverse * camera.worldFromOptical * calibration.bodyFromOptical.inverse
        estimate.append(TimedPose(timestampNanoseconds: stamp, worldFromBody: body))
        let sights = truth.sights[frame.timestampNanoseconds] ?? []
        guard !sights.isEmpty, frame.trackingState == .normal else { return }
        if seconds > 5, anchors.isEmpty {
            for sight in sights {
                guard let hit = HitTestResult.preferred(among: session.world.hitTest(sight.pixel)),
                    hit.type == .existingPlaneUsingExtent
                else { continue }
                anchors.append((session.world.addAnchor(at: hit).identifier, sight.point))
            }
        }
        judgeAnchors(camera, session.world, stamp)
        guard seconds > 6, generator.nextUniform() < 0.2 else { return }
        for _ in 0..<2 {
            let sight = sights[generator.nextIndex(below: sights.count)]
            // A person or a detector misses the corner by a pixel.
            let pixel = sight.pixel + Vector2(generator.nextNormal(), generator.nextNormal())
            guard let picked = PickedPoint(pixel, in: session.world) else { continue }
            let distance = truth.worldFromBody(at: stamp).map { ($0.translation - sight.point).length } ?? 0
            picks.append(Pick(picked: picked, truth: sight.point, distance: distance))
        }
    }

    /// Where the anchor is from the camera, as a user sees it, against where it truly is from the true camera.
    private mutating func judgeAnchors(_ camera: Camera, _ world: WorldBuilder, _ stamp: Int64) {
        guard !anchors.isEmpty, let worldFromBody = truth.worldFromBody(at: stamp) else { return }
        let opticalFromTruth = (worldFromBody * bodyFromOptical).inverse
        let opticalFromWorld = camera.worldFromOptical.inverse
        for (identifier, point) in anchors {
            guard let anchor = world.anchors.first(where: { $0.identifier == identifier }) else { continue }
            let seen = opticalFromWorld * anchor.worldFromAnchor.translation
            anchorErrors.append((seen - opticalFromTruth * point).length)
        }
    }

    private mutating func judgePlanes(_ world: WorldBuilder, from first: Int64) {
        let pairing = TrajectoryPairing(estimate: estimate, truth: truth.states)
        guard let alignment = TrajectoryAlignment(pairing, fixedScale: true) else { return }
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        let turn = Rotation(exp: Vector3(0, 0, alignment.yaw))
        for plane in world.planes {
            let center = alignment(flip * plane.center)
            let normal = turn * (flip.rotation * plane.plane.normal)
            var best: (truth: Truth.Plane, offset: Double)?
            for candidate in truth.planes {
                let axis = Vector3(candidate.normal[0], candidate.normal[1], candidate.normal[2])
                let middle = Vector3(candidate.center[0], candidate.center[1], candidate.center[2])
                guard dot(axis, normal) > 0.96, (center - middle).length < (candidate.extent.max() ?? 0) else {
                    continue
                }
                let offset = dot(axis, center - middle)
                if abs(offset) < abs(best?.offset ?? 0.15) { best = (candidate, offset) }
            }
            guard let best else { continue }
            let axis = Vector3(best.truth.normal[0], best.truth.normal[1], best.truth.normal[2])
            let sides = [plane.extent.x, plane.extent.y].sorted()
            let trueSides = best.truth.extent.sorted()
            planes.append(
                PlaneError(
                    name: best.truth.name,
                    offset: best.offset,
                    normalDegrees: Rotation(from: axis, to: normal).angle * 180 / .pi,
                    extent: max(abs(sides[0] - trueSides[0]), abs(sides[1] - trueSides[1])),
                    seenAfter: Double(plane.firstSeenNanoseconds - first) * 1e-9
                )
            )
        }
    }

    private mutating func judgeLengths(_ world: WorldBuilder, scaleSigma: Double) {
        guard picks.count > 2 else { return }
        for _ in 0..<400 {
            let a = picks[generator.nextIndex(below: picks.count)]
            let b = picks[generator.nextIndex(below: picks.count)]
            let truth = (a.truth - b.truth).length
            guard truth > 0.1, truth < 3, let from = a.picked.point(in: world), let to = b.picked.point(in: world)
            else {
                continue
            }
            let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: [from, to])
            guard let reading = measurement.reading(scaleSigma: scaleSigma) else { continue }
            lengths.append(Length(truth: truth, measured: reading.value, sigma: reading.sigma))
        }
    }
}
