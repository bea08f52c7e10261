import Geometry
import Imaging
import Rendering
import SceneGraph

/// Scenes that are drawn natively and in a browser and must look the same.
public enum ReferenceScene: Int, CaseIterable, Sendable {
    /// Things of several shapes and materials on a table.
    case desk
    /// What the measuring tool draws.
    case measuring
    /// What people draw with a finger.
    case strokes
    /// Textures, an occluder, an image on a wall, through a lens with distortion, rotated to portrait.
    case maps
    /// Two hundred objects.
    case crowd

    /// The nodes.
    public var scene: Scene {
        switch self {
        case .desk: .desk()
        case .measuring: .measuring()
        case .strokes: .strokes()
        case .maps: .maps()
        case .crowd: .crowd(count: 200)
        }
    }

    /// Where the scene is seen from.
    public func viewpoint(width: Int, height: Int) -> Viewpoint {
        let size = SIMD2(width, height)
        switch self {
        case .desk, .measuring, .strokes:
            return Viewpoint(
                lookingFrom: Vector3(0.12, 0.5, 0.8),
                at: Vector3(0, 0.05, 0),
                fieldOfView: 0.75,
                viewSize: size
            )
        case .crowd:
            return Viewpoint(lookingFrom: Vector3(0.3, 1.2, 2), at: Vector3(0, 0, 0), fieldOfView: 0.8, viewSize: size)
        case .maps:
            var viewpoint = Viewpoint(
                lookingFrom: Vector3(0.1, 0.45, 0.9),
                at: Vector3(0, 0.12, 0),
                fieldOfView: 0.9,
                viewSize: SIMD2(480, 640)
            )
            // A sensor that lies on its side, with a barrel of a lens.
            viewpoint.lens = CameraModel(
                width: 640,
                height: 480,
                focalLengthPixels: Vector2(500, 500),
                principalPointPixels: Vector2(326, 236),
                distortion: .radialTangential(k1: -0.25, k2: 0.06, p1: 0.001, p2: -0.0005)
            )
            viewpoint.worldFromCamera.rotation =
                viewpoint.worldFromCamera.rotation * Rotation(angle: -.pi / 2, axis: Vector3(0, 0, 1))
            viewpoint.turn = .clockwise
            viewpoint.viewSize = size
            return viewpoint
        }
    }

    /// The camera's image behind the scene.
    public var image: ColorImage { self == .maps ? .tiles(width: 640, height: 480) : .table(width: 640, height: 360) }
}
