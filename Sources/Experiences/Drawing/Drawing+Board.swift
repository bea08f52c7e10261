import Geometry
import SceneGraph
import WorldTracking

/// The axes of a drawing's board: +Y out of the surface, −Z away from who placed it.
public enum BoardSpace: Space {}

extension InkStroke {
    /// The stroke in other axes.
    func moved<A, B>(by transform: RigidTransform<A, B>) -> InkStroke {
        var moved = self
        moved.points = points.map { transform.rotation * $0 + transform.translation }
        moved.normal = transform.rotation * normal
        moved.planeAnchor = nil
        return moved
    }
}

extension Drawing {
    /// How many strokes wait for the board to be placed.
    public var waitingCount: Int { waiting.count }

    /// Where the board lies; nil before there is one.
    public func worldFromBoard(in world: World) -> RigidTransform<WorldSpace, BoardSpace>? {
        guard let boardAnchor, let anchor = world.anchors.first(where: { $0.identifier == boardAnchor }) else {
            return nil
        }
        return RigidTransform(
            rotation: anchor.worldFromAnchor.rotation,
            translation: anchor.worldFromAnchor.translation
        )
    }

    /// Places the board where a ray met a surface, its −Z away from the camera, and lays down what waited for it.
    ///
    /// Strokes of others move along with the board; one's own stay where they were drawn.
    public mutating func placeBoard(at hit: HitTestResult, camera: Camera, in world: inout World) {
        let old = worldFromBoard(in: world)
        if let boardAnchor { world.removeAnchor(boardAnchor) }
        var place = hit
        place.normal = hit.normal.normalized
        let worldFromBoard = Self.board(at: place, camera: camera)
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
        for stroke in waiting { add(stroke.moved(by: worldFromBoard)) }
        waiting.removeAll()
    }

    /// A board for a drawing that has begun without one: where the first stroke begins.
    ///
    /// True where there is one then.
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

    /// Takes saved strokes in as one's own; they wait where the board has no place yet.
    public mutating func load(_ bytes: [UInt8], in world: World) throws(DrawingError) {
        let loaded = try Self.strokes(decoding: bytes)
        let worldFromBoard = worldFromBoard(in: world)
        for var stroke in loaded {
            stroke.identifier = nextIdentifier
            nextIdentifier += 1
            if let worldFromBoard { add(stroke.moved(by: worldFromBoard)) } else { waiting.append(stroke) }
        }
    }

    /// A part of a stroke for those who share the drawing; nil where there is no such stroke or no board.
    public func shared(_ identifier: Int32, from: Int, count: Int, in world: World) -> [UInt8]? {
        guard let stroke = strokes.first(where: { $0.author == 0 && $0.identifier == identifier }),
            let worldFromBoard = worldFromBoard(in: world)
        else { return nil }
        var writer = StrokeWriter()
        writer.write(stroke.moved(by: worldFromBoard.inverse), from: from, count: count)
        return writer.bytes
    }

    /// Takes a part of someone's stroke in.
    public mutating func take(_ bytes: [UInt8], by author: Int32, in world: World) throws(DrawingError) {
        guard author != 0 else { throw .badValue(offset: 0) }
        var reader = StrokeReader(bytes)
        let (part, from) = try reader.stroke(author: author)
        if let worldFromBoard = worldFromBoard(in: world) {
            Self.join(part.moved(by: worldFromBoard), from: from, into: &strokes)
        } else {
            Self.join(part, from: from, into: &waiting)
        }
    }

    /// Removes a stroke by its author and identifier, or all of an author where the identifier is 0.
    public mutating func remove(by author: Int32, _ identifier: Int32) {
        strokes.removeAll { $0.author == author && (identifier == 0 || $0.identifier == identifier) }
        waiting.removeAll { $0.author == author && (identifier == 0 || $0.identifier == identifier) }
    }

    private mutating func add(_ stroke: InkStroke) {
        guard !stroke.points.isEmpty else { return }
        strokes.append(stroke)
    }

    private static func join(_ part: InkStroke, from: Int, into strokes: inout [InkStroke]) {
        let known = strokes.firstIndex { $0.author == part.author && $0.identifier == part.identifier }
        guard let known else {
            if from == 0, !part.points.isEmpty { strokes.append(part) }
            return
        }
        var joined = part
        joined.planeAnchor = strokes[known].planeAnchor
        joined.points = Array(strokes[known].points.prefix(from)) + part.points
        joined.revision = strokes[known].revision &+ 1
        if joined.points.isEmpty { strokes.remove(at: known) } else { strokes[known] = joined }
    }

    private static func board(at hit: HitTestResult, camera: Camera) -> RigidTransform<WorldSpace, BoardSpace> {
        let up = hit.normal
        let away = hit.pointInWorld - camera.positionInWorld
        let flat = away - up * dot(away, up)
        let forward = flat.length > 1e-3 ? flat.normalized : up.anyPerpendicular
        let axes = Matrix3(columns: cross(forward, up), up, -1 * forward)
        return RigidTransform(rotation: Rotation(matrix: axes), translation: hit.pointInWorld)
    }
}
