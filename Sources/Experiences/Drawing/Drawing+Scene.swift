import Geometry
import RealModule
import SceneGraph

extension Drawing {
    /// A drawing tilted by less than this was drawn on something level, as far as a camera can tell, radians.
    private static let levelTilt = 0.26

    /// The drawing as a scene of its own, for export: strokes as tubes, pulled ones as solids with their finish.
    ///
    /// About its own middle, the lowest point at height 0, so that it opens in the middle of a viewer. What was drawn on a table lies
    /// level, what was drawn on a wall stands upright.
    public var exportScene: Scene {
        let up = Vector3(0, 1, 0)
        let normal = commonNormal
        return scene(withUpward: dot(normal, up) > Double.cos(Self.levelTilt) ? normal : up)
    }

    /// The drawing as binary glTF 2.0.
    public func binaryGLTF() -> [UInt8] { exportScene.binaryGLTF() }

    /// The drawing as binary STL in millimetres, put down on a printer's bed: the surface it was drawn on is z = 0, its middle the origin.
    public func stl() -> [UInt8] {
        var scene = scene(withUpward: commonNormal)
        let turn = scene.add(
            Node("Upright", transform: Transform(rotation: Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))))
        )
        for root in scene.children(of: nil) where root != turn { scene.move(root, to: turn) }
        return scene.stl()
    }

    /// The mean normal of the strokes' surfaces, the long ones counting more; straight up for an empty drawing.
    private var commonNormal: Vector3 {
        let sum = strokes.reduce(Vector3.zero) { $0 + $1.normal * ($1.length + $1.thickness) }
        return sum.length > 1e-6 ? sum.normalized : Vector3(0, 1, 0)
    }

    /// The drawing turned so that a direction of the world is +Y, put down on y = 0 about the origin.
    private func scene(withUpward up: Vector3) -> Scene {
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Drawing"))
        let upright = Rotation(from: up, to: Vector3(0, 1, 0))
        for stroke in strokes where stroke.points.count > 1 {
            var turned = stroke
            turned.points = stroke.points.map { upright * $0 }
            turned.normal = upright * stroke.normal
            scene.add(Self.node(of: turned, &textures, in: &scene), to: root)
        }
        if let bounds = scene.boundsInWorld {
            let foot = Vector3(bounds.center.x, bounds.minimum.y, bounds.center.z)
            scene[root].transform = Transform(translation: -1 * foot)
        }
        return scene
    }

    /// A solid, or a tube that lies on the surface.
    private static func node(of stroke: InkStroke, _ textures: inout SolidTextures, in scene: inout Scene) -> Node {
        if let solid = solid(of: stroke) {
            let material = textures.material(of: stroke, in: &scene)
            return Node("Solid", geometry: .mesh(solid), material: material)
        }
        let radius = stroke.thickness / 2
        let tube = Tube(along: stroke.smoothed().map { $0 + stroke.normal * radius }, radius: radius)
        return Node("Stroke", geometry: .tube(tube), material: Material(stroke.color))
    }
}
