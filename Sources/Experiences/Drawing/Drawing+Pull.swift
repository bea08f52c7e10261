import Geometry
import SceneGraph
import WorldTracking

extension Drawing {
    /// What part of the picture's height, in metres, a finger's movement over all of it pulls.
    public static let pullMetres = 0.4

    /// Pulls strokes out of their surface, metres; strokes given by identifier, all where empty.
    public mutating func pull(_ identifiers: [Int32] = [], to height: Double, finish: SolidFinish = .plain) {
        guard height.isFinite else { return }
        for index in strokes.indices where identifiers.isEmpty || identifiers.contains(strokes[index].identifier) {
            strokes[index].height = min(max(0, height), 3)
            strokes[index].finish = finish
            strokes[index].revision &+= 1
        }
    }

    /// Pulls one stroke, by its place among the strokes, to a height, metres.
    public mutating func pull(at index: Int, to height: Double, finish: SolidFinish) {
        guard height.isFinite, strokes.indices.contains(index) else { return }
        let height = min(max(0, height), 3)
        guard height != strokes[index].height || finish != strokes[index].finish else { return }
        strokes[index].height = height
        strokes[index].finish = finish
        strokes[index].revision &+= 1
    }

    /// Changes what a stroke's solid looks like, by author and identifier; all strokes' without one.
    public mutating func dress(_ stroke: (author: Int32, identifier: Int32)? = nil, in finish: SolidFinish) {
        for index in strokes.indices where strokes[index].finish != finish {
            if let stroke, stroke != (strokes[index].author, strokes[index].identifier) { continue }
            strokes[index].finish = finish
            strokes[index].revision &+= 1
        }
    }

    /// The stroke that a pixel touches, within a twentieth of the picture's width, and where.
    ///
    /// Else the last one drawn, at its point nearest to the pixel; nil where nothing is drawn.
    public func stroke(near pixel: Vector2, camera: Camera) -> (index: Int, place: Vector3)? {
        var best: (index: Int, place: Vector3, distance: Double)?
        var last: (index: Int, place: Vector3, distance: Double)?
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
        return isTouched ? (best.index, best.place) : (last.index, last.place)
    }

    /// The height that a finger's vertical movement means: by its share of the picture.
    public static func pullHeight(movedPixels: Double, pictureHeight: Int) -> Double {
        max(0, pullMetres * movedPixels / Double(max(1, pictureHeight)))
    }

    /// The height that a pixel means, metric: where its ray passes the line along the normal at a place of the stroke.
    ///
    /// Nil where the camera looks along the normal, so that height cannot be seen.
    public static func pullHeight(at pixel: Vector2, over place: Vector3, normal: Vector3, camera: Camera) -> Double? {
        let ray = camera.ray(through: pixel)
        let offset = place - ray.origin
        let cosine = dot(normal, ray.direction)
        let spread = 1 - cosine * cosine
        guard spread > 0.03, pixel.isFinite else { return nil }
        return max(0, (cosine * dot(offset, ray.direction) - dot(offset, normal)) / spread)
    }

    /// A stroke's watertight solid: of a closed stroke a body, of an open one a wall of its thickness; nil where it is flat.
    public static func solid(of stroke: InkStroke) -> Mesh? {
        guard stroke.height > 1e-4, stroke.points.count > 1 else { return nil }
        let frame = Frame2(normal: stroke.normal, origin: stroke.points[0])
        let path = Curve.smoothed(stroke.points, spacing: 0.008).map(frame.flat)
        let outline =
            stroke.isClosed ? Outline.simplified(path) : Outline.wall(along: path, thickness: stroke.thickness)
        return Prism.mesh(of: outline, height: stroke.height) { flat, height in frame.world(flat, height) }
    }

    /// The axes of a stroke's surface.
    struct Frame2 {
        let origin: Vector3
        let axisU: Vector3
        let axisV: Vector3
        let normal: Vector3

        init(normal: Vector3, origin: Vector3) {
            self.normal = normal.normalized
            self.origin = origin
            axisU = self.normal.anyPerpendicular
            axisV = cross(self.normal, axisU)
        }

        func flat(_ point: Vector3) -> Vector2 { Vector2(dot(point - origin, axisU), dot(point - origin, axisV)) }
        func world(_ flat: Vector2, _ height: Double) -> Vector3 {
            origin + axisU * flat.x + axisV * flat.y + normal * height
        }
    }
}
