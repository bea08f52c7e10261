import Geometry
import Surfaces

/// By what all that was known was moved at once, because the world's scale turned out to be another.
///
/// Everything moves along the rays from the camera. Each plane has a factor of its own: they were found at different times.
public struct ScaleChange: Sendable {
    /// How what lies on no plane moves.
    public let common: Scaling
    private let planes: [(plane: Int32, anchor: Int32?, scaling: Scaling)]

    /// A change with a scaling for each plane, in their order.
    init(common: Scaling, of planes: [DetectedPlane], by scalings: [Scaling], _ anchors: AnchorStore) {
        self.common = common
        self.planes = zip(planes, scalings).map { plane, scaling in
            let anchor = anchors.anchorIdentifier(ofPlane: plane.identifier)
            return (plane: plane.identifier, anchor: anchor, scaling: scaling)
        }
    }

    /// How what lies on the plane of an anchor moves.
    public func scaling(ofPlaneAnchor anchor: Int32?) -> Scaling {
        guard let anchor else { return common }
        return planes.first { $0.anchor == anchor }?.scaling ?? common
    }

    /// How what lies on a plane moves.
    func scaling(ofPlane plane: Int32?) -> Scaling {
        guard let plane else { return common }
        return planes.first { $0.plane == plane }?.scaling ?? common
    }
}
