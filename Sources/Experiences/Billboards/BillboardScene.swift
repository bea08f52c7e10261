import Geometry
import SceneGraph

/// Shows a billboard in a scene.
enum BillboardScene {
    /// Adds an item on a rectangle to a node's children.
    static func add(
        _ item: BillboardItem?,
        on rectangle: RectangularPlane,
        showsCorners: Bool,
        to scene: inout Scene,
        under root: NodeHandle
    ) {
        if let item { addPanel(item, rectangle, to: &scene, root) }
        guard showsCorners else { return }
        for corner in rectangle.corners {
            let marker = NodeGeometry.sphere(radius: 0.02 * max(rectangle.width, rectangle.height))
            let transform = Transform(translation: corner)
            scene.add(Node("Corner", geometry: marker, material: .constant(.coral), transform: transform), to: root)
        }
    }

    private static func addPanel(
        _ item: BillboardItem,
        _ rectangle: RectangularPlane,
        to scene: inout Scene,
        _ root: NodeHandle
    ) {
        // A plane faces +Y with its texture's upper edge at −Z; a rectangle faces +Z with up at +Y.
        let stands = Rotation(angle: .pi / 2, axis: Vector3(1, 0, 0))
        let pose = rectangle.worldFromRectangle
        let transform = Transform(
            translation: pose.translation + rectangle.normal * 0.002,
            rotation: pose.rotation * stands
        )
        var panel = Node(
            "Billboard",
            geometry: .plane(width: rectangle.width, depth: rectangle.height),
            material: .constant(.white),
            transform: transform
        )
        panel.castsShadow = false
        switch item.content {
        case .image(let texture):
            panel.material.diffuseMap = texture
            scene.add(panel, to: root)
        case .text(let words, let background):
            panel.material.diffuse = background
            scene.add(panel, to: root)
            scene.add(label(words, on: background, rectangle), to: root)
        }
    }

    /// The number of lines of a text, and of letters in its longest line; at least one each.
    ///
    /// Letter by letter: the standard library's characters are large in WebAssembly.
    private static func extent(of words: String) -> (lines: Int, longest: Int) {
        var (lines, longest, count) = (1, 1, 0)
        for scalar in words.unicodeScalars {
            if scalar.value == 10 {
                lines += 1
                count = 0
            } else {
                count += 1
                longest = max(longest, count)
            }
        }
        return (lines, longest)
    }

    private static func label(_ words: String, on background: Color, _ rectangle: RectangularPlane) -> Node {
        let (lines, longest) = extent(of: words)
        let size = min(0.5 * rectangle.height / Double(lines), 1.3 * rectangle.width / Double(longest))
        let isPale = dot(background.components, Vector3(0.3, 0.6, 0.1)) > 0.6
        var label = Node(
            "Words",
            geometry: .text(TextLabel(words, capHeight: 0.8 * size, anchor: .center, panel: nil)),
            material: .constant(isPale ? .ink : .white),
            transform: Transform(
                translation: rectangle.center + rectangle.normal * 0.004,
                rotation: rectangle.worldFromRectangle.rotation
            )
        )
        label.renderingOrder = 1
        label.castsShadow = false
        return label
    }
}
