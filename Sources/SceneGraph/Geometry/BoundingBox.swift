import Geometry

/// An axis-aligned box, from its lowest to its highest corner, metres.
public struct BoundingBox: Equatable, Sendable {
    /// The corner with the lowest coordinates.
    public var minimum: Vector3
    /// The corner with the highest coordinates.
    public var maximum: Vector3

    /// Creates a box.
    public init(minimum: Vector3, maximum: Vector3) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// A box centred on the origin, by half its lengths.
    public init(halfExtent: Vector3) {
        self.init(minimum: -halfExtent, maximum: halfExtent)
    }

    /// The smallest box around some points; nil for none.
    public init?(of points: some Sequence<Vector3>) {
        var box: BoundingBox?
        for point in points {
            box =
                box.map { $0.union(BoundingBox(minimum: point, maximum: point)) }
                ?? BoundingBox(minimum: point, maximum: point)
        }
        guard let box else { return nil }
        self = box
    }

    /// The centre.
    public var center: Vector3 { (minimum + maximum) / 2 }
    /// Width, height and depth, metres.
    public var size: Vector3 { maximum - minimum }
    /// The radius of the sphere through the box's corners, metres.
    public var radius: Double { size.length / 2 }

    /// The smallest box that contains both.
    public func union(_ other: BoundingBox) -> BoundingBox {
        BoundingBox(
            minimum: pointwiseMin(minimum, other.minimum),
            maximum: pointwiseMax(maximum, other.maximum)
        )
    }

    /// The same box, larger by a margin on every side.
    public func expanded(by margin: Double) -> BoundingBox {
        let margin = Vector3(margin, margin, margin)
        return BoundingBox(minimum: minimum - margin, maximum: maximum + margin)
    }

    /// The smallest box along the new axes that contains this transformed box.
    ///
    /// J. Arvo, "Transforming axis-aligned bounding boxes", 1990.
    public func transformed(by transform: AffineTransform) -> BoundingBox {
        let half = size / 2
        let m = transform.linear
        let reach =
            Self.absolute(m.column0) * half.x + Self.absolute(m.column1) * half.y
            + Self.absolute(m.column2) * half.z
        let middle = transform * center
        return BoundingBox(minimum: middle - reach, maximum: middle + reach)
    }

    /// The first distance, not behind the origin, at which a ray is in the box, in units of the direction's length.
    package func entry(ofRayFrom origin: Vector3, along direction: Vector3) -> Double? {
        var near = 0.0
        var far = Double.infinity
        for axis in 0..<3 {
            let slope = direction[axis]
            let first = (minimum[axis] - origin[axis]) / slope
            let second = (maximum[axis] - origin[axis]) / slope
            if slope == 0 {
                guard origin[axis] >= minimum[axis], origin[axis] <= maximum[axis] else { return nil }
            } else {
                near = max(near, min(first, second))
                far = min(far, max(first, second))
            }
        }
        return near <= far ? near : nil
    }

    private static func absolute(_ v: Vector3) -> Vector3 { Vector3(abs(v.x), abs(v.y), abs(v.z)) }
}
