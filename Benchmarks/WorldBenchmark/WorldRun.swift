import BenchmarkSupport
import Features
import Foundation
import Geometry
import Odometry
import Recordings
import WorldTracking

/// One recording run through a session and compared with its ground truth.
struct WorldRun {
    /// What a run is to do beside following the recording.
    struct Options {
        /// Seconds from the first image during which no data arrive.
        var interruption: Range<Double>?
        var printsEvents = false
        /// Whether planes grow where images agree.
        var growsByImages = true
        /// Whether only planes are evaluated: no hits, no lengths.
        var judgesPlanesAlone = false
        /// Whether only lengths measured by taps are evaluated.
        var judgesTapsAlone = false
        /// Whether landmarks are held to the truth too.
        var judgesLandmarks = false
        /// Whether only mesh anchors are evaluated.
        var judgesMeshAlone = false
        /// Whether only the volume of the scene's `thing` is evaluated.
        var judgesThingAlone = false
        /// Parts of a known calibration that are held as they are.
        var held: CalibrationOptions = []
        /// The assumed sigma of the camera's position in the body, metres.
        var extrinsicSigma: Double?
        /// By how many pixels a person misses the ends of a length, one sigma in each axis.
        var missPixels = 1.0
        /// How far landmarks lie off the surfaces that the odometry holds them to, metres; 0 for not at all.
        var surfaceSigma: Double?
    }

    let truth: Truth
    private(set) var planes = PlaneJudge()
    private(set) var outlines = OutlineJudge()
    private(set) var anchors = AnchorJudge()
    private(set) var hits = HitJudge()
    private(set) var taps = TapJudge()
    private(set) var landmarks = LandmarkJudge()
    private(set) var mesh = MeshJudge()
    private(set) var thing = ThingJudge()
    /// One of every kind of aim.
    private(set) var lengths: [LengthJudge] = []
    /// From the first pose to the first plane.
    private(set) var firstPlaneSeconds: Double?
    private(set) var removedPlanes = 0
    private(set) var mergedPlanes = 0
    private(set) var trackedShare = 0.0
    /// A frame, what the world above the odometry takes.
    private(set) var worldMilliseconds: [Double] = []
    /// When the old place was recognised, and the first pose after the interruption, seconds.
    private(set) var relocalizedSeconds: [Double] = []
    private(set) var returnSeconds: Double?
    private(set) var scaleSigma = Double.infinity
    private(set) var focalLength = 0.0
    /// How far the last pose lies from its true place with the first one on its own, and the way between, metres.
    private(set) var closingError = 0.0

    private let options: Options
    private let session = Session()
    private let describer = ImageDescriber()
    private var first: Int64?
    private var tracking: Int64?
    private var frames = 0
    private var tracked = 0
    private var firstView:
        (estimate: RigidTransform<OdometrySpace, OpticalSpace>, truth: RigidTransform<OdometrySpace, OpticalSpace>)?

    init(folder: String, options: Options) throws {
        self.options = options
        lengths = LengthJudge.Aim.allCases.map { LengthJudge($0, missPixels: options.missPixels) }
        var reader = try RecordingReader(path: folder)
        truth = try Truth(folder: folder, states: try reader.truth())
        var configuration = SessionConfiguration()
        configuration.planes.growsByImages = options.growsByImages
        var odometry = reader.calibration.odometryConfiguration
        odometry.calibration.subtract(options.held)
        if let sigma = options.extrinsicSigma { odometry.priors.extrinsicTranslation = sigma }
        if let sigma = options.surfaceSigma { odometry.surfaceSigma = sigma }
        session.run(configuration, odometry: odometry)
        if options.judgesMeshAlone || options.judgesThingAlone { session.startDepthKeyframes() }
        var start: Int64?
        while let event = try reader.next() {
            if case .image = event { start = start ?? event.timestampNanoseconds }
            let seconds = Double(event.timestampNanoseconds - (start ?? event.timestampNanoseconds)) * 1e-9
            if options.interruption?.contains(seconds) == true { continue }
            switch event {
            case .inertial(let sample): session.add(sample)
            case .image(let picture):
                session.add(picture.gray, timestampNanoseconds: picture.timestampNanoseconds)
            }
            drain()
        }
        session.finish()
        drain()
        trackedShare = Double(tracked) / Double(max(frames, 1))
        taps.finish()
        if options.judgesMeshAlone {
            mesh.finish(truth)
            return
        }
        if options.judgesThingAlone { return }
        planes.finish(session.world, truth)
        for index in lengths.indices { lengths[index].finish(session.world) }
        if options.printsEvents { for plane in planes.found { Swift.print("  plane", plane.summary) } }
    }

    private mutating func drain() {
        while let picture = session.nextTrackedImage() {
            let start = processorMilliseconds()
            let frame = session.world.update(with: picture, describer: describer)
            worldMilliseconds.append(processorMilliseconds() - start)
            if options.judgesMeshAlone {
                mesh.look(session, truth)
            } else if options.judgesThingAlone {
                thing.look(session, truth)
            } else {
                look(frame)
            }
        }
    }

    private mutating func look(_ frame: Frame) {
        first = first ?? frame.timestampNanoseconds
        let seconds = Double(frame.timestampNanoseconds - (first ?? 0)) * 1e-9
        count(frame, seconds)
        note(session.takeEvents(), frame, seconds)
        guard var view = View(frame, session.world, truth, seconds: seconds) else { return }
        scaleSigma = frame.scaleSigma
        focalLength = view.camera.lens.focalLengthPixels.x
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        let estimate = flip * view.camera.worldFromOptical
        let origin = firstView ?? (estimate, view.trueWorldFromOptical)
        firstView = origin
        let expected = origin.truth * origin.estimate.inverse * estimate
        closingError = (expected.translation - view.trueWorldFromOptical.translation).length
        if options.printsEvents, frames % 30 == 1 { report(view) }
        anchors.look(&view, truth) { session.world.addAnchor(at: $0) }
        guard options.interruption == nil else { return }
        if options.judgesLandmarks { landmarks.look(view, truth, prints: options.printsEvents) }
        outlines.look(view, truth)
        guard !options.judgesTapsAlone else { return taps.look(view, truth, in: &session.world) }
        planes.look(view, truth)
        guard !options.judgesPlanesAlone else { return }
        hits.look(view, truth)
        for index in lengths.indices { lengths[index].look(view, truth) }
    }

    private mutating func count(_ frame: Frame, _ seconds: Double) {
        if frame.camera != nil, tracking == nil { tracking = frame.timestampNanoseconds }
        if tracking != nil { frames += 1 }
        if frame.trackingState == .normal { tracked += 1 }
        if firstPlaneSeconds == nil, !session.world.planes.isEmpty, let tracking {
            firstPlaneSeconds = Double(frame.timestampNanoseconds - tracking) * 1e-9
        }
        if let end = options.interruption?.upperBound, seconds > end, frame.camera != nil {
            returnSeconds = returnSeconds ?? seconds - end
        }
    }

    private mutating func note(_ events: [SessionEvent], _ frame: Frame, _ seconds: Double) {
        for event in events {
            switch event {
            case .removed: removedPlanes += 1
            case .merged: mergedPlanes += 1
            case .relocalized: relocalizedSeconds.append(seconds)
            default: break
            }
            if options.printsEvents { Self.print(event, seconds) }
        }
    }

    private static func print(_ event: SessionEvent, _ seconds: Double) {
        if case .updated = event { return }
        if case .added(let anchor) = event, anchor.plane == nil { return }
        if case .added(let anchor) = event, let plane = anchor.plane {
            let place = anchor.worldFromAnchor * plane.center
            Swift.print(
                "  \(text(seconds, 2)) s added \(anchor.identifier) \(plane.alignment) at \(text(place.y, 3)) m,",
                "\(text(plane.extent.x, 2)) × \(text(plane.extent.y, 2))"
            )
        } else {
            Swift.print("  \(text(seconds, 2)) s \(String(describing: event).prefix(120))")
        }
    }

    private func report(_ view: View) {
        let planes = session.world.planes.map { plane in
            "\(plane.identifier):\(text(plane.center.y, 3))/\(text(plane.offsetSigma * 1000, 1))mm \(plane.pointCount)pt "
                + "\(text(plane.extent.x, 2))×\(text(plane.extent.y, 2))"
        }
        Swift.print(
            "  \(text(view.seconds, 2)) s scale ±\(text(view.frame.scaleSigma * 100, 2)) %, place off",
            "\(text(closingError * 1000)) mm, points \(view.frame.points.count), camera \(text(view.trueWorldFromOptical.translation.z, 3));",
            planes.joined(separator: "; ")
        )
    }
}
