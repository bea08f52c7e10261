import Geometry
import SceneGraph

extension Drawing {
    /// The drawing as a scene of its own, for export: strokes as tubes, pulled ones as solids with their finish.
    ///
    /// About its own middle, the lowest point at height 0, so that it opens in the middle of a viewer.
    public var exportScene: Scene {
        var scene = Scene()
        var textures = SolidTextures()
        let root = scene.add(Node("Drawing", transform: Transform(translation: -1 * exportOrigin)))
        for stroke in strokes where stroke.points.count > 1 {
            if let solid = Self.solid(of: stroke) {
                let material = textures.material(of: stroke, in: &scene)
                scene.add(Node("Solid", geometry: .mesh(solid), material: material), to: root)
            } else {
                let tube = Tube(along: stroke.smoothed(), radius: stroke.thickness / 2)
                scene.add(Node("Stroke", geometry: .tube(tube), material: Material(stroke.color)), to: root)
            }
        }
        return scene
    }

    private var exportOrigin: Vector3 {
        let points = strokes.flatMap { $0.points }
        guard let first = points.first else { return .zero }
        var low = first
        var high = first
        for point in points {
            for axis in 0..<3 {
                low[axis] = min(low[axis], point[axis])
                high[axis] = max(high[axis], point[axis])
            }
        }
        return Vector3((low.x + high.x) / 2, low.y, (low.z + high.z) / 2)
    }

    /// The drawing as binary glTF 2.0.
    public func binaryGLTF() -> [UInt8] { exportScene.binaryGLTF() }

    /// The drawing as binary STL in millimetres, upright on a printer's bed (+Z up).
    public func stl() -> [UInt8] {
        var scene = exportScene
        let turn = scene.add(
            Node("Upright", transform: Transform(rotation: Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))))
        )
        for root in scene.children(of: nil) where root != turn { scene.move(root, to: turn) }
        return scene.stl()
    }
}
