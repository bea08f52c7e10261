import Geometry
import WorldTracking

/// Something measured: its points, and the value that they give.
public struct Measurement: Equatable, Sendable {
    /// Stays the same.
    public let identifier: Int32
    /// What is measured.
    public let tool: MeasuringTool
    /// What a person calls it.
    public var name: String
    /// The points in the order they were set.
    public internal(set) var points: [MeasuredPoint]
    /// Whether the last point is joined to the first.
    public internal(set) var isClosed = false

    /// Whether one of its points is a rough one.
    public var isRough: Bool { points.contains { $0.isRough } }

    /// A measurement of its points.
    public init(identifier: Int32, tool: MeasuringTool, name: String, points: [MeasuredPoint], isClosed: Bool = false) {
        self.identifier = identifier
        self.tool = tool
        self.name = name
        self.points = points
        self.isClosed = isClosed
    }

    /// The value that the points give; nil if they are too few.
    ///
    /// `scale` is how well the world's scale is known, and `pinnedScaleSigma` how well a known length determines it, as a
    /// fraction; nil without one.
    public func reading(scale: ScaleHistory, pinnedScaleSigma: Double? = nil) -> Reading? {
        let scale = (history: scale, sigma: pinnedScaleSigma ?? min(scale.sigma, 1))
        return switch tool {
        case .distance: points.count == 2 ? Self.length(points, scale) : nil
        case .chain: points.count > 1 ? Self.length(isClosed ? points + [points[0]] : points, scale) : nil
        case .area: points.count > 2 ? Self.reading(.area, points, scale, power: 2, of: Self.area) : nil
        case .height: points.count == 2 ? Self.reading(.length, points, scale, power: 1, of: Self.height) : nil
        case .angle: points.count == 3 ? Self.reading(.angle, points, scale, power: 0, of: Self.angle) : nil
        case .volume: points.count == 4 ? Self.reading(.volume, points, scale, power: 3, of: Self.volume) : nil
        }
    }

    private static func length(_ points: [MeasuredPoint], _ scale: (history: ScaleHistory, sigma: Double)) -> Reading? {
        reading(.length, points, scale, power: 1) { points in
            zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        }
    }

    /// A value of the points and its standard deviation: the covariance of every point is propagated by numeric
    /// derivatives, and the scale's, which all points share, by the value's power of it.
    private static func reading(
        _ quantity: Reading.Quantity,
        _ points: [MeasuredPoint],
        _ scale: (history: ScaleHistory, sigma: Double),
        power: Double,
        of value: ([Vector3]) -> Double
    ) -> Reading? {
        var positions = points.map { $0.pointInWorld }
        let result = value(positions)
        let step = 1e-5
        var variance = 0.0
        var slopes: [Vector3] = []
        var independent: [MeasuredPoint] = []
        for index in points.indices {
            // A closed chain has its first point twice; it moves as one.
            let twin = index == 0 && points.count > 1 && points[0] == points[points.count - 1] ? points.count - 1 : nil
            if index > 0, index == points.count - 1, points[0] == points[index] { continue }
            var slope = Vector3.zero
            for axis in 0..<3 {
                let kept = positions
                positions[index][axis] += step
                if let twin { positions[twin][axis] += step }
                slope[axis] = (value(positions) - result) / step
                positions = kept
            }
            guard slope.isFinite else { continue }
            variance += max(0, dot(slope, points[index].covariance * slope))
            slopes.append(slope)
            independent.append(points[index])
        }
        variance += driftVariance(independent, slopes) + stepVariance(independent, slopes, scale.history.steps)
        let byScale = power * result * scale.sigma
        let sigma = (variance + byScale * byScale).squareRoot()
        guard result.isFinite, sigma.isFinite else { return nil }
        return Reading(quantity: quantity, value: result, sigma: sigma)
    }

    /// The variance that drift adds: all points set later may have moved together against those set earlier.
    private static func driftVariance(_ points: [MeasuredPoint], _ slopes: [Vector3]) -> Double {
        (0..<3).reduce(0) { sum, axis in
            let walks = zip(points, slopes).map { (variance: $0.observation.driftVariance, slope: $1[axis]) }
            return sum + commonVariance(walks)
        }
    }

    /// The variance that the scale adds by having become better known since points were set.
    ///
    /// Each step may have moved all points together that were set before it, and as far as the scale was less well known
    /// for them until then.
    private static func stepVariance(
        _ points: [MeasuredPoint],
        _ slopes: [Vector3],
        _ steps: [ScaleHistory.Step]
    ) -> Double {
        var known = points.map { ScaleHistory.variance(ofSigma: $0.observation.scaleSigma) }
        var variance = 0.0
        for step in steps {
            let now = ScaleHistory.variance(ofSigma: step.sigma)
            let moved = points.indices.filter { index in
                known[index] > now && points[index].observation.timestampNanoseconds < step.timestampNanoseconds
            }
            let walks = moved.map { index in
                let stretch = dot(slopes[index], points[index].pointInWorld - step.cameraInWorld)
                return (variance: known[index], slope: stretch)
            }
            variance += commonVariance([(variance: now, slope: 0)] + walks)
            for index in moved { known[index] = now }
        }
        return variance
    }

    /// The variance of a sum of errors that are walks, each with the variance that it has come to and a slope: all share
    /// the steps above the lowest variance, as far as they have come.
    private static func commonVariance(_ walks: [(variance: Double, slope: Double)]) -> Double {
        let order = walks.sorted(byKey: { $0.variance })
        var slope = 0.0
        var variance = 0.0
        for index in order.indices.reversed().dropLast() {
            slope += order[index].slope
            variance += (order[index].variance - order[index - 1].variance) * slope * slope
        }
        return variance
    }

    /// Half the length of the sum of the corners' cross products: the area of the polygon seen along its mean normal.
    private static func area(_ points: [Vector3]) -> Double {
        var sum = Vector3.zero
        for index in points.indices {
            sum += cross(points[index] - points[0], points[(index + 1) % points.count] - points[0])
        }
        return sum.length / 2
    }

    private static func height(_ points: [Vector3]) -> Double { (points[1] - points[0]).length }

    private static func angle(_ points: [Vector3]) -> Double {
        let a = points[0] - points[1]
        let b = points[2] - points[1]
        return Rotation(from: a, to: b).angle
    }

    /// The edge, times the distance of the third point from it, times that of the fourth from their plane.
    private static func volume(_ points: [Vector3]) -> Double {
        let edge = points[1] - points[0]
        let across = points[2] - points[1]
        return abs(dot(cross(edge, across), points[3] - points[2]))
    }
}
