import Geometry
import SceneGraph

/// The panels and letters of an image's labels in the world, in the order in which their nodes were met.
struct TextGeometry {
    private(set) var quads: [TextQuad] = []

    mutating func removeAll() { quads.removeAll(keepingCapacity: true) }

    /// Adds a label's panel and letters.
    mutating func add(
        _ label: TextLabel,
        material: Material,
        worldFromNode: AffineTransform,
        glyphs: inout GlyphSheet
    ) -> Range<Int> {
        let start = quads.count
        let layout = TextLayout(label)
        let right = SIMD3<Float>(worldFromNode.linear.column0 * label.capHeight)
        let up = SIMD3<Float>(worldFromNode.linear.column1 * label.capHeight)
        let origin = SIMD3<Float>(worldFromNode.translation)
        func add(
            _ corner: SIMD2<Float>,
            _ size: SIMD2<Float>,
            isPanel: Bool,
            _ rectangle: SIMD4<Float>,
            _ color: SIMD4<Float>
        ) {
            quads.append(
                TextQuad(
                    origin: SIMD4(origin + right * corner.x + up * corner.y, isPanel ? 1 : 0),
                    right: SIMD4(right * size.x, 0),
                    up: SIMD4(up * size.y, 0),
                    rectangle: rectangle,
                    color: color
                )
            )
        }
        if let panel = label.panel {
            let half = layout.halfSize
            let color = SIMD4(SIMD3<Float>(panel.color.components), Float(panel.opacity * material.opacity))
            add(layout.center - half, half * 2, isPanel: true, SIMD4(half, min(half.y, 0.9), 0), color)
        }
        let ink = SIMD4(SIMD3<Float>(material.diffuse.components), Float(material.opacity))
        for placement in layout.placements {
            guard let entry = glyphs.entry(ofGlyph: placement.glyph) else { continue }
            let corner = placement.origin + entry.origin * layout.em
            add(corner, entry.size * layout.em, isPanel: false, entry.rectangle, ink)
        }
        return start..<quads.count
    }
}

extension SIMD4<Float> {
    /// Two numbers and two more.
    fileprivate init(_ pair: SIMD2<Float>, _ z: Float, _ w: Float) { self.init(pair.x, pair.y, z, w) }
}
