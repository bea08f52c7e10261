import Geometry
import SceneGraph
import WorldTracking

/// The axes of a drawing's board: +Y out of the surface, −Z away from the person who placed it.
public enum BoardSpace: Space {}

/// The drawing tool: a tracked fingertip, a pointer or the middle of the screen draws ink on surfaces, and strokes can
/// be pulled up.
///
/// Call `update` once per frame with the tip's position and confidence; the pen is down between `penDown` and `penUp`.
public struct Drawing: Sendable {
    /// All strokes, oldest first; the last may be unfinished.
    public private(set) var strokes: [InkStroke] = []
    /// The colour of the next stroke.
    public var color = Color.coral
    /// The thickness of the next stroke, metres.
    public var thickness = 0.006
    /// Whether the pen is on the surface.
    public private(set) var isPenDown = false
    /// The tip's hit on a surface; nil if there is none, or if the tip's confidence is low.
    public private(set) var tip: HitTestResult?
    /// The anchor of the board, to which saved and shared strokes are relative; nil without a board.
    public private(set) var boardAnchor: Int32?

    /// The minimum distance of two points of a stroke, metres.
    public static let spacing = 0.003
    /// The pen is lifted automatically below this confidence, 0…1.
    public static let confidenceLimit = 0.35

    private var nextIdentifier: Int32 = 1
    /// Strokes received before the board was placed, relative to it.
    private var waiting: [InkStroke] = []
    /// The identifier of the stroke being drawn.
    private var openStroke: Int32?
    private var undone: [InkStroke] = []
    /// Further fingers that draw beside the tip.
    private var fingers: [DrawingFinger] = []

    /// An empty drawing.
    public init() {}

    /// A drawing of finished strokes on a board.
    init(strokes: [InkStroke], boardAnchor: Int32? = nil) {
        self.strokes = strokes
        self.boardAnchor = boardAnchor
    }

    // MARK: The pen

    /// Processes a frame: finds the tip's surface, adds ink if the pen is down, moves strokes onto planes found since.
    public mutating func update(_ frame: Frame, in world: World, tipAt pixel: Vector2?, confidence: Double = 1) {
        if let change = frame.scaleChange { for index in strokes.indices { strokes[index].scale(by: change) } }
        for index in strokes.indices { InkSurface.moveToPlane(&strokes[index], in: world) }
        for index in fingers.indices { draw(with: index, frame, in: world) }
        let last = tip
        tip = nil
        let open = index(of: openStroke).map { strokes[$0] }
        guard let camera = frame.camera, let pixel, confidence >= Self.confidenceLimit,
            let hit = InkSurface.hit(in: world, along: camera.ray(through: pixel), continuing: open, after: last)
        else {
            openStroke = nil
            return
        }
        tip = hit
        if isPenDown { openStroke = addInk(hit, to: openStroke) }
    }

    /// Puts the pen down: a new stroke starts at the tip.
    public mutating func penDown() {
        isPenDown = true
        openStroke = nil
    }

    /// Lifts the pen.
    public mutating func penUp() {
        isPenDown = false
        openStroke = nil
    }

    /// A further finger, by a number of its own, points there: it draws a stroke of its own beside the tip's.
    ///
    /// Ignored beyond `DrawingFinger.most` fingers.
    mutating func touch(_ finger: Int32, _ aim: DrawingFinger.Aim, _ frame: Frame, in world: World) {
        guard aim.isFinite else { return }
        let known = fingers.firstIndex { $0.number == finger }
        guard let index = known ?? (fingers.count < DrawingFinger.most ? fingers.count : nil) else { return }
        if index == fingers.count { fingers.append(DrawingFinger(number: finger, aim: aim)) }
        fingers[index].aim = aim
        draw(with: index, frame, in: world)
    }

    /// A further finger is lifted.
    public mutating func lift(_ finger: Int32) { fingers.removeAll { $0.number == finger } }

    /// All further fingers are lifted.
    public mutating func liftFingers() { fingers.removeAll() }

    private mutating func draw(with index: Int, _ frame: Frame, in world: World) {
        let finger = fingers[index]
        let open = self.index(of: finger.stroke).map { strokes[$0] }
        guard let ray = frame.camera.map(finger.aim.ray(from:)),
            let hit = InkSurface.hit(in: world, along: ray, continuing: open, after: finger.hit)
        else {
            (fingers[index].hit, fingers[index].stroke) = (nil, nil)
            return
        }
        fingers[index].hit = hit
        fingers[index].stroke = addInk(hit, to: finger.stroke)
    }

    /// Undoes the last stroke that was drawn here; returns false if there is none.
    ///
    /// Strokes of other people remain, also later ones.
    @discardableResult
    public mutating func undo() -> Bool {
        guard let last = strokes.lastIndex(where: { $0.author == 0 }) else { return false }
        undone.append(strokes.remove(at: last))
        openStroke = nil
        return true
    }

    /// Redoes the last undone stroke; returns false if there is none.
    @discardableResult
    public mutating func redo() -> Bool {
        guard let last = undone.popLast() else { return false }
        strokes.append(last)
        return true
    }

    /// Removes all strokes.
    public mutating func clear() {
        strokes.removeAll()
        waiting.removeAll()
        undone.removeAll()
        openStroke = nil
    }

    /// Erases points along a ray, within a radius of it, metres; a stroke that is cut in its middle becomes two.
    ///
    /// Strokes of others are theirs to erase and stay.
    public mutating func erase(along ray: Ray, radius: Double) {
        var kept: [InkStroke] = []
        for stroke in strokes {
            guard stroke.author == 0 else {
                kept.append(stroke)
                continue
            }
            var run: [Vector3] = []
            var runs: [[Vector3]] = []
            let points = Self.subdivided(stroke.points, every: radius / 2)
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
            for points in runs where points.count > 1 {
                kept.append(stroke.piece(points, identifier: takeIdentifier()))
            }
        }
        strokes = kept
        openStroke = nil
    }

    /// Adds points between those that are farther apart than a step, so that an eraser cuts there too.
    private static func subdivided(_ points: [Vector3], every step: Double) -> [Vector3] {
        guard var last = points.first else { return points }
        var result = [last]
        for point in points.dropFirst() {
            let count = Int(max(1, min(1_000, ((point - last).length / step).rounded(.up))))
            for index in 1...count { result.append(last + (point - last) * (Double(index) / Double(count))) }
            last = point
        }
        return result
    }

    /// The index of a stroke drawn here; nil if there is none.
    private func index(of stroke: Int32?) -> Int? {
        stroke.flatMap { open in strokes.lastIndex { $0.isStroke(of: 0, open) } }
    }

    private mutating func takeIdentifier() -> Int32 {
        defer { nextIdentifier += 1 }
        return nextIdentifier
    }

    /// Adds a point to a stroke, or starts one; returns its identifier.
    private mutating func addInk(_ hit: HitTestResult, to stroke: Int32?) -> Int32 {
        undone.removeAll()
        if let open = index(of: stroke), let last = strokes[open].points.last {
            if (hit.pointInWorld - last).length >= Self.spacing { strokes[open].appendPoint(hit.pointInWorld) }
            return strokes[open].identifier
        }
        let stroke = InkStroke(
            identifier: takeIdentifier(),
            color: color,
            thickness: thickness,
            points: [hit.pointInWorld],
            normal: hit.normal,
            planeAnchor: hit.anchorIdentifier
        )
        strokes.append(stroke)
        return stroke.identifier
    }

    // MARK: Pulling

    /// Pulls strokes to a height above their surface, metres; all strokes if no identifiers are given.
    public mutating func pull(_ identifiers: [Int32] = [], to height: Double, finish: SolidFinish = .plain) {
        guard height.isFinite else { return }
        for index in strokes.indices where identifiers.isEmpty || identifiers.contains(strokes[index].identifier) {
            strokes[index].pull(to: height, finish: finish)
        }
    }

    /// Pulls one stroke, by its index, to a height, metres.
    public mutating func pull(at index: Int, to height: Double, finish: SolidFinish) {
        guard height.isFinite, strokes.indices.contains(index) else { return }
        let old = strokes[index]
        var pulled = old
        pulled.pull(to: height, finish: finish)
        if pulled.height != old.height || pulled.finish != old.finish { strokes[index] = pulled }
    }

    /// Changes the finish of a stroke's solid, by author and identifier; of all strokes if none is given.
    public mutating func setFinish(_ finish: SolidFinish, of stroke: (author: Int32, identifier: Int32)? = nil) {
        for index in strokes.indices where strokes[index].finish != finish {
            if let stroke, !strokes[index].isStroke(of: stroke.author, stroke.identifier) { continue }
            strokes[index].setFinish(finish)
        }
    }

    /// The stroke at a pixel, within a twentieth of the image's width, and its point there.
    ///
    /// Else the last stroke, at its point nearest to the pixel; nil if there are no strokes.
    public func stroke(near pixel: Vector2, camera: Camera) -> (index: Int, point: Vector3)? {
        var best: (index: Int, point: Vector3, distance: Double)?
        var last: (index: Int, point: Vector3, distance: Double)?
        for (index, stroke) in strokes.enumerated() {
            for point in stroke.points {
                guard let seen = camera.pixel(of: point) else { continue }
                let distance = (seen - pixel).length
                if distance < best?.distance ?? .infinity { best = (index, point, distance) }
                if last?.index != index || distance < last?.distance ?? .infinity { last = (index, point, distance) }
            }
        }
        guard let best, let last else { return nil }
        let isTouched = best.distance < camera.lens.sizePixels.x / 20
        return isTouched ? (best.index, best.point) : (last.index, last.point)
    }

    // MARK: The board

    /// The number of strokes that wait for the board.
    public var waitingCount: Int { waiting.count }

    /// The pose of the board; nil without a board.
    public func worldFromBoard(in world: World) -> RigidTransform<WorldSpace, BoardSpace>? {
        guard let boardAnchor, let anchor = world.anchor(boardAnchor) else { return nil }
        return RigidTransform(
            rotation: anchor.worldFromAnchor.rotation,
            translation: anchor.worldFromAnchor.translation
        )
    }

    /// Places the board at a ray's hit, its −Z away from the camera, and puts the waiting strokes there.
    ///
    /// Strokes of others move with the board; one's own stay where they were drawn.
    public mutating func placeBoard(at hit: HitTestResult, camera: Camera, in world: inout World) {
        let old = worldFromBoard(in: world)
        if let boardAnchor { world.removeAnchor(boardAnchor) }
        let worldFromBoard = Self.board(at: hit.pointInWorld, normal: hit.normal.normalized, camera: camera)
        boardAnchor =
            world.addAnchor(
                RigidTransform<WorldSpace, AnchorSpace>(
                    rotation: worldFromBoard.rotation,
                    translation: worldFromBoard.translation
                )
            ).identifier
        if let old {
            for index in strokes.indices where strokes[index].author != 0 {
                strokes[index] = strokes[index].moved(by: worldFromBoard * old.inverse)
            }
        }
        for stroke in waiting { addStroke(stroke.moved(by: worldFromBoard)) }
        waiting.removeAll()
    }

    /// Places a board at the start of the first stroke, for a drawing without a board.
    ///
    /// Returns true if there is a board afterwards.
    @discardableResult
    public mutating func placeBoard(in world: inout World) -> Bool {
        if worldFromBoard(in: world) != nil { return true }
        guard let stroke = strokes.first, let point = stroke.points.first, let camera = world.currentFrame?.camera
        else {
            return false
        }
        let hit = HitTestResult(
            type: .existingPlane,
            distance: (point - camera.positionInWorld).length,
            pointInWorld: point,
            covariance: .identity,
            normal: stroke.normal,
            anchorIdentifier: stroke.planeAnchor
        )
        placeBoard(at: hit, camera: camera, in: &world)
        return true
    }

    private static func board(
        at point: Vector3,
        normal up: Vector3,
        camera: Camera
    ) -> RigidTransform<WorldSpace, BoardSpace> {
        let away = point - camera.positionInWorld
        let flat = away - up * dot(away, up)
        let forward = flat.length > 1e-3 ? flat.normalized : up.anyPerpendicular
        let axes = Matrix3(columns: cross(forward, up), up, -1 * forward)
        return RigidTransform(rotation: Rotation(matrix: axes), translation: point)
    }

    private mutating func addStroke(_ stroke: InkStroke) {
        guard !stroke.points.isEmpty else { return }
        strokes.append(stroke)
    }

    // MARK: Files and sharing

    /// The drawing as bytes, relative to the board: 45 bytes per stroke and 12 per point.
    public func encoded(from worldFromBoard: RigidTransform<WorldSpace, BoardSpace>) -> [UInt8] {
        let boardFromWorld = worldFromBoard.inverse
        return DrawingFile.encoded(strokes.map { $0.moved(by: boardFromWorld) } + waiting)
    }

    /// Adds saved strokes as one's own; they wait if there is no board yet.
    public mutating func load(_ bytes: [UInt8], in world: World) throws(DrawingError) {
        let loaded = try DrawingFile.strokes(decoding: bytes)
        let worldFromBoard = worldFromBoard(in: world)
        for stroke in loaded {
            let stroke = stroke.renumbered(takeIdentifier())
            if let worldFromBoard { addStroke(stroke.moved(by: worldFromBoard)) } else { waiting.append(stroke) }
        }
    }

    /// A part of a stroke for the others who share the drawing; nil if there is no such stroke or no board.
    public func shared(_ identifier: Int32, from: Int, count: Int, in world: World) -> [UInt8]? {
        guard let stroke = strokes.first(where: { $0.isStroke(of: 0, identifier) }),
            let worldFromBoard = worldFromBoard(in: world)
        else { return nil }
        var writer = StrokeWriter()
        writer.write(stroke.moved(by: worldFromBoard.inverse), from: from, count: count)
        return writer.bytes
    }

    /// Adds a part of someone else's stroke.
    public mutating func receive(_ bytes: [UInt8], by author: Int32, in world: World) throws(DrawingError) {
        guard author != 0 else { throw .badValue(offset: 0) }
        var reader = StrokeReader(bytes)
        let (part, from) = try reader.stroke(author: author)
        if let worldFromBoard = worldFromBoard(in: world) {
            Self.join(part.moved(by: worldFromBoard), from: from, into: &strokes)
        } else {
            Self.join(part, from: from, into: &waiting)
        }
    }

    /// Removes a stroke by its author and identifier, or all of an author if the identifier is 0.
    public mutating func removeStroke(by author: Int32, _ identifier: Int32) {
        strokes.removeAll { $0.author == author && (identifier == 0 || $0.identifier == identifier) }
        waiting.removeAll { $0.author == author && (identifier == 0 || $0.identifier == identifier) }
    }

    private static func join(_ part: InkStroke, from: Int, into strokes: inout [InkStroke]) {
        guard let known = strokes.firstIndex(where: { $0.isStroke(of: part.author, part.identifier) }) else {
            if from == 0, !part.points.isEmpty { strokes.append(part) }
            return
        }
        let joined = strokes[known].joined(with: part, from: from)
        if joined.points.isEmpty { strokes.remove(at: known) } else { strokes[known] = joined }
    }

    /// The drawing as a separate scene, for export: strokes as tubes, pulled ones as solids with their finish.
    ///
    /// It is centred, with its lowest point at height 0. A drawing on a table is horizontal, one on a wall is vertical.
    public var exportScene: Scene { DrawingExport(of: strokes).scene }

    /// The drawing as binary glTF 2.0.
    public func binaryGLTF() -> [UInt8] { exportScene.binaryGLTF() }

    /// The drawing as binary STL in millimetres on a printer's bed: the drawing's surface is z = 0.
    public func stl() -> [UInt8] { DrawingExport(of: strokes).stl() }
}
