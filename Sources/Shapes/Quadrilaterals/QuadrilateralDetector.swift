import Geometry
import Imaging

/// Finds rectangles seen in perspective: documents, posters, screens.
///
/// Straight edges are found in a smaller image and joined to lines; quadruples of lines that may bound a rectangle are
/// scored by the share of each side that is an edge of one sign; the best are fitted to the full image with sub-pixel
/// accuracy and scored along all four sides. Storage is reused from image to image; use one detector per thread.
public final class QuadrilateralDetector {
    /// The options of the search.
    public var options: QuadrilateralOptions
    private var workingImage = WorkingImage()
    private let lineFinder = EdgeLineFinder()
    private let (clearProfiles, paleProfiles) = (LineProfiles(), LineProfiles())
    /// The evidence for the last image's one quadrilateral, to fit the weights of its probability.
    package private(set) var lastEvidence: [Float] = []

    /// A detector with its options.
    public init(options: QuadrilateralOptions = QuadrilateralOptions()) { self.options = options }

    /// The longest side of an image that is accepted, pixels.
    public static let longestSide = FixedPointPosition.largestSide

    /// The quadrilaterals in an image, the highest confidence first; no side of the image may exceed `longestSide`.
    public func detect(in image: GrayImage) -> [Quadrilateral] {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return detect(in: base, width: image.width, height: image.height)
        }
    }

    /// The same for `width * height` bytes without padding; neither may exceed `longestSide`.
    public func detect(in pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> [Quadrilateral] {
        precondition(max(width, height) <= Self.longestSide, "an image of more than 32,767 pixels a side")
        guard width >= 48, height >= 48 else { return [] }
        return workingImage.withView(of: pixels, width: width, height: height) { search($0) }
    }

    private func search(_ view: QuadView) -> [Quadrilateral] {
        lineFinder.load(view)
        guard options.maximumObservations != 1 else { return choose(bestLook(at: view)) }
        return choose(look(at: view, clearEdges(of: view), .heaviestAndClearest))
    }

    /// The lines of an image's edges, with their profiles.
    private typealias Edges = (lines: EdgeLines, profiles: LineProfiles)

    private func clearEdges(of view: QuadView) -> Edges { edges(of: view, Self.tuning.clearEdge, clearProfiles) }

    private func edges(of view: QuadView, _ threshold: Float, _ profiles: LineProfiles) -> Edges {
        let lines = lineFinder.lines(of: view, threshold: threshold, camera: options.camera)
        profiles.reset(lines, in: lineFinder.field)
        return (lines, profiles)
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Gradient of a clear edge.
        ///
        /// Unit: Sobel gradient, 48 a gray level. Range: 100…300. Origin: by hand.
        var clearEdge: Float = 170
        /// Gradient of a faint edge: the side of white paper on a white desk.
        ///
        /// Unit: as for a clear edge. Range: 40…150. Origin: by hand.
        var paleEdge: Float = 80
        /// Coverage of the sides from which no further look is taken.
        ///
        /// Unit: 1. Range: 0.6…0.9. Origin: by hand.
        var fairConfidence: Float = 0.7
    }

    private static let tuning = Tuning()

    /// The scored quadrilaterals of one search, the best first, and their verifier.
    private typealias Look = (verdicts: [QuadVerifier.Verdict], verifier: QuadVerifier)

    /// The search that shows the one quadrilateral: the first if it is certain enough, else the best of two, or of
    /// four.
    private func bestLook(at view: QuadView) -> Look {
        let clear = clearEdges(of: view)
        let first = look(at: view, clear, .heaviest)
        if Self.confidence(first) >= Self.tuning.fairConfidence { return first }
        let pale = edges(of: view, Self.tuning.paleEdge, paleProfiles)
        let usual = Self.better(first, look(at: view, pale, .heaviest))
        if Self.confidence(usual) >= Self.tuning.fairConfidence { return usual }
        let dense = Self.better(look(at: view, clear, .densest), look(at: view, pale, .densest))
        // Dense lines are the weaker evidence: a result from them must not be less certain.
        let best = Self.better(usual, dense)
        return Self.confidence(best) >= Self.confidence(usual) ? best : usual
    }

    private static func confidence(_ look: Look) -> Float { look.verdicts.first?.confidence ?? 0 }

    private static func better(_ one: Look, _ other: Look) -> Look {
        (other.verdicts.first?.quad.score ?? 0) > (one.verdicts.first?.quad.score ?? 0) ? other : one
    }

    /// All steps from lines to scored quadrilaterals.
    private func look(at view: QuadView, _ found: Edges, _ choice: LineChoice) -> Look {
        let (edges, profiles) = found
        let order = choice.order(of: edges.lines) {
            profiles.sampled(Array(edges.lines.indices), in: lineFinder.field, edges, view)
                .map { $0.densestStretch }
        }
        let isAlone = options.maximumObservations == 1
        let shape = QuadShape(options, size: view.size, focalLength: focalLength(view), centre: centre(view))
        let hypotheses = QuadSearch(
            lines: order.map { edges.lines[$0] },
            profiles: profiles.sampled(order, in: lineFinder.field, edges, view),
            shape: shape,
            size: view.size,
            minimumSide: 0.8 * shape.minimumSide,
            maximumCount: isAlone ? 24 : 120
        ).hypotheses()
        let loops = isAlone ? [] : QuadLoops(segments: edges.segments, shape: shape).hypotheses()
        let scale = Float(view.scale)
        let verifier = QuadVerifier(
            sampler: SideSampler(
                pixels: view.full,
                width: view.width,
                height: view.height,
                warp: edges.warp.scaled(by: scale)
            ),
            scale: scale,
            leastStep: 3,
            isAlone: isAlone
        )
        let verdicts = verifier.verdicts(hypotheses, fineCount: isAlone ? 6 : 60)
        guard !loops.isEmpty else { return (verdicts, verifier) }
        // The many small ones of a grid are scored separately, so that large ones that span several of them do not
        // displace them.
        let small = verifier.verdicts(loops, fineCount: loops.count)
        return ((verdicts + small).sorted(byKey: { -Double($0.quad.score) }), verifier)
    }

    private func focalLength(_ view: QuadView) -> Float {
        if let camera = options.camera { return Float(camera.focalLengthPixels.x) / Float(view.scale) }
        return 0.85 * view.size.max()
    }

    private func centre(_ view: QuadView) -> SIMD2<Float> {
        guard let camera = options.camera else { return view.size / 2 }
        return SIMD2(Float(camera.principalPointPixels.x), Float(camera.principalPointPixels.y)) / Float(view.scale)
    }

    private func choose(_ look: Look) -> [Quadrilateral] {
        var results: [Quadrilateral] = []
        let limit = options.maximumObservations == 0 ? Int.max : options.maximumObservations
        for verdict in look.verdicts where results.count < limit {
            let whole = options.maximumObservations == 1 ? look.verifier.extended(verdict) : verdict
            let (verdict, warp) = Self.throughBestLens(whole, look.verifier)
            var quad = Self.ordered(verdict, warp)
            if options.maximumObservations == 1 {
                var sampler = look.verifier.sampler
                sampler.warp = warp
                let evidence = QuadEvidence(verdict, sampler)
                lastEvidence = [evidence.coverage, evidence.separation]
                quad.confidence = Double(evidence.probability())
            }
            if quad.confidence < options.minimumConfidence { continue }
            if results.contains(where: { Self.areAlike($0, quad) }) { continue }
            results.append(quad)
        }
        return results
    }

    /// The quadrilateral through the lens near the estimated one under which its own sides are straightest.
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

    /// Clockwise from the corner nearest the top left, in the image's own pixels.
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
