import RealModule

/// A named part of the floor of any outline.
public struct VenueZone: Hashable, Sendable {
    /// The application's name for it; unique among zones and regions.
    public var identifier: String
    /// The corners in order, m; where an outline crosses itself, what it goes round twice is outside.
    public var outline: [SIMD2<Double>]
    /// The floor that it is a part of; `nil` for the floor nearest to the ground.
    public var floor: String?

    /// Creates a zone; with fewer than three corners nobody is ever inside.
    public init(identifier: String, outline: [SIMD2<Double>], floor: String? = nil) {
        self.identifier = identifier
        self.outline = outline
        self.floor = floor
    }

    /// Creates a rectangle from two opposite corners.
    public init(identifier: String, minimum: SIMD2<Double>, maximum: SIMD2<Double>, floor: String? = nil) {
        let corners = [minimum, SIMD2(maximum.x, minimum.y), maximum, SIMD2(minimum.x, maximum.y)]
        self.init(identifier: identifier, outline: corners, floor: floor)
    }

    /// Whether a point is inside.
    public func contains(_ point: SIMD2<Double>) -> Bool {
        var isInside = false
        for (from, to) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
            guard (from.y > point.y) != (to.y > point.y) else { continue }
            let crossing = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if point.x < crossing { isInside.toggle() }
        }
        return isInside
    }

    /// The probability that someone is inside, 0 to 1: the share of 256 points, spread as the position's normal
    /// distribution is, that are.
    public func probability(of estimate: PositionEstimate) -> Double {
        let (xx, yy, xy) = estimate.covariance
        let across = Swift.max(xx, 1e-6).squareRoot()
        let slope = xy / across
        let along = Swift.max(yy - slope * slope, 1e-6).squareRoot()
        guard isNear(estimate.position, SIMD2(across, (along * along + slope * slope).squareRoot())) else { return 0 }
        let inside = Self.spread.count { unit in
            contains(estimate.position + SIMD2(across * unit.x, slope * unit.x + along * unit.y))
        }
        return Double(inside) / Double(Self.spread.count)
    }

    /// Whether any of the spread points can be inside.
    private func isNear(_ point: SIMD2<Double>, _ sigma: SIMD2<Double>) -> Bool {
        guard let first = outline.first else { return false }
        let low = outline.reduce(first) { pointwiseMin($0, $1) } - sigma * Self.farthest
        let high = outline.reduce(first) { pointwiseMax($0, $1) } + sigma * Self.farthest
        return low.x <= point.x && low.y <= point.y && high.x >= point.x && high.y >= point.y
    }

    /// Rings of points, each ring and each point in it with the same share of a normal distribution of sigma 1.
    private static let spread: [SIMD2<Double>] = (0..<16).flatMap { ring in
        let radius = (-2 * Double.log(1 - (Double(ring) + 0.5) / 16)).squareRoot()
        return (0..<16).map { step in
            let angle = (Double(step) + 0.5) * .pi / 8
            return SIMD2(Double.cos(angle), Double.sin(angle)) * radius
        }
    }
    /// The radius of the outermost ring, rounded up.
    private static let farthest = 2.64
}
