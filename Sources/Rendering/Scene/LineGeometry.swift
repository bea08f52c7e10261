import Geometry
import SceneGraph

/// The points of an image's lines and dots in the world, in the order in which their nodes were met.
struct LineGeometry {
    private(set) var points: [LinePoint] = []

    mutating func removeAll() { points.removeAll(keepingCapacity: true) }

    /// Adds a line's points, with a point before and after that only gives the direction in which it goes on, if it
    /// does.
    mutating func add(
        _ line: Polyline,
        material: Material,
        worldFromNode: AffineTransform,
        scale: Double
    ) -> Range<Int> {
        let start = points.count
        let linePoints = line.points.count == 1 ? [line.points[0], line.points[0]] : line.points
        guard let first = linePoints.first, let last = linePoints.last else { return start..<start }
        let isClosed = line.isClosed && linePoints.count > 2
        var point = LinePoint(
            position: .zero,
            color: material.packedColor(material.diffuse),
            distance: 0,
            dash: Float((line.dashLength ?? 0) * scale),
            kind: material.lighting == .constant ? 1 : 1.5
        )
        let radius = line.thickness / 2 * scale
        append(worldFromNode * (isClosed ? last : first), radius: isClosed ? -2 : -1, &point)
        var before: Vector3?
        for pointInNode in isClosed ? linePoints + [first] : linePoints {
            let position = worldFromNode * pointInNode
            point.distance += Float(before.map { ($0 - position).length } ?? 0)
            append(position, radius: radius, &point)
            before = position
        }
        append(worldFromNode * (isClosed ? linePoints[1] : last), radius: isClosed ? -2 : -1, &point)
        return start..<points.count
    }

    /// Adds the dots of a cloud: each is a piece of line without length.
    mutating func add(_ cloud: PointCloud, material: Material, worldFromNode: AffineTransform) -> Range<Int> {
        let start = points.count
        var point = LinePoint(position: .zero, color: 0, distance: 0, dash: 0, kind: 2)
        append(.zero, radius: -1, &point)
        for (i, pointInNode) in cloud.points.enumerated() {
            point.color = material.packedColor(cloud.colors.isEmpty ? material.diffuse : cloud.colors[i])
            let position = worldFromNode * pointInNode
            append(position, radius: cloud.diameterPixels / 2, &point)
            append(position, radius: cloud.diameterPixels / 2, &point)
            append(position, radius: -1, &point)
        }
        return start..<points.count
    }

    private mutating func append(_ position: Vector3, radius: Double, _ point: inout LinePoint) {
        point.position = SIMD4(Vector4(position, radius))
        points.append(point)
    }
}

extension Material {
    /// A colour with the material's opacity, a byte each.
    fileprivate func packedColor(_ color: Color) -> UInt32 {
        let bytes = SIMD4<UInt32>(
            (Vector4(color.components, opacity).clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(
                .toNearestOrEven
            )
        )
        return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
    }
}
