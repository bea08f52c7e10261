import Depth
import Geometry

/// Depth maps of rooms that are known exactly: the inside of a box, with boxes in it.
struct BoxRoom {
    /// From the middle of the floor, metres.
    var halfWidth = 2.0
    var halfLength = 1.5
    var height = 2.4
    /// The boxes that stand in it.
    var boxes: [(low: Vector3, high: Vector3)] = []
    /// Balls, which may be sunk into the floor: heaps.
    var balls: [(centre: Vector3, radius: Double)] = []

    static let lens = CameraModel(
        width: 96,
        height: 72,
        focalLengthPixels: Vector2(60, 60),
        principalPointPixels: Vector2(48, 36)
    )

    /// The distance along a ray, in lengths of its direction.
    func distance(from origin: Vector3, along direction: Vector3) -> Double {
        let (low, high) = (Vector3(-halfWidth, 0, -halfLength), Vector3(halfWidth, height, halfLength))
        var nearest = Self.crossing(origin, direction, low, high)?.leaving ?? .infinity
        for box in boxes {
            if let hit = Self.crossing(origin, direction, box.low, box.high), hit.entering > 0 {
                nearest = min(nearest, hit.entering)
            }
        }
        for ball in balls {
            // |o + t · d − c|² = r²
            let (offset, square) = (origin - ball.centre, dot(direction, direction))
            let half = dot(offset, direction) / square
            let rest = half * half - (dot(offset, offset) - ball.radius * ball.radius) / square
            if rest > 0, -half - rest.squareRoot() > 0 { nearest = min(nearest, -half - rest.squareRoot()) }
        }
        return nearest
    }

    private static func crossing(
        _ origin: Vector3,
        _ direction: Vector3,
        _ low: Vector3,
        _ high: Vector3
    ) -> (entering: Double, leaving: Double)? {
        var (entering, leaving) = (-Double.infinity, Double.infinity)
        for axis in 0..<3 where abs(direction[axis]) > 1e-12 {
            let a = (low[axis] - origin[axis]) / direction[axis]
            let b = (high[axis] - origin[axis]) / direction[axis]
            entering = max(entering, min(a, b))
            leaving = min(leaving, max(a, b))
        }
        return entering < leaving && leaving > 0 ? (entering, leaving) : nil
    }

    /// A map from a position, turned about the vertical and tilted, radians; with noise of `sigma(depth)` metres.
    func map(
        from position: Vector3,
        yaw: Double,
        pitch: Double,
        generator: inout SeededGenerator,
        sigma: (Double) -> Double = { 0.002 + 0.002 * $0 * $0 }
    ) -> DepthMap {
        let turn =
            Rotation(exp: Vector3(0, yaw, 0)) * Rotation(exp: Vector3(pitch, 0, 0)) * Rotation(exp: Vector3(.pi, 0, 0))
        let lens = Self.lens
        var depth: [Float] = []
        var sigmas: [Float] = []
        for y in 0..<lens.height {
            for x in 0..<lens.width {
                let normalized = lens.normalized(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                let exact = distance(from: position, along: turn * Vector3(normalized.x, normalized.y, 1))
                let deviation = sigma(exact)
                depth.append(Float(exact + deviation * generator.nextNormal()))
                sigmas.append(Float(deviation))
            }
        }
        return DepthMap(
            timestampNanoseconds: 0,
            lens: lens,
            worldFromOptical: RigidTransform(rotation: turn, translation: position),
            depth: depth,
            sigma: sigmas,
            shades: [UInt8](repeating: 128, count: depth.count)
        )
    }

    /// A walk round the middle at eye height that looks in all directions.
    func walk(views: Int, seed: UInt64) -> [DepthMap] {
        var generator = SeededGenerator(seed: seed)
        return (0..<views).map { i in
            let angle = Double(i) / Double(views) * 4 * .pi
            let position = Vector3(0.6 * .sine(of: angle), 1.4, 0.4 * .cosine(of: angle))
            return map(from: position, yaw: angle * 1.5, pitch: 0.7 * .sine(of: 5 * angle), generator: &generator)
        }
    }

    /// Views around the middle of the floor that look at a point above it; `part` of the whole way round.
    func circle(
        views: Int,
        radius: Double,
        height: Double,
        target: Double,
        part: Double = 1,
        seed: UInt64
    ) -> [DepthMap] {
        var generator = SeededGenerator(seed: seed)
        return (0..<views).map { i in
            let angle = Double(i) / Double(views) * 2 * .pi * part
            return map(
                from: Vector3(radius * .sine(of: angle), height, radius * .cosine(of: angle)),
                yaw: angle,
                pitch: -Double.arcTangent(y: height - target, x: radius),
                generator: &generator
            )
        }
    }
}
