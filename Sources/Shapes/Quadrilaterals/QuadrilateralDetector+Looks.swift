import Geometry

extension QuadrilateralDetector {
    /// The judged quadrilaterals of a look, the best first, and what judged them.
    typealias Look = (verdicts: [QuadVerifier.Verdict], verifier: QuadVerifier)

    /// The gradient of a clear edge.
    static let clearEdge: Float = 170
    /// The gradient of a pale one: the side of white paper on a white desk.
    private static let paleEdge: Float = 80

    /// The look that shows the one quadrilateral: the first where it leaves no doubt, else the best of four.
    func bestLook(at view: QuadView) -> Look {
        let clear = edgeLines(of: view, threshold: Self.clearEdge)
        let first = look(at: view, clear, .heaviest)
        if let best = first.verdicts.first, best.confidence >= 0.9 { return first }
        let clearDense = look(at: view, clear, .densest)
        let pale = edgeLines(of: view, threshold: Self.paleEdge)
        let usual = Self.better(first, look(at: view, pale, .heaviest))
        let dense = Self.better(clearDense, look(at: view, pale, .densest))
        // Dense lines are the weaker evidence: what they bound must be no less certain.
        let best = Self.better(usual, dense)
        return Self.confidence(best) >= Self.confidence(usual) ? best : usual
    }

    private static func confidence(_ look: Look) -> Float { look.verdicts.first?.confidence ?? 0 }

    private static func better(_ one: Look, _ other: Look) -> Look {
        (other.verdicts.first?.quad.score ?? 0) > (one.verdicts.first?.quad.score ?? 0) ? other : one
    }

    /// The lines of the field's edges of at least `threshold`.
    func edgeLines(of view: QuadView, threshold: Float) -> EdgeLines {
        points.find(in: field, threshold: threshold)
        let warp = straighten(view)
        let lines = LineMerger(middle: view.size / 2).lines(from: finder.segments)
        return EdgeLines(threshold: threshold, warp: warp, lines: lines)
    }

    /// Everything from lines to judged quadrilaterals.
    func look(at view: QuadView, _ edges: EdgeLines, _ choice: LineChoice) -> Look {
        let order = choice.order(of: edges.lines) {
            sample(edges.lines, edges, view)
            return edges.lines.indices.map { profiles[$0].densestStretch }
        }
        let lines = order.map { edges.lines[$0] }
        sample(lines, edges, view)
        let isAlone = options.maximumObservations == 1
        let shape = QuadShape(options, size: view.size, focalLength: focalLength(view), centre: centre(view))
        let hypotheses = QuadSearch(
            lines: lines,
            profiles: profiles,
            shape: shape,
            size: view.size,
            minimumSide: 0.8 * shape.minimumSide,
            maximumCount: isAlone ? 24 : 120
        ).hypotheses()
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
        return (verifier.verdicts(hypotheses, fineCount: isAlone ? 6 : 60), verifier)
    }

    /// Finds the segments in coordinates where lines are straight.
    private func straighten(_ view: QuadView) -> LensWarp {
        if let camera = options.camera {
            let isBent = camera.distortion != .none
            let warp = isBent ? LensWarp.camera(camera.scaled(by: 1 / Double(view.scale))) : .none
            points.straighten(by: warp)
            finder.find(in: points, minimumLength: 10, measuringBends: false)
            return warp
        }
        finder.find(in: points, minimumLength: 10, measuringBends: true)
        let warp = LensWarp.estimate(from: finder.bends, width: view.workingWidth, height: view.workingHeight)
        if !warp.isStraight {
            points.straighten(by: warp)
            finder.find(in: points, minimumLength: 10, measuringBends: false)
        }
        return warp
    }

    private func focalLength(_ view: QuadView) -> Float {
        if let camera = options.camera { return Float(camera.focalLengthPixels.x) / Float(view.scale) }
        return 0.85 * view.size.max()
    }

    private func centre(_ view: QuadView) -> SIMD2<Float> {
        guard let camera = options.camera else { return view.size / 2 }
        return SIMD2(Float(camera.principalPointPixels.x), Float(camera.principalPointPixels.y)) / Float(view.scale)
    }

    /// Fills `profiles`, one a line.
    private func sample(_ lines: [LineSegment], _ edges: EdgeLines, _ view: QuadView) {
        let capacity = SupportProfile.capacity(field)
        if capacity != profileCapacity {
            for profile in profiles { profile.deallocate() }
            profiles.removeAll(keepingCapacity: true)
            profileCapacity = capacity
        }
        while profiles.count < lines.count { profiles.append(SupportProfile(capacity: capacity)) }
        for i in lines.indices {
            profiles[i].sample(lines[i], field, view.working, edges.warp, threshold: edges.threshold)
        }
    }
}
