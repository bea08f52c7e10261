import Geometry
import Surfaces
import WorldTracking

extension AnchorRecord {
    /// Writes an anchor, and its plane's outline to the list of boundary points.
    static func write(_ anchor: Anchor, to anchors: inout NumberMemory, boundaries: inout NumberMemory) {
        let record = anchors.appendRecord(count)
        record[identifier] = Double(anchor.identifier)
        record[kind] = Double(code(of: anchor).rawValue)
        record.write(anchor.worldFromAnchor, at: worldFromAnchor)
        record[boundaryStart] = Double(boundaries.count / 2)
        guard let plane = anchor.plane else { return }
        record.write(plane.center, at: center)
        (record[extent], record[extent + 1]) = (plane.extent.x, plane.extent.y)
        record[offsetSigma] = plane.offsetSigma
        record[normalSigma] = plane.normalSigma
        record[driftSigma] = plane.driftSigma
        record[boundaryCount] = Double(plane.boundary.count)
        for point in plane.boundary {
            boundaries.append(point.x)
            boundaries.append(point.y)
        }
    }

    private static func code(of anchor: Anchor) -> AnchorKindCode {
        guard let plane = anchor.plane else { return .place }
        return switch plane.alignment {
        case .horizontal: .horizontal
        case .vertical: .vertical
        case .tilted: .tilted
        }
    }
}
