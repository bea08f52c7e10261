import Geometry
import SceneGraph

/// The box of space that the shadow map shows: all that throws a shadow, as the light sees it.
struct ShadowFit {
    /// From the world to the map, 0…1 each way, depth away from the light.
    let mapFromWorld: ClipMatrix
    /// The map's width, metres.
    let width: Double
    /// The map's depth, metres.
    let depth: Double

    /// How far below the lowest thing shadows still fall with a soft edge, metres.
    private static let fall = 1.0

    init(around bounds: BoundingBox, towardsLight: Vector3, shadow: Shadow) {
        let axisX = towardsLight.anyPerpendicular
        let axisY = cross(towardsLight, axisX)
        let lightFromWorld = AffineTransform(
            linear: Matrix3(rows: axisX, axisY, -towardsLight),
            translation: .zero
        )
        let box = bounds.transformed(by: lightFromWorld)
        let depth = box.size.z + Self.fall + 0.02
        // Steps keep the map still while things move a little.
        let spread = shadow.softness * min(depth, 1)
        let width = Self.stepped(max(box.size.x, box.size.y) + spread + 0.02)
        let pixel = width / Double(shadow.mapSize)
        let x = ((box.center.x - width / 2) / pixel).rounded() * pixel
        let y = ((box.center.y - width / 2) / pixel).rounded() * pixel
        self.width = width
        self.depth = depth
        mapFromWorld = ClipMatrix(
            rows: Vector4(axisX / width, -x / width),
            Vector4(axisY / width, -y / width),
            Vector4(-towardsLight / depth, -(box.minimum.z - 0.01) / depth),
            Vector4(0, 0, 0, 1)
        )
    }

    /// How deep a surface lies in the map, u and v being the map's axes: x · u + y · v + z; nil for one that the light
    /// grazes.
    func depth(ofSurfaceThrough point: Vector3, normal: Vector3) -> SIMD4<Float>? {
        let rows = (0..<3).map { row in
            Vector4(mapFromWorld.columns.0[row], mapFromWorld.columns.1[row], mapFromWorld.columns.2[row], 0)
        }
        let linear = Matrix3(
            rows: Vector3(rows[0].x, rows[0].y, rows[0].z),
            Vector3(rows[1].x, rows[1].y, rows[1].z),
            Vector3(rows[2].x, rows[2].y, rows[2].z)
        )
        guard let back = linear.inverse else { return nil }
        let turned = back.transposed * normal
        guard abs(turned.z) > 0.05 * turned.length else { return nil }
        let position = mapFromWorld * Vector4(point, 1)
        let slope = Vector2(turned.x, turned.y) / -turned.z
        return SIMD4(Vector4(slope.x, slope.y, position.z - slope.x * position.x - slope.y * position.y, 0))
    }

    private static func stepped(_ width: Double) -> Double {
        var step = 0.05
        while step < width { step *= 1.18920711500272 }
        return step
    }
}
