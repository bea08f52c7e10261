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
