import Geometry

/// The axes of a rectangle: origin at its centre, +X to its right, +Y up along its side, +Z out of its front.
public enum RectangleSpace: Space {}

/// A real rectangle in the world: a poster, a screen, a sheet.
public struct RectangularPlane: Equatable, Sendable {
    /// Its pose in the world.
    public var worldFromRectangle: RigidTransform<WorldSpace, RectangleSpace>
    /// Its width, metres.
    public var width: Double
    /// Its height, metres.
    public var height: Double

    /// Creates a rectangle.
    public init(worldFromRectangle: RigidTransform<WorldSpace, RectangleSpace>, width: Double, height: Double) {
        self.worldFromRectangle = worldFromRectangle
        self.width = width
        self.height = height
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        worldFromRectangle = scaling * worldFromRectangle
        width *= scaling.factor
        height *= scaling.factor
    }

    /// The rectangle that fits four corners best: top left, top right, bottom right, bottom left as seen from its
    /// front.
    ///
    /// It has the centre of the corners and the mean directions and lengths of their sides. Nil if they are collinear.
    public init?(corners: [Vector3]) {
        guard corners.count == 4, corners.allSatisfy({ $0.isFinite }) else { return nil }
        let right = (corners[1] - corners[0]) + (corners[2] - corners[3])
        let up = (corners[0] - corners[3]) + (corners[1] - corners[2])
        let normal = cross(right, up)
        guard normal.length > 1e-8 else { return nil }
        // Both sides rotate by the same angle to become perpendicular.
        let sum = (right.normalized + up.normalized).normalized
        let difference = (right.normalized - up.normalized).normalized
        let axisX = (sum + difference).normalized
        let axisY = (sum - difference).normalized
        let rotation = Rotation(matrix: Matrix3(columns: axisX, axisY, cross(axisX, axisY)))
        let middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
        self.init(
            worldFromRectangle: RigidTransform(rotation: rotation, translation: middle),
            width: right.length / 2,
            height: up.length / 2
        )
    }

    /// The centre, metres in the world.
    public var center: Vector3 { worldFromRectangle.translation }
    /// The direction out of its front, of length 1.
    public var normal: Vector3 { worldFromRectangle.rotation * Vector3(0, 0, 1) }
    /// Top left, top right, bottom right, bottom left, metres in the world.
    public var corners: [Vector3] {
        [Vector2(-1, 1), Vector2(1, 1), Vector2(1, -1), Vector2(-1, -1)].map { sign in
            worldFromRectangle * Vector3(sign.x * width / 2, sign.y * height / 2, 0)
        }
    }

    /// The intersection with a ray, in its own axes from the centre, metres; nil if the ray misses it or comes from
    /// behind.
    public func hit(by ray: Ray) -> Vector2? {
        guard dot(ray.direction, normal) < 0,
            let distance = ray.distance(to: Plane(normal: normal, through: center))
        else { return nil }
        let local = worldFromRectangle.inverse * ray.point(at: distance)
        guard abs(local.x) <= width / 2, abs(local.y) <= height / 2 else { return nil }
        return Vector2(local.x, local.y)
    }
}
