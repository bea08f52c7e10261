import Geometry
import Imaging
import RealModule
import SceneGraph
import WorldTracking

/// The annotations of the people in a call, in the world of the session on site.
///
/// Every message states the frame that its author saw; its points are placed with that frame's pose: on planes, else on
/// a surface estimated from landmarks, else 1 m before the camera. So a stroke is at the intended place although the
/// phone has moved since.
public struct Assisting: Sendable {
    /// All annotations, oldest first.
    public private(set) var annotations: [Annotation] = []
    /// The cameras of the last seconds.
    public private(set) var history = PoseHistory()
    /// The board that is shown, or is about to be placed; nil if nobody shows one.
    public private(set) var board: CallBoard?

    /// How long a laser's spot is visible, nanoseconds.
    private static let laserNanoseconds: Int64 = 1_200_000_000
    private static let annotationCapacity = 500
    private static let pointCapacity = 4_000
    private var nextMarker = 1
    /// How well the world's scale is known.
    private var scale = ScaleHistory()
    private var now: Int64 = 0

    /// A session without annotations.
    public init() {}

    /// Processes a frame: stores its pose, moves annotations with their planes, removes old laser spots.
    public mutating func update(_ frame: Frame, in world: World) {
        history.add(frame)
        now = frame.timestampNanoseconds
        scale = world.scale
        if let change = frame.scaleChange {
            for index in annotations.indices { annotations[index].scale(by: change) }
        }
        board?.follow(world)
        annotations.removeAll { $0.kind == .laser && now - $0.changedNanoseconds > Self.laserNanoseconds }
        for index in annotations.indices {
            annotations[index].followPlanes(of: world)
            guard annotations[index].kind == .length, annotations[index].isFinished else { continue }
            annotations[index].updateReading(scale: scale)
        }
    }

    /// Keeps a frame's pose while someone draws on its still image; returns false if it is no longer known.
    @discardableResult
    public mutating func freeze(_ frameNanoseconds: Int64) -> Bool { history.freeze(frameNanoseconds) }

    /// Releases a kept frame.
    public mutating func release(_ frameNanoseconds: Int64) { history.release(frameNanoseconds) }

    /// Starts an annotation on the frame that its author saw; for a length, `tool` is the quantity.
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
        var label = text
        if kind == .marker {
            label = DecimalText.string(Double(nextMarker), decimals: 0)
            nextMarker += 1
        }
        annotations.append(
            Annotation(
                identifier,
                kind: kind,
                tool: tool,
                color: color,
                thickness: thickness,
                text: label,
                frameNanoseconds: frameNanoseconds,
                nowNanoseconds: now
            )
        )
    }

    /// Adds points, normalised to the image, (0, 0) at the top left, drawn on the given frame.
    ///
    /// The frame may be later than the annotation's first, if the author draws on moving images.
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
        let placer = AnnotationPlacer(in: world, history: history, board: board?.rectangle)
        for point in points {
            annotations[index].addDrawn(point)
            placer.place(point, seenFrom: view, on: &annotations[index])
        }
        annotations[index].touch(nowNanoseconds: now)
    }

    /// Finishes an annotation; a stroke that has the shape of a circle or an arrow becomes one.
    ///
    /// A measurement with a point that has no surface is removed.
    public mutating func end(_ identifier: Annotation.Identifier, in world: World) throws(AnnotationError) {
        guard let index = index(of: identifier), !annotations[index].isFinished else { throw .unknownAnnotation }
        annotations[index].finish()
        let isMeasurement = annotations[index].kind == .length
        let isKept =
            isMeasurement
            ? annotations[index].updateReading(scale: scale) : !annotations[index].points.isEmpty
        if !isKept {
            annotations.remove(at: index)
        } else if !isMeasurement {
            let camera = history.camera(at: annotations[index].frameNanoseconds)
            Self.recogniseShape(&annotations[index], camera: camera)
        }
    }

    /// Removes an author's last annotation; returns false if there is none.
    @discardableResult
    public mutating func undo(author: Int32) -> Bool {
        guard let index = annotations.lastIndex(where: { $0.identifier.author == author }) else { return false }
        annotations.remove(at: index)
        return true
    }

    /// Removes any annotation; returns false if there is none with this identifier.
    @discardableResult
    public mutating func remove(_ identifier: Annotation.Identifier) -> Bool {
        guard let index = index(of: identifier) else { return false }
        annotations.remove(at: index)
        return true
    }

    /// Removes an author's annotations, or everyone's.
    public mutating func clear(author: Int32? = nil) {
        annotations.removeAll { author == nil || $0.identifier.author == author }
        if annotations.isEmpty { nextMarker = 1 }
    }

    /// Removes the annotations within a radius, a fraction of the image's width, of a point in a frame.
    public mutating func erase(at point: Vector2, radius: Double, frameNanoseconds: Int64) {
        guard let camera = history.camera(at: frameNanoseconds), point.isFinite, radius.isFinite else { return }
        let size = camera.lens.sizePixels
        annotations.removeAll { annotation in
            annotation.points.contains { pointInWorld in
                guard let pixel = camera.pixel(of: pointInWorld) else { return false }
                return (pixel - point * size).length < radius * size.x
            }
        }
    }

    /// All annotations as a JSON array, oldest first, with the points in the world (metres).
    public var json: [UInt8] { AnnotationExport.json(of: annotations) }

    /// Draws all annotations for a camera under a node, whose children it removes first.
    public func draw(in scene: inout Scene, under root: NodeHandle, camera: Camera) {
        AnnotationScene.draw(annotations, in: &scene, under: root, camera: camera)
    }

    // MARK: The board

    /// Shows a picture on the board; one that stands keeps its place and width.
    public mutating func showBoard(_ picture: ColorImage) {
        if board == nil { board = CallBoard(picture: picture) } else { board?.picture = picture }
    }

    /// Stands the board where a point of a frame, normalised, (0, 0) at the top left, shows a plane.
    public mutating func placeBoard(
        at point: Vector2,
        frameNanoseconds: Int64,
        in world: inout World
    ) throws(AnnotationError) {
        guard board != nil, point.isFinite else { throw .badValue }
        guard let camera = history.camera(at: frameNanoseconds) else { throw .unknownFrame }
        let types: HitTestTypes = [
            .existingPlaneUsingExtent, .estimatedHorizontalPlane, .estimatedVerticalPlane, .existingPlane,
        ]
        let hits = world.rayCast(camera.ray(through: point * camera.lens.sizePixels), types: types)
        guard let hit = HitTestResult.preferred(among: hits) else { throw .noSurface }
        board?.stand(on: hit, seenBy: camera, in: &world)
    }

    /// Multiplies the size of a board that stands.
    public mutating func scaleBoard(by factor: Double) { board?.scale(by: factor) }

    /// Takes the board away.
    public mutating func removeBoard(from world: inout World) {
        board?.remove(from: &world)
        board = nil
    }

    private func index(of identifier: Annotation.Identifier) -> Int? {
        annotations.firstIndex { $0.identifier == identifier }
    }

    /// Replaces a stroke that has the shape of a circle or an arrow by that shape, on the same surface.
    private static func recogniseShape(_ annotation: inout Annotation, camera: Camera?) {
        guard annotation.kind == .stroke, annotation.drawn.count > 8, let camera else { return }
        // The same unit along both axes, so that a circle is round.
        let aspect = Vector2(1, Double(camera.lens.height) / Double(camera.lens.width))
        switch GestureShape(of: annotation.drawn.map { $0 * aspect }) {
        case .line: return
        case .circle(let center, let radii):
            let ring = (0..<48).map { step -> Vector2 in
                let angle = 2 * Double.pi * Double(step) / 48
                return (center + Vector2(.cos(angle), .sin(angle)) * radii) / aspect
            }
            redraw(&annotation, as: .circle, through: ring, camera)
        case .arrow(let tail, let head):
            redraw(&annotation, as: .arrow, through: [tail / aspect, head / aspect], camera)
        }
    }

    private static func redraw(
        _ annotation: inout Annotation,
        as kind: AnnotationKind,
        through drawn: [Vector2],
        _ camera: Camera
    ) {
        guard let first = annotation.points.first else { return }
        let surface = Plane(normal: annotation.normal, through: first)
        var points: [Vector3] = []
        for point in drawn {
            let ray = camera.ray(through: point * camera.lens.sizePixels)
            guard let distance = ray.distance(to: surface), distance < 20 else { return }
            points.append(ray.point(at: distance))
        }
        annotation.replace(by: kind, points: points)
    }
}
