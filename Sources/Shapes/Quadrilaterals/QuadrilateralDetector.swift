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
    private var profiles: [SupportProfile] = []
    private var profileCapacity = 0
    private var small: [UInt8] = []
    private var smaller: [UInt8] = []

    /// A detector with its options.
    public init(options: QuadrilateralOptions = QuadrilateralOptions()) { self.options = options }

    deinit { for profile in profiles { profile.deallocate() } }

    /// The quadrilaterals in a picture, the most trusted first.
    public func detect(in picture: GrayImage) -> [Quadrilateral] {
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return detect(in: base, width: picture.width, height: picture.height)
        }
    }

    /// The same for `width * height` bytes without padding; neither is more than 32,767.
    public func detect(in pixels: UnsafePointer<UInt8>, width: Int, height: Int) -> [Quadrilateral] {
        precondition(max(width, height) <= FixedPlace.largestSide, "a picture of more than 32,767 pixels a side")
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
        let w = width / scale
        let h = height / scale
        field.compute(working, width: w, height: h)
        let clear = attempt(working, full, width, height, scale, threshold: 170)
        if options.maximumObservations == 1, clear.verdicts.first.map({ $0.confidence < 0.9 }) ?? true {
            // Perhaps a side is too pale to have been seen: white paper on a white desk.
            let pale = attempt(working, full, width, height, scale, threshold: 80)
            if let other = pale.verdicts.first, other.quad.score > clear.verdicts.first?.quad.score ?? 0 {
                return choose(pale.verdicts, pale.verifier)
            }
        }
        return choose(clear.verdicts, clear.verifier)
    }

    /// Everything from edge points to judged quadrilaterals, with edges of at least `threshold`.
    private func attempt(
        _ working: UnsafePointer<UInt8>,
        _ full: UnsafePointer<UInt8>,
        _ width: Int,
        _ height: Int,
        _ scale: Int,
        threshold: Float
    ) -> (verdicts: [QuadVerifier.Verdict], verifier: QuadVerifier) {
        let w = width / scale
        let h = height / scale
        points.find(in: field, threshold: threshold)
        let warp = straighten(w, h, 1 / Float(scale))
        let middle = SIMD2(Float(w), Float(h)) / 2
        let clearCount = options.maximumObservations == 1 ? 0 : 24
        let merger = LineMerger(middle: middle, maximumCount: 64, clearCount: clearCount)
        let lines = merger.lines(from: finder.segments)
        sample(lines, working, warp, threshold)
        let size = SIMD2(Float(w), Float(h))
        let shape = QuadShape(options, size: size, focalLength: focalLength(w, h, scale), centre: centre(w, h, scale))
        let hypotheses = QuadSearch(
            lines: lines,
            profiles: profiles,
            shape: shape,
            size: size,
            minimumSide: 0.8 * shape.minimumSide,
            maximumCount: options.maximumObservations == 1 ? 24 : 120
        ).hypotheses()
        let sampler = SideSampler(pixels: full, width: width, height: height, warp: warp.scaled(by: Float(scale)))
        let verifier = QuadVerifier(
            sampler: sampler,
            scale: Float(scale),
            leastStep: 3,
            isAlone: options.maximumObservations == 1
        )
        return (verifier.verdicts(hypotheses, fineCount: options.maximumObservations == 1 ? 6 : 60), verifier)
    }

    /// Finds the segments in coordinates where lines are straight.
    private func straighten(_ w: Int, _ h: Int, _ factor: Float) -> LensWarp {
        if let camera = options.camera {
            let warp = camera.distortion == .none ? LensWarp.none : .camera(camera.scaled(by: Double(factor)))
            points.straighten(by: warp)
            finder.find(in: points, minimumLength: 10, measuringBends: false)
            return warp
        }
        finder.find(in: points, minimumLength: 10, measuringBends: true)
        let warp = LensWarp.estimate(from: finder.bends, width: w, height: h)
        if !warp.isStraight {
            points.straighten(by: warp)
            finder.find(in: points, minimumLength: 10, measuringBends: false)
        }
        return warp
    }

    private func focalLength(_ w: Int, _ h: Int, _ scale: Int) -> Float {
        if let camera = options.camera { return Float(camera.focalLengthPixels.x) / Float(scale) }
        return 0.85 * Float(max(w, h))
    }

    private func centre(_ w: Int, _ h: Int, _ scale: Int) -> SIMD2<Float> {
        guard let camera = options.camera else { return SIMD2(Float(w), Float(h)) / 2 }
        return SIMD2(Float(camera.principalPointPixels.x), Float(camera.principalPointPixels.y)) / Float(scale)
    }

    /// Fills `profiles`, one a line.
    private func sample(
        _ lines: [LineSegment],
        _ pixels: UnsafePointer<UInt8>,
        _ warp: LensWarp,
        _ threshold: Float
    ) {
        let capacity = SupportProfile.capacity(field)
        if capacity != profileCapacity {
            for profile in profiles { profile.deallocate() }
            profiles.removeAll(keepingCapacity: true)
            profileCapacity = capacity
        }
        while profiles.count < lines.count { profiles.append(SupportProfile(capacity: capacity)) }
        for i in lines.indices { profiles[i].sample(lines[i], field, pixels, warp, threshold: threshold) }
    }

    private func choose(_ verdicts: [QuadVerifier.Verdict], _ verifier: QuadVerifier) -> [Quadrilateral] {
        var results: [Quadrilateral] = []
        let limit = options.maximumObservations == 0 ? Int.max : options.maximumObservations
        for verdict in verdicts where results.count < limit {
            let (verdict, warp) = Self.throughBestLens(verdict, verifier)
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
