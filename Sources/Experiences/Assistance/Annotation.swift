import Geometry
import SceneGraph
import WorldTracking

/// Something that a person in a call drew into the world.
public struct Annotation: Equatable, Sendable {
    /// Identifies an annotation: its author and the author's number for it.
    public struct Identifier: Equatable, Sendable {
        /// The author.
        public var author: Int32
        /// The author's number for it.
        public var number: Int32

        /// Creates an identifier.
        public init(author: Int32, number: Int32) {
            self.author = author
            self.number = number
        }
    }

    /// The surface on which a point was placed.
    public enum Support: Int32, Equatable, Sendable {
        /// A detected plane.
        case plane = 0
        /// A surface estimated from the landmarks around it.
        case landmarks = 1
        /// No surface: 1 m before the camera, facing it.
        case air = 2

        /// Its name in files.
        public var name: String {
            switch self {
            case .plane: "plane"
            case .landmarks: "landmarks"
            case .air: "air"
            }
        }
    }

    /// Its identifier.
    public let identifier: Identifier
    /// Its kind.
    public private(set) var kind: AnnotationKind
    /// Its colour.
    public let color: Color
    /// The thickness of its line, as a fraction of the image's width where it was drawn.
    public let thickness: Double
    /// Its text, or a marker's number.
    public private(set) var text: String
    /// The timestamp of the frame that its author saw.
    public let frameNanoseconds: Int64
    /// The quantity of a measurement.
    public let tool: MeasuringTool
    /// Its points, metres in the world.
    public private(set) var points: [Vector3] = []
    /// The points as drawn, normalised to the image, (0, 0) at the top left.
    public private(set) var drawn: [Vector2] = []
    /// The surface on which it was placed.
    public private(set) var support = Support.air
    /// The normal of the surface under it.
    public private(set) var normal = Vector3(0, 1, 0)
    /// The identifier of its plane's anchor.
    public private(set) var planeAnchor: Int32?
    /// The ends of a measurement on surfaces, each with its own plane and covariance.
    public private(set) var ends: [MeasuredPoint] = []
    /// The height of each end above its plane, metres, for example of the top of a magazine.
    private var heights: [Double] = []
    /// Whether its author has finished it.
    public private(set) var isFinished = false
    /// The time of the last change, nanoseconds; a laser's spot fades from then.
    public private(set) var changedNanoseconds: Int64
    /// The width of the image at its first point, metres in the world.
    public private(set) var metresAcross = 1.0

    init(
        _ identifier: Identifier,
        kind: AnnotationKind,
        tool: MeasuringTool,
        color: Color,
        thickness: Double,
        text: String,
        frameNanoseconds: Int64,
        nowNanoseconds: Int64
    ) {
        self.identifier = identifier
        self.kind = kind
        self.tool = tool
        self.color = color
        self.thickness = thickness
        self.text = text
        self.frameNanoseconds = frameNanoseconds
        changedNanoseconds = nowNanoseconds
    }

    // MARK: Drawing

    /// Whether its next point is above the one before instead of on a surface of its own.
    var expectsRaisedPoint: Bool { kind == .length && points.count == tool.raisedIndex }

    /// The end from which a raised point is measured; nil if an earlier point has no surface.
    var raisedBase: MeasuredPoint? { ends.count == points.count ? ends.last : nil }

    /// Stores a point as drawn.
    mutating func addDrawn(_ point: Vector2) { drawn.append(point) }

    /// Adds a point in the world.
    mutating func addPoint(_ point: Vector3) { points.append(point) }

    /// Adds an end of a measurement; its height above its plane stays constant from now on.
    mutating func addEnd(_ hit: HitTestResult, seenFrom view: PastView, in world: World) {
        let anchor = hit.anchorIdentifier ?? -1
        heights.append(world.anchor(anchor)?.surface.signedDistance(to: hit.pointInWorld) ?? 0)
        ends.append(MeasuredPoint(hit, anchorIdentifier: anchor, observation: .init(view)))
    }

    /// Removes its points; a laser's spot has one at a time.
    mutating func removePoints() { points.removeAll() }

    /// Sets the surface under it.
    mutating func setSupport(_ support: Support, normal: Vector3, planeAnchor: Int32?) {
        self.support = support
        self.normal = normal
        self.planeAnchor = planeAnchor
    }

    /// Sets the width of the image in metres.
    mutating func setScale(metresAcross: Double) { self.metresAcross = metresAcross }

    /// Stores the time of a change.
    mutating func touch(nowNanoseconds: Int64) { changedNanoseconds = nowNanoseconds }

    /// Finishes it.
    mutating func finish() { isFinished = true }

    /// Replaces a stroke by its recognised shape.
    mutating func replace(by kind: AnnotationKind, points: [Vector3]) {
        self.kind = kind
        self.points = points
    }

    // MARK: Following planes

    /// Moves it with its plane, or a measurement's ends with theirs.
    mutating func followPlanes(of world: World) {
        if kind == .length { followEnds(in: world) } else { followPlane(in: world) }
    }

    private mutating func followPlane(in world: World) {
        guard let plane = planeAnchor.flatMap(world.anchor)?.surface, let first = points.first,
            abs(plane.signedDistance(to: first)) > 1e-5
        else { return }
        points = points.map(plane.projection)
        normal = dot(plane.normal, normal) < 0 ? -plane.normal : plane.normal
    }

    /// Every end keeps its height above its plane; a raised one moves with the end before it.
    private mutating func followEnds(in world: World) {
        var moved = Vector3.zero
        for end in ends.indices {
            let before = ends[end]
            if end == tool.raisedIndex {
                ends[end].pointInWorld += moved
            } else {
                let plane = world.anchor(before.anchorIdentifier)?.surface
                let shift = plane.map { $0.normal * (heights[end] - $0.signedDistance(to: before.pointInWorld)) }
                ends[end].pointInWorld += shift ?? .zero
            }
            moved = ends[end].pointInWorld - before.pointInWorld
            if end < points.count { points[end] = ends[end].pointInWorld }
        }
    }

    /// Moves by a change of the world's scale, each end of a measurement with its own plane.
    mutating func scale(by change: ScaleChange) {
        let scaling = change.scaling(ofPlaneAnchor: planeAnchor)
        points = points.map { scaling * $0 }
        for index in ends.indices {
            ends[index].scale(by: change.scaling(ofPlaneAnchor: ends[index].anchorIdentifier))
            if index < points.count { points[index] = ends[index].pointInWorld }
        }
    }

    // MARK: Measurements

    /// Writes the measured value into the text; returns false if a point is missing or has no surface.
    @discardableResult
    mutating func updateReading(scale: ScaleHistory) -> Bool {
        guard ends.count == points.count else { return false }
        let measurement = Measurement(identifier: 0, tool: tool, name: "", points: ends, isClosed: tool == .area)
        guard let reading = measurement.reading(scale: scale) else { return false }
        text = reading.text(.metric)
        return true
    }
}

/// Why a message of the other side was rejected.
public enum AnnotationError: Error, Equatable, Sendable {
    /// Its frame is no longer known, or never was.
    case unknownFrame
    /// A value is not valid: not finite, or out of its range.
    case badValue
    /// There is no annotation with this identifier, or it is finished.
    case unknownAnnotation
    /// There are already too many annotations or points.
    case tooMany
    /// No surface is known where a board should stand.
    case noSurface
}
