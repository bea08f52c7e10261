import Geometry
import SceneGraph
import Surfaces
import WorldTracking

/// Shows detected planes: a faint grid inside the outline, coloured by alignment.
public enum PlaneOverlay {
    /// The colour of a plane's alignment.
    public static func color(_ alignment: PlaneAlignment) -> Color {
        switch alignment {
        case .horizontal: .mint
        case .vertical: .sky
        case .tilted: .iris
        }
    }

    /// Draws the planes among the anchors under a node, whose children it removes first.
    public static func draw(_ anchors: [Anchor], in scene: inout Scene, under root: NodeHandle) {
        for child in scene.children(of: root) { scene.remove(child) }
        for anchor in anchors {
            guard let plane = anchor.plane, plane.boundary.count > 2 else { continue }
            let color = color(plane.alignment)
            let transform = Transform(anchor.worldFromAnchor)
            var fill = Node("Plane", geometry: .mesh(mesh(plane)), transform: transform)
            fill.material = Material(
                color,
                lighting: .constant,
                opacity: 0.5,
                isDoubleSided: true,
                pattern: .grid(spacing: 0.1, lineWidth: 0.003)
            )
            fill.castsShadow = false
            fill.isHitTestable = false
            scene.add(fill, to: root)
            let corners = plane.boundary.map { Vector3($0.x, 0, $0.y) }
            var outline = Node(
                "Outline",
                geometry: .polyline(Polyline(corners, thickness: 0.006, isClosed: true)),
                material: .constant(color, opacity: 0.9),
                transform: transform
            )
            outline.castsShadow = false
            outline.isHitTestable = false
            scene.add(outline, to: root)
        }
    }

    private static func mesh(_ plane: PlaneAnchor) -> Mesh {
        var indices: [UInt32] = []
        // The outline is clockwise as seen from the normal's tip; triangles are counterclockwise.
        for index in 1..<plane.boundary.count - 1 { indices += [0, UInt32(index + 1), UInt32(index)] }
        return Mesh(
            positions: plane.boundary.map { SIMD3(Float($0.x), 0, Float($0.y)) },
            normals: plane.boundary.map { _ in SIMD3(0, 1, 0) },
            coordinates: plane.boundary.map { SIMD2(Float($0.x), Float($0.y)) },
            indices: indices
        )
    }
}
