import Geometry
import Imaging
import Shapes

/// Draws outlines into an image.
enum OutlinePen {
    /// A quadrilateral in orange, its first corner marked.
    static func draw(_ quad: Quadrilateral, on image: inout ColorImage) {
        for i in 0..<4 { line(from: quad[i], to: quad[i + 1], on: &image) }
        let mark = quad.topLeft
        for (dx, dy) in [(-8.0, 0.0), (0, -8), (8, 0), (0, 8)] {
            line(from: mark, to: mark + Vector2(dx, dy), on: &image)
        }
    }

    private static func line(from a: Vector2, to b: Vector2, on image: inout ColorImage) {
        let length = (b - a).length
        guard length.isFinite, length < 100_000 else { return }
        let steps = max(1, Int(length * 2))
        for i in 0...steps {
            let p = a + (b - a) * (Double(i) / Double(steps))
            for dy in -1...1 {
                for dx in -1...1 {
                    let x = Int(p.x.rounded(.down)) + dx
                    let y = Int(p.y.rounded(.down)) + dy
                    guard x >= 0, y >= 0, x < image.width, y < image.height else { continue }
                    let at = 4 * (y * image.width + x)
                    image.bytes.replaceSubrange(at..<at + 3, with: [228, 87, 46])
                }
            }
        }
    }
}
