import Geometry
import WorldTracking

extension Assisting {
    /// How well a finger on a screen means a place, pixels of the picture.
    private static let fingerSigma = 1.5

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

    /// Tells a length that has both its ends; takes it away where one of them lies on nothing.
    mutating func endLength(_ index: Int) {
        if let text = text(ofLength: annotations[index]) {
            annotations[index].text = text
        } else {
            annotations.remove(at: index)
        }
    }

    /// Both ends of a length follow their planes, and what it tells follows them.
    mutating func settleLength(_ index: Int, on world: WorldBuilder) {
        for end in annotations[index].ends.indices {
            let identifier = annotations[index].ends[end].anchorIdentifier
            guard let plane = world.anchors.first(where: { $0.identifier == identifier })?.surface else { continue }
            let place = plane.projection(of: annotations[index].ends[end].pointInWorld)
            annotations[index].ends[end].pointInWorld = place
            if end < annotations[index].points.count { annotations[index].points[end] = place }
        }
        guard annotations[index].isFinished, let text = text(ofLength: annotations[index]) else { return }
        annotations[index].text = text
    }

    /// A length with its uncertainty as a person reads it; nil without two ends.
    private func text(ofLength annotation: Annotation) -> String? {
        Measurement(identifier: 0, tool: .distance, name: "", points: annotation.ends)
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
