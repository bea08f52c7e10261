import Geometry
import RealModule
import SceneGraph

/// A drawing as a separate model: strokes as tubes, pulled ones as solids with their finish.
struct DrawingExport {
    private let strokes: [InkStroke]

    /// The tilt below which a drawing's surface counts as horizontal, radians.
    private static let levelTilt = 0.26

    /// A model of a drawing's strokes.
    init(of strokes: [InkStroke]) { self.strokes = strokes }

    /// The centred model, with its lowest point at height 0, so that a viewer shows it in its middle.
    ///
    /// A drawing on a table is horizontal, a drawing on a wall is vertical.
    var scene: Scene {
        let up = Vector3(0, 1, 0)
        let normal = commonNormal
        return scene(withUpward: dot(normal, up) > Double.cos(Self.levelTilt) ? normal : up)
    }

    /// The strokes where they are, in the world's axes.
    var sceneInWorld: Scene {
        var scene = Scene()
        var textures = SolidTextures()
        for stroke in strokes where !stroke.points.isEmpty {
            scene.add(Self.node(of: stroke, &textures, in: &scene))
        }
        return scene
    }

    /// The model as binary STL in millimetres on a printer's bed: the surface is z = 0, the centre is the origin.
    func stl() -> [UInt8] {
        var scene = scene(withUpward: commonNormal)
        let turn = scene.add(
            Node("Upright", transform: Transform(rotation: Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))))
        )
        for root in scene.children(of: nil) where root != turn { scene.move(root, to: turn) }
        return scene.stl()
    }

    /// The mean normal of the strokes' surfaces, weighted by length; the vertical for an empty drawing.
    private var commonNormal: Vector3 {
        let sum = strokes.reduce(Vector3.zero) { $0 + $1.normal * ($1.length + $1.thickness) }
        return sum.length > 1e-6 ? sum.normalized : Vector3(0, 1, 0)
    }

    /// The model rotated so that a direction of the world is +Y, with its lowest point at y = 0, centred on the origin.
    private func scene(withUpward up: Vector3) -> Scene {
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Drawing"))
        let upright = Rotation(from: up, to: Vector3(0, 1, 0))
        for stroke in strokes where stroke.points.count > 1 {
            let node = Self.node(of: stroke.rotated(by: upright), &textures, in: &scene)
            scene.add(node, to: root)
        }
        if let bounds = scene.boundsInWorld {
            let foot = Vector3(bounds.center.x, bounds.minimum.y, bounds.center.z)
            scene[root].transform = Transform(translation: -1 * foot)
        }
        return scene
    }

    /// A solid, or a tube that lies on the surface.
    private static func node(of stroke: InkStroke, _ textures: inout SolidTextures, in scene: inout Scene) -> Node {
        if let solid = stroke.solid {
            let material = textures.material(of: stroke, in: &scene)
            return Node("Solid", geometry: .mesh(solid), material: material)
        }
        let radius = stroke.thickness / 2
        let tube = Tube(along: stroke.smoothed().map { $0 + stroke.normal * radius }, radius: radius)
        return Node("Stroke", geometry: .tube(tube), material: Material(stroke.color))
    }
}

extension Drawing {
    /// One stroke as binary glTF 2.0, where it is, in the world's axes; nil if there is no such stroke.
    ///
    /// For renderers other than the engine's, which follow a drawing stroke by stroke.
    public func binaryGLTF(ofStroke identifier: Int32, by author: Int32) -> [UInt8]? {
        strokes.first { $0.isStroke(of: author, identifier) }.map { DrawingExport(of: [$0]).sceneInWorld.binaryGLTF() }
    }
}
