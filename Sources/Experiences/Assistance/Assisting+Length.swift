import Geometry
import Odometry
import WorldTracking

extension Assisting {
    /// How well a finger on a screen means a place, pixels of the picture.
    private static let fingerSigma = 1.5

    /// Adds the last point of a height or a box: above the one before, where the ray passes its normal.
    func raise(
        _ pixel: Vector2,
        seenFrom view: PastView,
        in world: World,
        on annotation: inout Annotation
    ) {
        let base = annotation.ends.count == annotation.points.count ? annotation.ends.last : nil
        let tapped = AimedPixel(pixel, sigma: Self.fingerSigma)
        guard let base, let hit = base.raised(towards: tapped, seenBy: view.camera) else {
            annotation.points.append(view.camera.ray(through: pixel).point(at: Self.airDistance))
            return
        }
        let drawn = drawn(near: hit, in: world).flatMap { base.raised(towards: $0.pixel, seenBy: $0.view.camera) }
        addEnd(drawn ?? hit, driftVariance: view.driftVariance, in: world, to: &annotation)
        annotation.points.append((drawn ?? hit).pointInWorld)
    }

    /// Places an end of a length that a finger means on what was hit, as the measuring tool does; gives where that is.
    ///
    /// It is drawn to a corner or a straight edge that the newest picture shows there, which may be another picture than the author
    /// saw.
    func placeEnd(
        _ pixel: Vector2,
        on hit: HitTestResult,
        seenFrom view: PastView,
        in world: World,
        to annotation: inout Annotation
    ) -> Vector3 {
        let tapped = (pixel: AimedPixel(pixel, sigma: Self.fingerSigma), view: view)
        for (aimed, view) in [drawn(near: hit, in: world), tapped].compactMap({ $0 }) {
            let end = aimed.hit(from: view.camera, in: world, driftVariance: view.driftVariance)
            guard let end, end.type == hit.type, end.anchorIdentifier == hit.anchorIdentifier else { continue }
            addEnd(end, driftVariance: view.driftVariance, in: world, to: &annotation)
            return end.pointInWorld
        }
        // Something before the surface is meant.
        var end = hit
        let sideways = Self.fingerSigma * hit.distance / view.camera.lens.focalLengthPixels.x
        end.covariance = hit.covariance + Matrix3(diagonal: Vector3(repeating: sideways * sideways))
        addEnd(end, driftVariance: view.driftVariance, in: world, to: &annotation)
        return end.pointInWorld
    }

    /// The corner or edge that the newest picture shows near a hit, and from where; nil where there is none.
    private func drawn(near hit: HitTestResult, in world: World) -> (pixel: AimedPixel, view: PastView)? {
        guard let frame = world.currentFrame, frame.trackingState == .normal,
            let view = history.view(at: frame.timestampNanoseconds), let pixel = view.camera.pixel(of: hit.pointInWorld)
        else { return nil }
        let aimed = AimedPixel(pixel, in: frame, sigma: Self.fingerSigma)
        return aimed.feature == nil ? nil : (aimed, view)
    }

    private func addEnd(
        _ hit: HitTestResult,
        driftVariance: Double,
        in world: World,
        to annotation: inout Annotation
    ) {
        let anchor = hit.anchorIdentifier ?? -1
        let plane = world.anchors.first { $0.identifier == anchor }?.surface
        annotation.heights.append(plane?.signedDistance(to: hit.pointInWorld) ?? 0)
        annotation.ends.append(MeasuredPoint(hit, anchorIdentifier: anchor, driftVariance: driftVariance))
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
    mutating func settleLength(_ index: Int, on world: World) {
        var moved = Vector3.zero
        for end in annotations[index].ends.indices {
            let before = annotations[index].ends[end]
            if end == annotations[index].tool.raisedIndex {
                annotations[index].ends[end].pointInWorld += moved
            } else {
                let plane = world.anchors.first { $0.identifier == before.anchorIdentifier }?.surface
                let height = annotations[index].heights[end]
                let shift = plane.map { $0.normal * (height - $0.signedDistance(to: before.pointInWorld)) }
                annotations[index].ends[end].pointInWorld += shift ?? .zero
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
