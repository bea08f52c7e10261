import Geometry

extension NodeGeometry {
    /// The smallest box about the shape along the node's axes; nil for a shape without points.
    public var bounds: BoundingBox? {
        switch self {
        case .box(let size, _): BoundingBox(halfExtent: size / 2)
        case .sphere(let radius): BoundingBox(halfExtent: Vector3(repeating: radius))
        case .plane(let width, let depth): BoundingBox(halfExtent: Vector3(width / 2, 0, depth / 2))
        case .cylinder(let radius, let height): BoundingBox(halfExtent: Vector3(radius, height / 2, radius))
        case .tube(let tube): BoundingBox(of: tube.path)?.expanded(by: tube.radius)
        case .mesh(let mesh): BoundingBox(of: mesh.positions.lazy.map { Vector3($0) })
        case .polyline(let line): BoundingBox(of: line.points)?.expanded(by: line.thickness / 2)
        case .points(let cloud): BoundingBox(of: cloud.points)
        case .text(let label): label.bounds
        }
    }
}

extension TextLabel {
    /// The rectangle of the text with its panel.
    public var bounds: BoundingBox {
        let layout = TextLayout(self)
        let center = Vector3(Double(layout.center.x), Double(layout.center.y), 0) * capHeight
        let half = Vector3(Double(layout.halfSize.x), Double(layout.halfSize.y), 0) * capHeight
        return BoundingBox(minimum: center - half, maximum: center + half)
    }
}

extension Scene {
    /// The smallest box along the world's axes about a node's own shape; nil where it has none.
    public func boundsInWorld(of handle: NodeHandle) -> BoundingBox? {
        guard contains(handle), let bounds = self[handle].geometry?.bounds else { return nil }
        return bounds.transformed(by: worldFromNode(handle))
    }

    /// The smallest box along the world's axes about all visible nodes; nil where nothing is to be seen.
    public var boundsInWorld: BoundingBox? {
        var all: BoundingBox?
        forEachVisible(from: nil) { _, node, worldFromNode in
            guard let bounds = node.geometry?.bounds?.transformed(by: worldFromNode) else { return }
            all = all?.union(bounds) ?? bounds
        }
        return all
    }
}
