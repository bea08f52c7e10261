import Geometry
import Odometry
import WorldTracking

extension Assisting {
    /// How well a finger on a screen means a place, pixels of the picture.
    private static let fingerSigma = 1.5

    /// Adds the last point of a height or a box: above the one before, where the ray passes its normal.
    func raise(_ pixel: Vector2, seenBy camera: Camera, in world: WorldBuilder, on annotation: inout Annotation) {
        let base = annotation.ends.count == annotation.points.count ? annotation.ends.last : nil
        let tapped = AimedPixel(pixel, sigma: Self.fingerSigma)
        if let base, let hit = base.raised(towards: tapped, seenBy: camera) {
            let drawn = drawn(near: hit, in: world).flatMap { base.raised(towards: $0.pixel, seenBy: $0.camera) }
            addEnd(drawn ?? hit, to: &annotation)
            annotation.points.append((drawn ?? hit).pointInWorld)
        } else {
            annotation.points.append(camera.ray(through: pixel).point(at: Self.airDistance))
        }
    }

    /// Places an end of a length that a finger means on what was hit; gives where that is.
    ///
    /// It is drawn to a corner or a straight edge that the newest picture shows there, which may be another picture than the author
    /// saw.
    func placeEnd(
        on hit: HitTestResult,
        seenBy camera: Camera,
        in world: WorldBuilder,
        to annotation: inout Annotation
    )
        -> Vector3
    {
        if let drawn = drawn(near: hit, in: world), let end = drawn.pixel.hit(from: drawn.camera, in: world),
            end.anchorIdentifier == hit.anchorIdentifier
        {
            addEnd(end, to: &annotation)
            return end.pointInWorld
        }
        var end = hit
        let sideways = Self.fingerSigma * hit.distance / camera.lens.focalLengthPixels.x
        end.covariance = hit.covariance + Matrix3(diagonal: Vector3(repeating: sideways * sideways))
        addEnd(end, to: &annotation)
        return end.pointInWorld
    }

    /// The corner or edge that the newest picture shows near a hit, and the camera of that picture; nil where there is none.
    private func drawn(near hit: HitTestResult, in world: WorldBuilder) -> (pixel: AimedPixel, camera: Camera)? {
        guard let frame = world.currentFrame, frame.trackingState == .normal, let camera = frame.camera,
            let pixel = camera.pixel(of: hit.pointInWorld)
        else { return nil }
        let aimed = AimedPixel(pixel, in: frame, sigma: Self.fingerSigma)
        return aimed.feature == nil ? nil : (aimed, camera)
    }

    private func addEnd(_ hit: HitTestResult, to annotation: inout Annotation) {
        annotation.ends.append(
            MeasuredPoint(
                anchorIdentifier: hit.anchorIdentifier ?? -1,
                pointInWorld: hit.pointInWorld,
                covariance: hit.covariance,
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
