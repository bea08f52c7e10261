import Geometry
import Imaging

/// Finds the corner or the straight edge that a person means who aims near it.
///
/// Straight pieces of edges are gathered around the aim and fitted to the strongest steps of gray across them at full resolution;
/// two that end in each other are a corner. A corner comes before an edge. Where two of a kind lie nearly as near and are nearly
/// as clear, nobody can say which one is meant: nothing is found.
public struct AimedFeatureFinder {
    /// How far from the aim something may lie, pixels.
    public let reach: Double
    /// Where the picture shows what is aimed at.
    let aim: SIMD2<Float>
    let sampler: SideSampler
    let segments: [LineSegment]

    /// Half the side of the square around the aim in which edges are gathered, in reaches.
    private static let surroundings = 8.0
    /// What a step of gray must have to be gathered, levels.
    private static let leastGatheredStep: Float = 6
    /// How long a straight piece must be, pixels.
    private static let leastPiece: Float = 8

    /// What lies near a pixel of a picture; nil for nothing, and where it is not clear what is meant.
    ///
    /// A corner may lie within 3 pixels of the aim, in wide pictures within a 213th of their width; an edge within half of that. What is
    /// farther away is as often not what was meant (`WorldBenchmark`).
    public static func feature(near pixel: Vector2, in picture: GrayImage) -> AimedFeature? {
        let reach = Self.reach(in: picture)
        guard pixel.isFinite, picture.width > 64, picture.height > 64,
            pixel.x > 8, pixel.y > 8, pixel.x < Double(picture.width) - 8, pixel.y < Double(picture.height) - 8
        else { return nil }
        return picture.pixels.withUnsafeBufferPointer { pixels -> AimedFeature? in
            guard let start = pixels.baseAddress else { return nil }
            let sampler = SideSampler(pixels: start, width: picture.width, height: picture.height, warp: .none)
            let finder = AimedFeatureFinder(near: SIMD2<Float>(pixel), sampler: sampler, reach: reach)
            return finder.corner() ?? finder.edge()
        }
    }

    /// How far from the aim something may lie, pixels.
    public static func reach(in picture: GrayImage) -> Double { max(3, Double(picture.width) / 213) }

    private init(near aim: SIMD2<Float>, sampler: SideSampler, reach: Double) {
        (self.aim, self.sampler, self.reach) = (aim, sampler, reach)
        let half = Int(reach * Self.surroundings)
        let left = max(0, Int(aim.x) - half)
        let top = max(0, Int(aim.y) - half)
        let width = min(sampler.width, Int(aim.x) + half) - left
        let height = min(sampler.height, Int(aim.y) + half) - top
        let field = EdgeField()
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { patch in
            guard let patch = patch.baseAddress else { return }
            for y in 0..<height {
                (patch + y * width).copyBytes(from: sampler.pixels + (top + y) * sampler.width + left, count: width)
            }
            field.compute(patch, width: width, height: height)
        }
        let points = EdgePoints()
        points.find(in: field, threshold: Self.leastGatheredStep * 48)
        let finder = SegmentFinder()
        finder.find(in: points, minimumLength: Self.leastPiece, measuringBends: false)
        segments = finder.segments.map { segment in
            var segment = segment
            segment.centre += SIMD2(Float(left), Float(top))
            return segment
        }
    }

    /// Of several the one that is meant: the nearest, where it is clearly the nearest or clearly the strongest of those as near.
    func meant(among candidates: [AimedCandidate], within reach: Float) -> AimedCandidate? {
        guard let first = candidates.min(by: { $0.distance < $1.distance }), first.distance <= reach else { return nil }
        let rivals = candidates.filter { other in
            let apart = other.point - first.point
            return other.distance < first.distance + 0.75 * Float(self.reach) && (apart * apart).sum() > 2
        }
        guard let strongest = rivals.max(by: { $0.clearness < $1.clearness }) else { return first }
        return first.clearness > 3 * strongest.clearness ? first : nil
    }
}
