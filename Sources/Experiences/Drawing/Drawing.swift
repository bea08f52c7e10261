import Geometry
import SceneGraph
import WorldTracking

/// The drawing tool: a followed fingertip, a pointer or the screen's middle leaves ink on surfaces, which can be pulled up.
///
/// Call `update` once a frame with where the tip is and how sure that is; the pen is down between `penDown` and `penUp`.
public struct Drawing: Sendable {
    /// All strokes, oldest first; the last may be unfinished.
    public internal(set) var strokes: [InkStroke] = []
    /// The colour of the next stroke.
    public var color = Color.coral
    /// The thickness of the next stroke, metres.
    public var thickness = 0.006
    /// Whether the pen is on the surface.
    public private(set) var isPenDown = false
    /// Where the tip meets a surface now; nil where it meets none, or where it is not sure.
    public private(set) var tip: HitTestResult?

    /// No two points of a stroke are nearer, metres.
    public static let spacing = 0.003
    /// The pen lifts by itself below this confidence, 0…1.
    public static let confidenceLimit = 0.35
    /// Ink nearer to a plane found later moves onto it, metres.
    private static let settleDistance = 0.03
    /// Ink follows its plane in steps of this, metres, so that what is made of it is not made anew all the time.
    private static let settleStep = 0.0003

    var nextIdentifier: Int32 = 1
    /// The anchor of the place that saved and shared strokes are told from; nil before there is one.
    public internal(set) var boardAnchor: Int32?
    /// Strokes that came before the board was placed, told from it.
    var waiting: [InkStroke] = []
    /// The identifier of the stroke being drawn.
    private var openStroke: Int32?
    private var undone: [InkStroke] = []

    /// An empty drawing.
    public init() {}

    /// Looks at a frame: where the tip meets a surface, ink where the pen is down, strokes onto planes found since.
    public mutating func update(_ frame: Frame, in world: World, tipAt pixel: Vector2?, confidence: Double = 1) {
        settle(on: world)
        let last = tip
        tip = nil
        guard let camera = frame.camera, let pixel, confidence >= Self.confidenceLimit,
            let hit = surface(in: world, at: pixel, after: last, camera)
        else {
            openStroke = nil
            return
        }
        tip = hit
        if isPenDown { ink(hit) }
    }

    /// The place in `strokes` of the one being drawn; nil where none is.
    var openIndex: Int? {
        openStroke.flatMap { open in strokes.lastIndex { $0.author == 0 && $0.identifier == open } }
    }

    /// Puts the pen on the surface: a new stroke begins at the tip.
    public mutating func penDown() {
        isPenDown = true
        openStroke = nil
    }

    /// Lifts the pen.
    public mutating func penUp() {
        isPenDown = false
        openStroke = nil
    }

    /// Takes the last stroke drawn here back; false where there is none.
    @discardableResult
    public mutating func undo() -> Bool {
        guard let last = strokes.lastIndex(where: { $0.author == 0 }) else { return false }
        undone.append(strokes.remove(at: last))
        openStroke = nil
        return true
    }

    /// Brings the stroke taken back last back; false where there is none.
    @discardableResult
    public mutating func redo() -> Bool {
        guard let last = undone.popLast() else { return false }
        strokes.append(last)
        return true
    }

    /// Takes all strokes away.
    public mutating func clear() {
        strokes.removeAll()
        waiting.removeAll()
        undone.removeAll()
        openStroke = nil
    }

    /// Rubs out what is seen along a ray, within a radius of it, metres; a stroke that is cut in its middle becomes two.
    public mutating func erase(along ray: Ray, radius: Double) {
        var kept: [InkStroke] = []
        for stroke in strokes {
            var run: [Vector3] = []
            var runs: [[Vector3]] = []
            let points = Self.filled(stroke.points, every: radius / 2)
            for point in points {
                if (point - ray.point(at: ray.distanceAlong(nearestTo: point))).length > radius {
                    run.append(point)
                } else if !run.isEmpty {
                    runs.append(run)
                    run = []
                }
            }
            if !run.isEmpty { runs.append(run) }
            if runs.count == 1, runs[0].count == points.count {
                kept.append(stroke)
                continue
            }
            for points in runs where points.count > 1 { kept.append(piece(of: stroke, points)) }
        }
        strokes = kept
        openStroke = nil
    }

    /// With places between points that lie further apart than a step: a rubber cuts there too.
    private static func filled(_ points: [Vector3], every step: Double) -> [Vector3] {
        guard var last = points.first else { return points }
        var result = [last]
        for point in points.dropFirst() {
            let count = Int(max(1, min(1_000, ((point - last).length / step).rounded(.up))))
            for index in 1...count { result.append(last + (point - last) * (Double(index) / Double(count))) }
            last = point
        }
        return result
    }

    private mutating func piece(of stroke: InkStroke, _ points: [Vector3]) -> InkStroke {
        defer { nextIdentifier += 1 }
        return InkStroke(
            identifier: nextIdentifier,
            color: stroke.color,
            thickness: stroke.thickness,
            points: points,
            normal: stroke.normal,
            planeAnchor: stroke.planeAnchor
        )
    }

    private mutating func ink(_ hit: HitTestResult) {
        undone.removeAll()
        if let open = openIndex, let last = strokes[open].points.last {
            if (hit.pointInWorld - last).length >= Self.spacing { strokes[open].points.append(hit.pointInWorld) }
            return
        }
        let stroke = InkStroke(
            identifier: nextIdentifier,
            color: color,
            thickness: thickness,
            points: [hit.pointInWorld],
            normal: hit.normal,
            planeAnchor: hit.anchorIdentifier
        )
        strokes.append(stroke)
        openStroke = nextIdentifier
        nextIdentifier += 1
    }

    /// Strokes lie on their planes, and those without one move onto a plane that was found since and is near.
    private mutating func settle(on world: World) {
        for index in strokes.indices where !strokes[index].points.isEmpty {
            let known = strokes[index].planeAnchor.flatMap { wanted in world.anchors.first { $0.identifier == wanted } }
            guard let anchor = known ?? nearestPlane(to: strokes[index], in: world) else { continue }
            let normal = anchor.worldFromAnchor.rotation * Vector3(0, 1, 0)
            let plane = Plane(normal: normal, through: anchor.worldFromAnchor.translation)
            strokes[index].planeAnchor = anchor.identifier
            strokes[index].normal = normal
            guard abs(plane.signedDistance(to: strokes[index].points[0])) > Self.settleStep else { continue }
            strokes[index].points = strokes[index].points.map(plane.projection)
        }
    }

    private func nearestPlane(to stroke: InkStroke, in world: World) -> Anchor? {
        var best: (anchor: Anchor, distance: Double)?
        for anchor in world.anchors {
            guard let plane = anchor.plane, plane.boundary.count > 2 else { continue }
            let local = stroke.points.map { anchor.worldFromAnchor.inverse * $0 }
            let distance = local.map { abs($0.y) }.max() ?? .infinity
            let half = plane.extent / 2 + Vector2(0.1, 0.1)
            let isOver = local.allSatisfy {
                abs($0.x - plane.center.x) < half.x && abs($0.z - plane.center.z) < half.y
            }
            if isOver, distance < best?.distance ?? Self.settleDistance { best = (anchor, distance) }
        }
        return best?.anchor
    }
}
