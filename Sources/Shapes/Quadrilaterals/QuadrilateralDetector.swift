import Geometry
import Imaging

/// Finds rectangles seen in perspective: documents, posters, screens.
///
/// Straight edges are found on a smaller picture and joined to lines; quadruples of lines that may bound a rectangle are scored
/// by how much of each side is an edge of one sign; the best are fitted to the full picture below a pixel and judged along all
/// four sides. Storage is kept from picture to picture; make one detector a thread.
public final class QuadrilateralDetector {
    /// What to look for.
    public var options: QuadrilateralOptions
    let field = EdgeField()
    let points = EdgePoints()
    let finder = SegmentFinder()
    var profiles: [SupportProfile] = []
    var profileCapacity = 0
    private var small: [UInt8] = []
    private var smaller: [UInt8] = []

    /// A detector with its options.
    public init(options: QuadrilateralOptions = QuadrilateralOptions()) { self.options = options }

    deinit { for profile in profiles { profile.deallocate() } }

    /// The longest side of a picture that is taken, pixels.
    public static let longestSide = FixedPlace.largestSide

    /// The quadrilaterals in a picture, the most trusted first; no side is longer than `longestSide`.
    public func detect(in picture: GrayImage) -> [Quadrilateral] {
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return detect(in: base, width: picture.width, height: picture.height)
        }
    }

    /// The same for `width * height` bytes without padding; neither is more than `longestSide`.
    public func detect(in pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> [Quadrilateral] {
        precondition(max(width, height) <= Self.longestSide, "a picture of more than 32,767 pixels a side")
        guard width >= 48, height >= 48 else { return [] }
        let scale = Self.scale(width, height)
        if scale == 1 { return search(pixels, pixels, width, height, 1) }
        Self.halve(pixels, width, height, into: &small)
        var factor = 2
        while factor < scale {
            small.withUnsafeBufferPointer { source in
                Self.halve(source.baseAddress ?? pixels, width / factor, height / factor, into: &smaller)
            }
            swap(&small, &smaller)
            factor *= 2
        }
        return small.withUnsafeBufferPointer { search($0.baseAddress ?? pixels, pixels, width, height, scale) }
    }

    private static func scale(_ width: Int, _ height: Int) -> Int {
        var scale = 1
        while max(width, height) / scale > 900 { scale *= 2 }
        return scale
    }

    private static func halve(_ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, into half: inout [UInt8]) {
        let w = width / 2
        let h = height / 2
        if half.count != w * h { half = [UInt8](repeating: 0, count: w * h) }
        half.withUnsafeMutableBufferPointer { out in
            for y in 0..<h {
                let a = pixels + 2 * y * width
                let b = a + width
                for x in 0..<w {
                    let sum = UInt16(a[2 * x]) + UInt16(a[2 * x + 1]) + UInt16(b[2 * x]) + UInt16(b[2 * x + 1])
                    out[y * w + x] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
                }
            }
        }
    }

    private func search(
        _ working: UnsafePointer<UInt8>,
        _ full: UnsafePointer<UInt8>,
        _ width: Int,
        _ height: Int,
        _ scale: Int
    ) -> [Quadrilateral] {
        let view = QuadView(working: working, full: full, width: width, height: height, scale: scale)
        field.compute(working, width: view.workingWidth, height: view.workingHeight)
        guard options.maximumObservations != 1 else { return choose(bestLook(at: view)) }
        let edges = edgeLines(of: view, threshold: Self.clearEdge)
        return choose(look(at: view, edges, .heaviestAndClearest))
    }

    private func choose(_ look: Look) -> [Quadrilateral] {
        var results: [Quadrilateral] = []
        let limit = options.maximumObservations == 0 ? Int.max : options.maximumObservations
        for verdict in look.verdicts where results.count < limit {
            let (verdict, warp) = Self.throughBestLens(verdict, look.verifier)
            let quad = Self.ordered(verdict, warp)
            if quad.confidence < options.minimumConfidence { continue }
            if results.contains(where: { Self.areAlike($0, quad) }) { continue }
            results.append(quad)
        }
        return results
    }

    /// The quadrilateral through that lens near the estimated one under which its own sides are straightest.
    private static func throughBestLens(
        _ verdict: QuadVerifier.Verdict,
        _ verifier: QuadVerifier
    ) -> (QuadVerifier.Verdict, LensWarp) {
        var best = (verdict, verifier.sampler.warp)
        guard case .division(let centre, let lambda) = best.1 else { return best }
        for factor: Float in [0.88, 0.94, 1, 1.06, 1.12, 1.18, 1.24] {
            var other = verifier
            other.sampler.warp = .division(centre: centre, lambda: lambda * factor)
            if let fitted = other.anew(verdict, from: verifier.sampler.warp), fitted.confidence > best.0.confidence {
                best = (fitted, other.sampler.warp)
            }
        }
        return best
    }

    private static func areAlike(_ a: Quadrilateral, _ b: Quadrilateral) -> Bool {
        let size = (a.topLeft - a.bottomRight).length
        return (0..<4).allSatisfy { (a[$0] - b[$0]).length < 0.08 * size }
    }

    /// Clockwise from the corner nearest the top left, in the picture's own pixels.
    private static func ordered(_ verdict: QuadVerifier.Verdict, _ warp: LensWarp) -> Quadrilateral {
        let clockwise = verdict.quad.doubleArea > 0
        var corners = (0..<4).map { i -> Vector2 in
            let p = warp.bent(verdict.quad[clockwise ? i : 3 - i])
            return Vector2(Double(p.x), Double(p.y))
        }
        let first = corners.indices.min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y } ?? 0
        corners = (0..<4).map { corners[($0 + first) & 3] }
        return Quadrilateral(
            topLeft: corners[0],
            topRight: corners[1],
            bottomRight: corners[2],
            bottomLeft: corners[3],
            confidence: Double(verdict.confidence)
        )
    }
}
