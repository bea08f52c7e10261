import Geometry
import RealModule
import SceneGraph
import WorldTracking

/// What people in a call draw into the world of the one on site.
///
/// Every message names the frame its author saw; its points are placed with that frame's pose, on planes, else on the surface that
/// landmarks tell of, else 1 m before the camera. So a stroke stands where it was meant, however the phone moved meanwhile.
public struct Assisting: Sendable {
    /// All annotations, oldest first.
    public internal(set) var annotations: [Annotation] = []
    /// The cameras of the last seconds.
    public private(set) var history = PoseHistory()

    /// How far before the camera a point is placed where nothing is known, metres.
    static let airDistance = 1.0
    /// How long a laser's spot stays, nanoseconds.
    static let laserNanoseconds: Int64 = 1_200_000_000
    static let annotationCapacity = 500
    static let pointCapacity = 4_000
    var nextMarker = 1
    /// How well the world's scale is known, as a fraction.
    private(set) var scaleSigma = Double.infinity
    private var now: Int64 = 0

    /// A session without annotations.
    public init() {}

    /// Takes a frame in: its pose is remembered, annotations follow their planes, old laser spots go.
    public mutating func update(_ frame: Frame, in world: World) {
        history.add(frame)
        now = frame.timestampNanoseconds
        scaleSigma = frame.scaleSigma
        annotations.removeAll { $0.kind == .laser && now - $0.changedNanoseconds > Self.laserNanoseconds }
        settle(on: world)
    }

    /// Keeps a frame's pose for as long as somebody draws on its still picture; false where it is not known any more.
    @discardableResult
    public mutating func freeze(_ frameNanoseconds: Int64) -> Bool { history.freeze(frameNanoseconds) }

    /// Lets a frozen frame go.
    public mutating func release(_ frameNanoseconds: Int64) { history.release(frameNanoseconds) }

    /// Begins an annotation on the frame that its author saw; of a length, `tool` says what is measured.
    public mutating func begin(
        _ identifier: Annotation.Identifier,
        kind: AnnotationKind,
        tool: MeasuringTool = .distance,
        color: Color,
        thickness: Double,
        text: String = "",
        frameNanoseconds: Int64
    ) throws(AnnotationError) {
        guard thickness.isFinite, thickness > 0, thickness <= 0.1, text.utf8.count <= 500 else { throw .badValue }
        guard annotations.count < Self.annotationCapacity else { throw .tooMany }
        guard history.camera(at: frameNanoseconds) != nil else { throw .unknownFrame }
        guard index(of: identifier) == nil else { throw .badValue }
        var said = text
        if kind == .marker {
            said = DecimalText.string(Double(nextMarker), decimals: 0)
            nextMarker += 1
        }
        var annotation = Annotation(
            identifier: identifier,
            kind: kind,
            color: color,
            thickness: thickness,
            text: said,
            frameNanoseconds: frameNanoseconds,
            points: [],
            drawn: [],
            support: .air,
            normal: Vector3(0, 1, 0),
            planeAnchor: nil,
            changedNanoseconds: now,
            metresAcross: 1
        )
        annotation.tool = tool
        annotations.append(annotation)
    }

    /// Adds points, normalised to the picture, (0, 0) at the top left, seen in the given frame.
    ///
    /// The frame may be a later one than the annotation's first, when the author draws on moving pictures.
    public mutating func append(
        _ points: [Vector2],
        to identifier: Annotation.Identifier,
        frameNanoseconds: Int64,
        in world: World
    ) throws(AnnotationError) {
        guard let index = index(of: identifier), !annotations[index].isFinished else { throw .unknownAnnotation }
        guard points.allSatisfy({ $0.isFinite && $0.x >= -0.5 && $0.x <= 1.5 && $0.y >= -0.5 && $0.y <= 1.5 }) else {
            throw .badValue
        }
        guard annotations[index].points.count + points.count <= Self.pointCapacity else { throw .tooMany }
        guard let view = history.view(at: frameNanoseconds) else { throw .unknownFrame }
        for point in points {
            annotations[index].drawn.append(point)
            place(point, seenFrom: view, in: world, on: &annotations[index])
        }
        annotations[index].changedNanoseconds = now
    }

    /// Ends an annotation; a stroke that was meant as a circle or an arrow becomes one, a measurement with a point on nothing is gone.
    public mutating func end(_ identifier: Annotation.Identifier, in world: World) throws(AnnotationError) {
        guard let index = index(of: identifier), !annotations[index].isFinished else { throw .unknownAnnotation }
        annotations[index].isFinished = true
        if annotations[index].kind == .length { return endLength(index) }
        if annotations[index].points.isEmpty {
            annotations.remove(at: index)
        } else {
            neaten(index, in: world)
        }
    }

    /// Takes an author's last annotation back; false where there is none.
    @discardableResult
    public mutating func undo(author: Int32) -> Bool {
        guard let index = annotations.lastIndex(where: { $0.identifier.author == author }) else { return false }
        annotations.remove(at: index)
        return true
    }

    /// Takes any annotation away; false where there is none of that name.
    @discardableResult
    public mutating func remove(_ identifier: Annotation.Identifier) -> Bool {
        guard let index = index(of: identifier) else { return false }
        annotations.remove(at: index)
        return true
    }

    /// Takes an author's annotations away, or everyone's.
    public mutating func clear(author: Int32? = nil) {
        annotations.removeAll { author == nil || $0.identifier.author == author }
        if annotations.isEmpty { nextMarker = 1 }
    }

    /// Takes away the annotations that an eraser touches: seen in a frame, within a part of the picture's width of a point.
    public mutating func erase(at point: Vector2, radius: Double, frameNanoseconds: Int64) {
        guard let camera = history.camera(at: frameNanoseconds), point.isFinite, radius.isFinite else { return }
        let size = camera.lens.sizePixels
        annotations.removeAll { annotation in
            annotation.points.contains { place in
                guard let pixel = camera.pixel(of: place) else { return false }
                return (pixel - point * size).length < radius * size.x
            }
        }
    }

    func index(of identifier: Annotation.Identifier) -> Int? {
        annotations.firstIndex { $0.identifier == identifier }
    }
}
