/// An affine map of the plane: a point p goes to xAxis · p.x + yAxis · p.y + origin.
public struct AffineMap: Equatable, Sendable {
    /// Where the first axis goes.
    public var xAxis: Vector2
    /// Where the second axis goes.
    public var yAxis: Vector2
    /// Where the origin goes.
    public var origin: Vector2

    /// A map of its axes and origin.
    public init(xAxis: Vector2, yAxis: Vector2, origin: Vector2) {
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.origin = origin
    }

    /// The map that changes nothing.
    public static let identity = AffineMap(xAxis: Vector2(1, 0), yAxis: Vector2(0, 1), origin: .zero)

    /// The way back; nil if the map flattens the plane.
    public var inverse: AffineMap? {
        guard let inverse = Matrix2(columns: xAxis, yAxis).inverse else { return nil }
        return AffineMap(xAxis: inverse.column0, yAxis: inverse.column1, origin: -(inverse * origin))
    }

    /// A point, mapped.
    public static func * (map: AffineMap, point: Vector2) -> Vector2 {
        map.xAxis * point.x + map.yAxis * point.y + map.origin
    }

    /// The map `b` followed by `a`.
    public static func * (a: AffineMap, b: AffineMap) -> AffineMap {
        let linear = Matrix2(columns: a.xAxis, a.yAxis)
        return AffineMap(xAxis: linear * b.xAxis, yAxis: linear * b.yAxis, origin: a * b.origin)
    }
}
