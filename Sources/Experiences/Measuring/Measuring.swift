import Geometry
import SceneGraph
import WorldTracking

/// The measuring tool: a session's frames and a person's gestures in; readings, a scene and a report out.
///
/// Call `update` once a frame, then `place` when the person sets a point. The page and the command line share it.
public struct Measuring: Sendable {
    /// How far the measurement has come.
    public private(set) var mode = MeasuringMode.notReady
    /// The advice for the person.
    public private(set) var advice = TrackingAdvice.unavailable
    /// What the next measurement is.
    public private(set) var tool = MeasuringTool.distance
    /// The unit in which lengths are shown.
    public var unit = LengthUnit.metric
    /// The material of the bars between a measurement's points.
    public var barFinish = SolidFinish.plain
    /// Where the reticle lies; nil if nothing is known.
    public private(set) var aim: Aim?
    /// What was measured, oldest first; the one being made is not among them.
    public private(set) var measurements: [Measurement] = []
    /// The one being made.
    public private(set) var current: Measurement?
    /// The reading of the one being made if it ended at the aim.
    public private(set) var liveReading: Reading?
    /// The last reading, kept until there is another.
    public private(set) var lastReading: Reading?
    /// The world's scale by a known length: lengths are multiplied by it; 1 if none was given.
    public private(set) var scale = 1.0
    /// The standard deviation of the scale, as a fraction.
    public var scaleSigma: Double { pinnedSigma ?? sensedScale.sigma }
    /// How well the sensors know the world's scale.
    private var sensedScale = ScaleHistory()
    /// How well poses were known at the last frame.
    private var observation = MeasuredPoint.Observation()

    /// Whether the aim snaps to the outlines of planes.
    ///
    /// They end where their landmarks end, which may be before the real edge.
    public var snapsToEdges = false

    /// Whether the aim snaps to corners and straight edges that the image shows near it.
    public var snapsToImage = true

    private var pinnedSigma: Double?
    private var nextIdentifier: Int32 = 1
    private var followed = FollowedPoints()
    private var aimedPixel: Vector2?
    private var roughOffer = RoughPointOffer()
    private var heldAim = HeldAim()
    /// Whether the aimed corner is known well enough to be set, but will be known better within a moment.
    private var isSettling = false

    /// Whether rays from several places gave the aim's position: a corner that was seen from there.
    package var isAimTriangulated: Bool { !isRaised && heldAim.isTriangulated }

    /// A tool that has measured nothing.
    public init() {}

    /// Looks at a frame: where the aim lies, what the tracking allows, and the reading of the measurement being made.
    ///
    /// `pixel` is the aim in the image, its middle where nil.
    public mutating func update(_ frame: Frame, in world: World, aimingAt pixel: Vector2? = nil) {
        sensedScale = world.scale
        observation = MeasuredPoint.Observation(frame)
        follow(world, frame)
        aimedPixel = frame.camera.map { pixel ?? $0.lens.sizePixels / 2 }
        aim = frame.camera.flatMap { camera in
            aimedPixel.flatMap { aimFinder.aim(at: $0, camera: camera, world: world) }
        }
        if let camera = frame.camera, let aimedPixel, let found = aim, !isRaised, snapsToImage {
            let sigma = AimFinder.aimSigma(in: world)
            aim = heldAim.refine(found, at: aimedPixel, in: frame, camera, world, sigma: sigma)
        }
        if !isRaised { aim = aim?.checked(in: world) }
        var judged = frame
        judged.scaleSigma = scaleSigma
        let ray = frame.camera.flatMap { camera in aimedPixel.map { camera.ray(through: $0) } }
        roughOffer.setAim(ray, nanoseconds: frame.timestampNanoseconds)
        advice = TrackingAdvice(frame: judged, hasSurface: aim != nil)
        if advice == .normal, let accuracy = accuracyAdvice(in: world) { advice = accuracy }
        let now = frame.timestampNanoseconds
        isSettling = advice == .normal && !isRaised && aim.map { heldAim.isSettling($0, at: now) } == true
        if isSettling { advice = .moveSideways }
        if current != nil {
            mode = .measuring
        } else {
            mode = advice == .normal ? .ready : .notReady
        }
        liveReading = preview()
        if let liveReading { lastReading = liveReading }
    }

    /// Processes a frame while nobody measures: the measurements remain, without an aim.
    public mutating func rest(_ frame: Frame, in world: World) {
        sensedScale = world.scale
        follow(world, frame)
        aim = nil
        heldAim.reset()
        liveReading = nil
    }

    /// Chooses what the next measurement is; one being made is dropped.
    public mutating func choose(_ tool: MeasuringTool, in world: inout World) {
        cancel(in: &world)
        self.tool = tool
    }

    /// Whether the next `place` takes a point that is not known well, because the last one only warned of it.
    public var isRoughOffered: Bool { advice.concernsAccuracy && roughOffer.isOpen }

    /// Sets a point at the aim; false if nothing is known there or tracking does not allow it.
    ///
    /// If the point is not known well (`advice.concernsAccuracy`), the first call only warns; a second one at the same
    /// aim takes it as a rough point.
    /// The first point starts a measurement; the last its kind needs ends it.
    @discardableResult
    public mutating func place(in world: inout World) -> Bool {
        let sigma = AimFinder.aimSigma(in: world)
        guard var aim, advice == .normal || isSettling || isRoughOffered else {
            if advice.concernsAccuracy { roughOffer.open() }
            return false
        }
        roughOffer.close()
        let known = isRaised ? nil : heldAim.completed(in: world, sigma: sigma)?.checked(in: world)
        aim = known ?? aim
        if aim.snap == .closing {
            finish(in: &world, isClosed: true)
            return true
        }
        let anchor = world.addAnchor(at: aim.hit)
        var point = MeasuredPoint(aim.hit, anchorIdentifier: anchor.identifier, observation: observation)
        let isKnownWell = known.map { Aim.isAccurate($0.hit.covariance, seenFrom: $0.hit.distance) } ?? false
        point.isRough = advice != .normal && !isSettling && !isKnownWell || isRough(aim.snap)
        let corner = aim.snap == .corner && !isRaised ? heldAim.picked(in: world, sigma: sigma) : nil
        if aim.snap == .corner, !isRaised, let aimedPixel,
            let picked = corner ?? PickedPoint(aimedPixel, in: world)
        {
            followed.follow(picked, anchorIdentifier: anchor.identifier)
        }
        if current == nil {
            current = Measurement(identifier: nextIdentifier, tool: tool, name: "", points: [])
            nextIdentifier += 1
        }
        current?.points.append(point)
        mode = .measuring
        if let count = tool.pointCount, current?.points.count == count { finish(in: &world, isClosed: false) }
        return true
    }

    /// Ends the measurement being made; one with too few points for a reading is dropped.
    public mutating func finish(in world: inout World, isClosed: Bool = false) {
        guard var done = current else { return }
        done.isClosed = isClosed || done.tool == .area
        guard let reading = reading(of: done) else { return cancel(in: &world) }
        measurements.append(done)
        lastReading = reading
        current = nil
        liveReading = nil
        mode = advice == .normal ? .ready : .notReady
    }

    /// Drops the measurement being made.
    public mutating func cancel(in world: inout World) {
        for point in current?.points ?? [] { world.removeAnchor(point.anchorIdentifier) }
        current = nil
        liveReading = nil
        if mode == .measuring { mode = advice == .normal ? .ready : .notReady }
    }

    /// Takes back the last point, or the last measurement where none is being made; false if there is nothing.
    @discardableResult
    public mutating func undo(in world: inout World) -> Bool {
        if let point = current?.points.popLast() {
            world.removeAnchor(point.anchorIdentifier)
            if current?.points.isEmpty == true { cancel(in: &world) }
            return true
        }
        guard let last = measurements.last else { return false }
        return delete(last.identifier, in: &world)
    }

    /// Deletes a measurement; false if there is none of that identifier.
    @discardableResult
    public mutating func delete(_ identifier: Int32, in world: inout World) -> Bool {
        guard let index = measurements.firstIndex(where: { $0.identifier == identifier }) else { return false }
        for point in measurements[index].points { world.removeAnchor(point.anchorIdentifier) }
        measurements.remove(at: index)
        return true
    }

    /// Gives a measurement a name; false if there is none of that identifier.
    @discardableResult
    public mutating func rename(_ identifier: Int32, to name: String) -> Bool {
        guard let index = measurements.firstIndex(where: { $0.identifier == identifier }) else { return false }
        measurements[index].name = name
        return true
    }

    /// The reading of a measurement, with the scale that is known now.
    public func reading(of measurement: Measurement) -> Reading? {
        guard var reading = measurement.reading(scale: sensedScale, pinnedScaleSigma: pinnedSigma)
        else { return nil }
        let factor =
            switch reading.quantity {
            case .length: scale
            case .area: scale * scale
            case .volume: scale * scale * scale
            case .angle: 1.0
            }
        reading.value *= factor
        reading.sigma *= factor
        return reading
    }

    /// Pins the world's scale by a measured length that is known, such as a bank card's 85.6 mm or a sheet's 297 mm.
    ///
    /// False if the measurement is no length, or if the two differ by more than a factor of two, which is likely a
    /// mistake.
    @discardableResult
    public mutating func pinScale(by identifier: Int32, knownMetres: Double) -> Bool {
        guard knownMetres > 0, knownMetres.isFinite,
            let measurement = measurements.first(where: { $0.identifier == identifier }),
            let raw = measurement.reading(scale: sensedScale, pinnedScaleSigma: 0),
            raw.quantity == .length, raw.value > 0.01
        else { return false }
        let factor = knownMetres / raw.value
        guard factor > 0.5, factor < 2 else { return false }
        scale = factor
        pinnedSigma = raw.sigma / raw.value
        return true
    }

    /// Goes back to the scale of the motion sensors.
    public mutating func unpinScale() {
        scale = 1
        pinnedSigma = nil
    }

    /// A table of the measurements, one a line: number, name, kind, value and sigma in SI units, and how a person reads
    /// it.
    public var csv: String { MeasuringExport(of: self).csv }

    /// The measurements with their points, as a JSON object of UTF-8 bytes.
    public var json: [UInt8] { MeasuringExport(of: self).json }

    /// The measurements as binary glTF 2.0: one tube for each.
    public func binaryGLTF() -> [UInt8] { MeasuringExport(of: self).binaryGLTF() }

    /// The measurements as a drawing for CAD programs: DXF of release 12, metres, +Z up.
    public var dxf: String { MeasuringDXF(of: self).text }

    /// Draws the reticle, the measurement being made and those done under a node, which it empties first.
    ///
    /// `textures` are those of the same scene, for bars that are not plain.
    public func draw(
        in scene: inout Scene,
        under root: NodeHandle,
        camera: Camera,
        textures: inout SolidTextures
    ) {
        MeasuringScene.draw(self, in: &scene, under: root, camera: camera, &textures)
    }

    private var aimFinder: AimFinder {
        AimFinder(
            measurements: measurements,
            current: current,
            tool: tool,
            snapsToEdges: snapsToEdges,
            snapsToImage: snapsToImage
        )
    }

    /// Takes the points along with their anchors, and those at corners to where later images say they are.
    private mutating func follow(_ world: World, _ frame: Frame) {
        let set = measurements.flatMap { $0.points } + (current?.points ?? [])
        followed.update(frame, in: world, keeping: set.map { $0.anchorIdentifier })
        func moved(_ measurement: Measurement) -> Measurement {
            var measurement = measurement
            measurement.points = measurement.points.map { followed.moved($0, in: world) }
            return measurement
        }
        measurements = measurements.map(moved)
        current = current.map(moved)
    }

    /// What makes the aimed point better known; nil if it is known well enough or stands above a point that was set.
    private func accuracyAdvice(in world: World) -> TrackingAdvice? {
        guard let aim, let ray = roughOffer.aimRay else { return nil }
        let isDoubtful = !isRaised && !heldAim.isTriangulated && world.isDoubtful(aim.hit, along: ray)
        return aim.accuracyAdvice(isDoubtful: isDoubtful)
    }

    /// Whether the next point is set above the one before it, not on a surface of its own.
    private var isRaised: Bool { current != nil && current?.points.count == tool.raisedIndex }

    /// Whether the aim was drawn to a rough point.
    private func isRough(_ snap: Snap?) -> Bool {
        guard case .point(let identifier, let index) = snap,
            let points = measurements.first(where: { $0.identifier == identifier })?.points, index < points.count
        else { return false }
        return points[index].isRough
    }

    /// The reading of the measurement being made with the aim as its last point.
    private func preview() -> Reading? {
        guard var wanted = current, let aim else { return nil }
        if aim.snap == .closing {
            wanted.isClosed = true
            return reading(of: wanted)
        }
        wanted.points.append(MeasuredPoint(aim.hit, anchorIdentifier: -1, observation: observation))
        if let reading = reading(of: wanted) { return reading }
        // A box that is not finished shows its last edge, an area its first.
        let last = Measurement(identifier: 0, tool: .distance, name: "", points: Array(wanted.points.suffix(2)))
        return reading(of: last)
    }
}

/// How far a person is.
public enum MeasuringMode: Int32, Equatable, Sendable {
    /// Tracking, scale or surface are missing; the advice states which.
    case notReady = 0
    /// A measurement can start.
    case ready = 1
    /// One is being made.
    case measuring = 2
}
