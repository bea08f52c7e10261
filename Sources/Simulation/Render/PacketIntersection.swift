/// Intersects eight rays at a time with one body.
enum PacketIntersection {
    typealias Lanes = SIMD8<Float>

    /// Behind every surface.
    static let far: Float = 1e9

    /// The first distance beyond `near` at which each ray meets the body, in lengths of its direction; `far` if it does
    /// not.
    ///
    /// Origin and directions are in the body's axes.
    @inline(__always)
    static func distance(
        _ shape: SceneBody.Shape,
        half: SIMD3<Float>,
        origin: SIMD3<Float>,
        x: Lanes,
        y: Lanes,
        z: Lanes
    ) -> Lanes {
        switch shape {
        case .box: box(half, origin, x, y, z)
        case .shell: shell(half, origin, x, y, z)
        case .ball: ball(half.x, origin, x, y, z)
        case .cylinder: cylinder(half, origin, x, y, z)
        }
    }

    private static let near: Float = 1e-4

    @inline(__always)
    private static func slab(_ half: Float, _ origin: Float, _ d: Lanes) -> (Lanes, Lanes) {
        let inverse = 1 / d
        let a = (-half - origin) * inverse
        let b = (half - origin) * inverse
        let swap = a .> b
        return (a.replacing(with: b, where: swap), b.replacing(with: a, where: swap))
    }

    @inline(__always)
    private static func larger(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }

    @inline(__always)
    private static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }

    @inline(__always)
    private static func box(_ half: SIMD3<Float>, _ o: SIMD3<Float>, _ x: Lanes, _ y: Lanes, _ z: Lanes) -> Lanes {
        let (ax, bx) = slab(half.x, o.x, x)
        let (ay, by) = slab(half.y, o.y, y)
        let (az, bz) = slab(half.z, o.z, z)
        let enter = larger(larger(ax, ay), az)
        let leave = smaller(smaller(bx, by), bz)
        return Lanes(repeating: far).replacing(with: enter, where: (enter .<= leave) .& (enter .> near))
    }

    @inline(__always)
    private static func shell(_ half: SIMD3<Float>, _ o: SIMD3<Float>, _ x: Lanes, _ y: Lanes, _ z: Lanes) -> Lanes {
        let (_, bx) = slab(half.x, o.x, x)
        let (_, by) = slab(half.y, o.y, y)
        let (_, bz) = slab(half.z, o.z, z)
        return smaller(smaller(bx, by), bz)
    }

    @inline(__always)
    private static func ball(_ radius: Float, _ o: SIMD3<Float>, _ x: Lanes, _ y: Lanes, _ z: Lanes) -> Lanes {
        let a = x * x + y * y + z * z
        let b = x * o.x + y * o.y + z * o.z
        let c = (o * o).sum() - radius * radius
        let discriminant = b * b - a * c
        let positive = discriminant.replacing(with: 0, where: discriminant .< 0)
        let t = (-b - positive.squareRoot()) / a
        return Lanes(repeating: far).replacing(with: t, where: (discriminant .> 0) .& (t .> near))
    }

    @inline(__always)
    private static func cylinder(_ half: SIMD3<Float>, _ o: SIMD3<Float>, _ x: Lanes, _ y: Lanes, _ z: Lanes) -> Lanes {
        let a = x * x + y * y + 1e-12
        let b = x * o.x + y * o.y
        let c = o.x * o.x + o.y * o.y - half.x * half.x
        let discriminant = b * b - a * c
        let root = discriminant.replacing(with: 0, where: discriminant .< 0).squareRoot()
        let (low, high) = slab(half.z, o.z, z)
        let enter = larger((-b - root) / a, low)
        let leave = smaller((root - b) / a, high)
        let hit = (discriminant .> 0) .& (enter .<= leave) .& (enter .> near)
        return Lanes(repeating: far).replacing(with: enter, where: hit)
    }
}
