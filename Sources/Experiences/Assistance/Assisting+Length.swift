import Geometry
import WorldTracking

extension Assisting {
    /// How well a finger on a screen means a place, pixels of the picture.
    private static let fingerSigma = 1.5

    /// Adds the last point of a height or a box: above the one before, where the ray passes its normal.
    func raise(_ pixel: Vector2, seenBy camera: Camera, on annotation: inout Annotation) {
        let base = annotation.ends.count == annotation.points.count ? annotation.ends.last : nil
        if let hit = base?.raised(towards: pixel, seenBy: camera) {
            addEnd(hit, seenBy: camera, to: &annotation)
            annotation.points.append(hit.pointInWorld)
        } else {
            annotation.points.append(camera.ray(through: pixel).point(at: Self.airDistance))
        }
    }

    /// Adds an end to a length: on what was hit, as well as that and the finger are known.
    func addEnd(_ hit: HitTestResult, seenBy camera: Camera, to annotation: inout Annotation) {
        let sideways = Self.fingerSigma * hit.distance / camera.lens.focalLengthPixels.x
        annotation.ends.append(
            MeasuredPoint(
                anchorIdentifier: hit.anchorIdentifier ?? -1,
                pointInWorld: hit.pointInWorld,
                covariance: hit.covariance + Matrix3(diagonal: Vector3(repeating: sideways * sideways)),
                normal: hit.normal,
                hitType: hit.type
            )
        )
    }

    /// Tells a measurement that has all its points; takes it away where one of them lies on nothing.
    mutating func endLength(_ index: Int) {
        if let text = text(ofLength: annotations[index]) {
            annotations[index].text = text
        } else {
            annotations.remove(at: index)
        }
    }

    /// The points of a measurement follow their planes, a raised one that under it, and what it tells follows them.
    mutating func settleLength(_ index: Int, on world: WorldBuilder) {
        var moved = Vector3.zero
        for end in annotations[index].ends.indices {
            let before = annotations[index].ends[end]
            if end == annotations[index].tool.raisedIndex {
                annotations[index].ends[end].pointInWorld += moved
            } else {
                let plane = world.anchors.first { $0.identifier == before.anchorIdentifier }?.surface
                annotations[index].ends[end].pointInWorld =
                    plane?.projection(of: before.pointInWorld) ?? before.pointInWorld
            }
            moved = annotations[index].ends[end].pointInWorld - before.pointInWorld
            if end < annotations[index].points.count {
                annotations[index].points[end] = annotations[index].ends[end].pointInWorld
            }
        }
        guard annotations[index].isFinished, let text = text(ofLength: annotations[index]) else { return }
        annotations[index].text = text
    }

    /// A measurement with its uncertainty as a person reads it; nil where a point is missing or lies on nothing.
    private func text(ofLength annotation: Annotation) -> String? {
        guard annotation.ends.count == annotation.points.count else { return nil }
        let isClosed = annotation.tool == .area
        return Measurement(identifier: 0, tool: annotation.tool, name: "", points: annotation.ends, isClosed: isClosed)
            .reading(scaleSigma: scaleSigma.isFinite ? scaleSigma : 1)?
            .text(.metric)
    }
}

extension Anchor {
    /// The plane through an anchor, whose normal is its second axis.
    var surface: Plane {
        Plane(normal: worldFromAnchor.rotation * Vector3(0, 1, 0), through: worldFromAnchor.translation)
    }
}
