import Geometry
import SceneGraph

extension Billboard {
    /// Draws what is shown at a time, seconds since 1970, under a node, which it empties first.
    public func draw(in scene: inout Scene, under root: NodeHandle, time: Double) {
        for child in scene.children(of: root) { scene.remove(child) }
        guard let rectangle else { return }
        if let index = program.index(at: time) { add(program.items[index], rectangle, to: &scene, root) }
        guard showsCorners else { return }
        for corner in rectangle.corners {
            let marker = NodeGeometry.sphere(radius: 0.02 * max(rectangle.width, rectangle.height))
            let transform = Transform(translation: corner)
            scene.add(Node("Corner", geometry: marker, material: .constant(.coral), transform: transform), to: root)
        }
    }

    private func add(_ item: BillboardItem, _ rectangle: RectangularPlane, to scene: inout Scene, _ root: NodeHandle) {
        // A plane faces +Y with its map's upper edge at −Z; a rectangle faces +Z with up at +Y.
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
        case .picture(let texture):
            panel.material.diffuseMap = texture
            scene.add(panel, to: root)
        case .text(let words, let ground):
            panel.material.diffuse = ground
            scene.add(panel, to: root)
            scene.add(Self.label(words, on: ground, rectangle), to: root)
        }
    }

    /// How many lines words have, and how many letters the longest; at least one each.
    ///
    /// Letter by letter: what the standard library has for characters is large in WebAssembly.
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

    private static func label(_ words: String, on ground: Color, _ rectangle: RectangularPlane) -> Node {
        let (lines, longest) = extent(of: words)
        let size = min(0.5 * rectangle.height / Double(lines), 1.3 * rectangle.width / Double(longest))
        let isPale = dot(ground.components, Vector3(0.3, 0.6, 0.1)) > 0.6
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
