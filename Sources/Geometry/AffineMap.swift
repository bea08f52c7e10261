/// An affine map of the plane: maps a point p to xAxis · p.x + yAxis · p.y + origin.
public struct AffineMap: Equatable, Sendable {
    /// The image of the first axis.
    public var xAxis: Vector2
    /// The image of the second axis.
    public var yAxis: Vector2
    /// The image of the origin.
    public var origin: Vector2

    /// Creates a map.
    public init(xAxis: Vector2, yAxis: Vector2, origin: Vector2) {
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.origin = origin
    }

    /// The identity.
    public static let identity = AffineMap(xAxis: Vector2(1, 0), yAxis: Vector2(0, 1), origin: .zero)

    /// The inverse; nil if the map is singular.
    public var inverse: AffineMap? {
        guard let inverse = Matrix2(columns: xAxis, yAxis).inverse else { return nil }
        return AffineMap(xAxis: inverse.column0, yAxis: inverse.column1, origin: -(inverse * origin))
    }

    /// Maps a point.
    public static func * (map: AffineMap, point: Vector2) -> Vector2 {
        map.xAxis * point.x + map.yAxis * point.y + map.origin
    }

    /// The map `b` followed by `a`.
    public static func * (a: AffineMap, b: AffineMap) -> AffineMap {
        let linear = Matrix2(columns: a.xAxis, a.yAxis)
        return AffineMap(xAxis: linear * b.xAxis, yAxis: linear * b.yAxis, origin: a * b.origin)
    }
}
