import Geometry
import SceneGraph
import WorldTracking

/// Shows the user's anchors: a pin with a round head on its surface.
public enum AnchorOverlay {
    private static let height = 0.08

    /// Draws the user's anchors under a node, whose children it removes first.
    public static func draw(_ anchors: [Anchor], in scene: inout Scene, under root: NodeHandle) {
        for child in scene.children(of: root) { scene.remove(child) }
        for anchor in anchors where anchor.plane == nil {
            let pose = Transform(anchor.worldFromAnchor)
            let pin = scene.add(Node("Anchor", transform: pose), to: root)
            let shaft = NodeGeometry.cylinder(radius: 0.002, height: height)
            scene.add(
                Node(
                    "Shaft",
                    geometry: shaft,
                    material: .metal(),
                    transform: Transform(translation: Vector3(0, height / 2, 0))
                ),
                to: pin
            )
            let head = NodeGeometry.sphere(radius: 0.012)
            scene.add(
                Node(
                    "Head",
                    geometry: head,
                    material: Material(.coral),
                    transform: Transform(translation: Vector3(0, height, 0))
                ),
                to: pin
            )
        }
    }
}
