import Geometry
import SceneGraph
import WorldTracking

extension Drawing {
    /// Draws the strokes, their solids and the pen's tip under a node, which it empties first.
    public func draw(in scene: inout Scene, under root: NodeHandle, camera: Camera) {
        for child in scene.children(of: root) { scene.remove(child) }
        for stroke in strokes {
            if let solid = Self.solid(of: stroke) {
                scene.add(Node("Solid", geometry: .mesh(solid), material: Self.material(stroke)), to: root)
            } else {
                let lifted = stroke.smoothed().map { $0 + stroke.normal * 0.001 }
                var node = Node(
                    "Stroke",
                    geometry: .polyline(Polyline(lifted, thickness: stroke.thickness)),
                    material: .constant(stroke.color)
                )
                node.castsShadow = false
                scene.add(node, to: root)
            }
        }
        guard let tip else { return }
        var pen = Node(
            "Pen",
            geometry: .sphere(radius: max(thickness / 2, 0.004 * tip.distance)),
            material: .constant(color, opacity: isPenDown ? 1 : 0.6),
            transform: Transform(translation: tip.pointInWorld)
        )
        pen.castsShadow = false
        scene.add(pen, to: root)
    }

    static func material(_ stroke: InkStroke) -> Material {
        switch stroke.finish {
        case .plain: Material(stroke.color)
        case .wood: Material(Color(hex: 0xB98A54), lighting: .physicallyBased(roughness: 0.6, metalness: 0))
        case .metal: .metal(stroke.color)
        case .glazed: Material(stroke.color, lighting: .physicallyBased(roughness: 0.08, metalness: 0))
        }
    }

    /// The drawing as a scene of its own, for export: strokes as tubes, pulled ones as solids.
    public var exportScene: Scene {
        var scene = Scene()
        for stroke in strokes where stroke.points.count > 1 {
            if let solid = Self.solid(of: stroke) {
                scene.add(Node("Solid", geometry: .mesh(solid), material: Self.material(stroke)))
            } else {
                let tube = Tube(along: stroke.smoothed(), radius: stroke.thickness / 2)
                scene.add(Node("Stroke", geometry: .tube(tube), material: Material(stroke.color)))
            }
        }
        return scene
    }
}
