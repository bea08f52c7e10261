import Geometry
import Imaging
import SceneGraph

/// Shows the board of a call in a scene.
public struct CallBoardScene {
    private let node: NodeHandle
    private var texture: TextureHandle?

    /// The node of a scene for the board.
    public init(in scene: inout Scene) {
        var node = Node("Board", geometry: .plane(width: 1, depth: 1), material: .constant(.white))
        node.castsShadow = false
        node.isHitTestable = false
        node.isHidden = true
        self.node = scene.add(node)
    }

    /// Hides the board, and lets go of its picture.
    public mutating func hide(in scene: inout Scene) {
        scene[node].isHidden = true
        if let texture { scene[texture].content = .image(Self.empty) }
    }

    /// Updates the scene to a board; hides it if there is none, or if it stands nowhere.
    public mutating func update(_ board: CallBoard?, in scene: inout Scene) {
        guard let board, let rectangle = board.rectangle else { return hide(in: &scene) }
        let shown = texture ?? scene.add(Texture(.image(board.picture)))
        texture = shown
        scene[shown].content = .image(board.picture)
        // A plane faces +Y with its texture's upper edge at −Z; a rectangle faces +Z with up at +Y.
        let stands = Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))
        let pose = rectangle.worldFromRectangle
        scene[node].geometry = .plane(width: rectangle.width, depth: rectangle.height)
        scene[node].transform = Transform(translation: pose.translation, rotation: pose.rotation * stands)
        scene[node].material.diffuseMap = shown
        scene[node].material.isDoubleSided = true
        scene[node].isHidden = false
    }

    private static let empty = ColorImage(width: 1, height: 1, bytes: [0, 0, 0, 255])
}
