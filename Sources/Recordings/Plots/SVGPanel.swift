import Geometry

/// A rectangle of a drawing, in pixels.
struct SVGPanel {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}

/// The map from values to a panel's pixels: x to the right, y up.
struct SVGScales {
    let low: Vector2
    let high: Vector2
    private let panel: SVGPanel

    /// Each axis fills the panel.
    init(low: Vector2, high: Vector2, panel: SVGPanel) {
        (self.low, self.high, self.panel) = (low, high, panel)
    }

    /// Both axes have the same scale, and all points lie in the panel with some margin.
    init(square points: [Vector2], panel: SVGPanel) {
        let low = points.reduce(points.first ?? .zero) { pointwiseMin($0, $1) }
        let high = points.reduce(points.first ?? .zero) { pointwiseMax($0, $1) }
        let size = Vector2(panel.width, panel.height)
        let span = (high - low) * 1.12
        let unit = Swift.max(span.x / size.x, span.y / size.y, 1e-6)
        let centre = (low + high) / 2
        self.init(low: centre - size * (unit / 2), high: centre + size * (unit / 2), panel: panel)
    }

    func position(_ point: Vector2) -> Vector2 {
        let part = (point - low) / (high - low)
        return Vector2(panel.x + part.x * panel.width, panel.y + (1 - part.y) * panel.height)
    }
}
