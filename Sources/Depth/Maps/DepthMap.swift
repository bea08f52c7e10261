import Geometry

/// How far away the surface is that each pixel of a keyframe shows, with its standard deviation.
///
/// A pixel that cannot be known is a hole: both numbers are 0.
public struct DepthMap: Equatable, Sendable {
    /// The keyframe's timestamp, nanoseconds.
    public let timestampNanoseconds: Int64
    /// The map's camera: a pinhole of the map's size.
    public let lens: CameraModel
    /// The camera's pose when the keyframe's middle row was exposed.
    public private(set) var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    /// Depth along the optical axis, metres, row by row; 0 in holes.
    public internal(set) var depth: [Float]
    /// Standard deviation of the depth, metres; 0 in holes.
    public internal(set) var sigma: [Float]
    /// The keyframe's shades as the map's camera shows them.
    public let shades: [UInt8]

    /// Depth at twice the map's size for drawing, metres, row by row; 0 where it is unknown.
    ///
    /// It covers more than `depth`, ends where things end in the image, and has no standard deviation. Empty if the map was
    /// made without it.
    package var fineDepth: [Float] = []

    /// A map of its numbers, `lens.width * lens.height` of each.
    public init(
        timestampNanoseconds: Int64,
        lens: CameraModel,
        worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        depth: [Float],
        sigma: [Float],
        shades: [UInt8]
    ) {
        precondition(
            depth.count == lens.width * lens.height && sigma.count == depth.count && shades.count == depth.count,
            "the numbers must fill the map"
        )
        self.timestampNanoseconds = timestampNanoseconds
        self.lens = lens
        self.worldFromOptical = worldFromOptical
        self.depth = depth
        self.sigma = sigma
        self.shades = shades
    }

    /// The same map in a world that was corrected.
    public func seen(from worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>) -> DepthMap {
        var map = self
        map.worldFromOptical = worldFromOptical
        return map
    }

    /// Width in pixels.
    public var width: Int { lens.width }
    /// Height in pixels.
    public var height: Int { lens.height }
    /// How many pixels are known.
    public var knownCount: Int { depth.reduce(0) { $0 + ($1 > 0 ? 1 : 0) } }
}

/// A point where a ray meets the surface that a depth map shows.
public struct DepthHit: Equatable, Sendable {
    /// From the ray's origin, metres.
    public var distance: Double
    /// The point, metres.
    public var pointInWorld: Vector3
    /// The covariance of the point, m²: along the map's view from its sigma, across it from the size of a pixel.
    public var covariance: Matrix3
    /// The surface's normal, towards the map's camera.
    public var normal: Vector3
}

extension DepthMap {
    /// The pixel in whose area a point of the map's image lies; nil outside the map and in holes.
    public func known(at pixel: Vector2) -> Int? {
        guard lens.contains(pixel) else { return nil }
        let index = Int(pixel.y) * width + Int(pixel.x)
        return depth[index] > 0 ? index : nil
    }

    /// Where a ray of the world first meets the surface; nil if it meets a hole first or nothing within 20 m.
    public func hit(along ray: Ray) -> DepthHit? {
        let opticalFromWorld = worldFromOptical.inverse
        let origin = opticalFromWorld * ray.origin
        let direction = opticalFromWorld.rotation * ray.direction
        var distance = 0.1
        var isBefore = false
        while distance < 20 {
            let point = origin + direction * distance
            guard let pixel = lens.pixel(of: point), let index = known(at: pixel) else {
                isBefore = false
                distance *= 1.01
                continue
            }
            let behind = point.z - Double(depth[index])
            if behind < 0 {
                isBefore = true
            } else if isBefore || behind < 0.01 * distance {
                // Deeper than the step and the uncertainty: the ray passes behind an edge.
                guard behind < 0.03 * distance + 3 * Double(sigma[index]) else { return nil }
                return hit(ray, origin, direction, index, near: distance)
            }
            distance *= 1.01
        }
        return nil
    }

    private func hit(_ ray: Ray, _ origin: Vector3, _ direction: Vector3, _ index: Int, near: Double) -> DepthHit? {
        guard let normal = normal(at: index) else { return nil }
        let point = point(at: index)
        let slope = dot(normal, direction)
        // The surface as a plane about the pixel; a grazing ray takes the pixel's own distance.
        let meeting = abs(slope) > 0.1 ? dot(normal, point - origin) / slope : near
        let distance = abs(meeting - near) < 0.05 * near ? meeting : near
        let view = worldFromOptical.rotation * (point / point.z)
        let deviation = Double(sigma[index])
        let side = point.z / lens.focalLengthPixels.x / 2
        let across = Matrix3.identity - Matrix3(outerProductOf: view.normalized, view.normalized)
        return DepthHit(
            distance: distance,
            pointInWorld: ray.point(at: distance),
            covariance: Matrix3(outerProductOf: view, view) * (deviation * deviation) + across * (side * side / 3),
            normal: worldFromOptical.rotation * normal
        )
    }

    /// The point of a known pixel in the optical frame.
    private func point(at index: Int) -> Vector3 {
        let pixel = Vector2(Double(index % width) + 0.5, Double(index / width) + 0.5)
        let point = lens.normalized(ofPixel: pixel)
        return Vector3(point.x, point.y, 1) * Double(depth[index])
    }

    /// The normal in the optical frame, towards the camera, from the known pixels around; nil if there are too few.
    private func normal(at index: Int) -> Vector3? {
        let (x, y) = (index % width, index / width)
        let middle = point(at: index)
        var sum = Vector3.zero
        for reach in [2, 3, 4] {
            func side(_ dx: Int, _ dy: Int) -> Vector3? {
                let (nx, ny) = (x + dx * reach, y + dy * reach)
                guard nx >= 0, ny >= 0, nx < width, ny < height else { return nil }
                let neighbour = ny * width + nx
                let step = abs(depth[neighbour] - depth[index])
                return depth[neighbour] > 0 && step < 0.1 * depth[index] ? point(at: neighbour) - middle : nil
            }
            func difference(_ dx: Int, _ dy: Int) -> Vector3? {
                let (ahead, behind) = (side(dx, dy), side(-dx, -dy))
                guard let ahead else { return behind.map { -$0 } }
                return behind.map { ahead - $0 } ?? ahead
            }
            guard let across = difference(1, 0), let down = difference(0, 1) else { continue }
            sum += cross(down, across).normalized
        }
        guard sum.length > 0.5 else { return nil }
        let normal = sum.normalized
        return dot(normal, middle) < 0 ? normal : -normal
    }
}
