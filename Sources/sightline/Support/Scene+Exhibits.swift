import Foundation
import Geometry
import SceneGraph
import WorldTracking

extension Scene {
    /// Adds some objects on a surface, sized to it, with their shadows.
    mutating func addStage(at place: Vector3, width: Double) -> NodeHandle {
        let size = min(2, max(0.5, width / 0.6))
        let stage = add(Node("Stage", transform: Transform(translation: place, scale: Vector3(size, size, size))))
        add(Node("Floor", geometry: .plane(width: 3, depth: 3), material: .shadowCatcher()), to: stage)
        let turned = Rotation(angle: 0.5, axis: Vector3(0, 1, 0))
        let block = Transform(translation: Vector3(-0.13, 0.05, 0), rotation: turned)
        add(Node("Block", geometry: .box(size: Vector3(0.14, 0.1, 0.1), chamfer: 0.01), transform: block), to: stage)
        for (x, z, radius, material) in [
            (0.03, 0.08, 0.05, Material.metal()),
            (-0.08, 0.15, 0.032, Material(.coral, lighting: .physicallyBased(roughness: 0.3, metalness: 0))),
            (0.14, -0.1, 0.04, Material(.amber, lighting: .physicallyBased(roughness: 0.4, metalness: 0))),
        ] {
            let spot = Transform(translation: Vector3(x, radius, z))
            add(Node("Ball", geometry: .sphere(radius: radius), material: material, transform: spot), to: stage)
        }
        let can = Transform(translation: Vector3(0.16, 0.06, 0.04))
        let paint = Material(.sky, lighting: .blinn(shininess: 40, specular: 0.4))
        add(Node("Can", geometry: .cylinder(radius: 0.035, height: 0.12), material: paint, transform: can), to: stage)
        return stage
    }

    /// Adds a label with a plane's size at its centre.
    mutating func addSize(of anchor: Anchor, under root: NodeHandle) {
        guard let plane = anchor.plane else { return }
        let size = String(format: "%.2f × %.2f m", plane.extent.x, plane.extent.y)
        var label = Node(
            "Size",
            geometry: .text(TextLabel(size, capHeight: 0.016)),
            material: .constant(.white),
            transform: Transform(translation: anchor.worldFromAnchor * plane.center),
            constraints: [.facesCamera, .keepsSizeOnScreen]
        )
        label.material.isHiddenBehindObjects = false
        add(label, to: root)
    }

    /// Adds three arrows of a quarter of a metre: x red, y green, z blue.
    mutating func addAxes(at place: Vector3) {
        let root = add(Node("Axes", transform: Transform(translation: place)))
        for (axis, color, name) in [(0, Color.coral, "x"), (1, Color.mint, "y"), (2, Color.sky, "z")] {
            var along = Vector3.zero
            along[axis] = 0.25
            let shaft = NodeGeometry.tube(Tube(along: [.zero, along], radius: 0.006))
            let paint = Material(color, lighting: .physicallyBased(roughness: 0.4, metalness: 0))
            add(Node(name, geometry: shaft, material: paint), to: root)
            let tip = Transform(translation: along * 1.12)
            let letter = NodeGeometry.text(TextLabel(name, capHeight: 0.02, panel: nil))
            add(
                Node(name, geometry: letter, material: .constant(color), transform: tip, constraints: .facesCamera),
                to: root
            )
        }
        let hub = NodeGeometry.sphere(radius: 0.014)
        add(Node("Origin", geometry: hub, material: Material(.white)), to: root)
    }
}
