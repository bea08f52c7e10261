import Geometry
import Surfaces
import WorldTracking

/// An anchor: identifier; kind (0 a place, 1 a level plane, 2 an upright, 3 a tilted one); world from anchor (quaternion x, y, z, w, translation); then of a
/// plane its centre in the anchor's axes, extent along x and z, standard deviation along the normal, and where its boundary starts and how many
/// points it has.
enum AnchorRecord {
    static let count = 17

    static func write(_ anchor: Anchor, to anchors: inout NumberMemory, boundaries: inout NumberMemory) {
        anchors.append(Double(anchor.identifier))
        anchors.append(kind(of: anchor))
        anchors.append(anchor.worldFromAnchor)
        let plane = anchor.plane
        anchors.append(plane?.center ?? .zero)
        anchors.append(plane?.extent.x ?? 0)
        anchors.append(plane?.extent.y ?? 0)
        anchors.append(plane?.offsetSigma ?? 0)
        anchors.append(Double(boundaries.count / 2))
        anchors.append(Double(plane?.boundary.count ?? 0))
        for point in plane?.boundary ?? [] {
            boundaries.append(point.x)
            boundaries.append(point.y)
        }
    }

    private static func kind(of anchor: Anchor) -> Double {
        guard let plane = anchor.plane else { return 0 }
        return switch plane.alignment {
        case .horizontal: 1
        case .vertical: 2
        case .tilted: 3
        }
    }
}
