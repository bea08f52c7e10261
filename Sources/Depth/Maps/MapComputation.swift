import Geometry

/// The steps from a reference view and its partners to a depth map.
struct MapComputation {
    /// Limits that were fitted or chosen.
    struct Tuning {
        /// The nearest depth of the sweep, as a fraction of the near depth, and in metres.
        ///
        /// Unit: fraction; metres. Range: 0.3…0.6; 0.15…0.3. Origin: by hand.
        var nearest = (share: 0.48, metres: 0.2)
        /// Pixels of the longest baseline from one plane to the next.
        ///
        /// Unit: pixels. Range: 1…1.5. Origin: time, and simulated seed 1.
        var spacing = 1.5
        /// What is added to the factor of the variance if all views come from one side.
        ///
        /// Unit: factor. Range: 0.5…2. Origin: fitted to the coverage of simulated seed 1.
        var oneSided = 1.0
        /// What is left of the errors of a partner's pose once the images corrected it.
        ///
        /// Unit: fraction. Range: 0…0.3. Origin: coverage of simulated seeds 11 to 14, own poses; little changes within the range.
        var aligned = 0.15
        /// The most planes of a sweep.
        ///
        /// Unit: planes. Range: 64…128. Origin: time.
        var planes = 96
        /// The share of pixels at the nearest planes from which on the next sweep begins nearer.
        ///
        /// Unit: fraction. Range: 0.005…0.03. Origin: by hand.
        var crowded = 0.01
    }

    private static let tuning = Tuning()

    let reference: DepthView
    let partners: [DepthView]
    let configuration: DepthConfiguration
    /// Points of the world.
    let landmarks: [Vector3]

    /// The map, and the depth that a tenth of its pixels lie in front of.
    func map(nearDepth: Double, withFineDepth: Bool) -> (map: DepthMap, nearDepth: Double) {
        let transforms = transforms
        let coarse = pairs(transforms, isFine: false)
        let widest = coarse.map { $0.baseline }.max() ?? 1
        let range = range(nearDepth: nearDepth, baseline: widest)
        let swept = Array(coarse.prefix((coarse.count + 1) / 2))
        let volume = PlaneSweep(reference: reference.coarse, pairs: swept, range: range).costs()
        let sums = SemiGlobalAggregation().sums(volume, reference.coarse)
        let winner = WinningSurface(sums, width: volume.width, height: volume.height, range: range)
        let fine = pairs(transforms, isFine: true)
        let refinement = SurfaceRefinement(winner.inverseDepth.copy(), reference: reference.fine, pairs: fine)
        // One fine pixel along the longest baseline, 1/m.
        let pixel = Float(1 / (2 * reference.lens.focalLengthPixels.x * widest))
        refinement.refine(step: pixel)
        refinement.refine(step: 0.6 * pixel)
        let surface = RatedSurface(refinement, uniqueness: winner.uniqueness, pixel: pixel)
        var map = map(surface, poseVariance: poseVariance(fine, isAligned: transforms.map { $0 != nil }))
        if withFineDepth {
            let isKnown = map.depth.map { $0 > 0 }
            let whole = FineSurface(refinement, swept: winner.inverseDepth, step: range.step, isKnown: isKnown)
            map.fineDepth = whole.depth(reference.fine, pairs: fine) { ahead(row: $0) }
        }
        return (map, nextNearDepth(map, winner, range, nearDepth))
    }

    /// Each partner's pose where the images correct it, from the reference's frame; nil where the pose stays as it was given.
    ///
    /// Without landmarks of the poses' source nothing ties the corrected poses to its scale.
    private var transforms: [PartnerAlignment.Transform?] {
        let sigma = (rotation: configuration.rotationSigma, position: configuration.positionSigma)
        guard sigma.rotation > 0 || sigma.position > 0, !landmarks.isEmpty else { return partners.map { _ in nil } }
        return PartnerAlignment(reference: reference, partners: partners, landmarks: landmarks, sigma: sigma).aligned()
    }

    private func pairs(_ transforms: [PartnerAlignment.Transform?], isFine: Bool) -> [ViewPair] {
        zip(partners, transforms).map { ViewPair(reference, $0, isFine: isFine, partnerFromReference: $1) }
    }

    /// Planes evenly apart, from infinity to nearer than what is expected.
    private func range(nearDepth: Double, baseline: Double) -> PlaneSweep.Range {
        let nearest = max(Self.tuning.nearest.metres, Self.tuning.nearest.share * nearDepth)
        let pixels = reference.lens.focalLengthPixels.x * baseline / nearest / Self.tuning.spacing
        let planes = min(max((Int(min(pixels, 1e4)) + 17) / 16 * 16, 16), Self.tuning.planes)
        return PlaneSweep.Range(step: Float(1 / nearest / Double(planes - 1)), planes: planes)
    }

    /// The factor of the images' variance: views from one side share their errors, those from opposite sides do not.
    private var sideFactor: Float {
        let baselines = partners.map { $0.worldFromOptical.translation - reference.worldFromOptical.translation }
        let sum = baselines.reduce(Vector3.zero, +).length
        let total = baselines.reduce(0) { $0 + $1.length }
        let oneSided = sum / max(total, 1e-9)
        return Float(1 + Self.tuning.oneSided * oneSided * oneSided)
    }

    /// What the poses' errors add to the variance of an inverse depth ρ: `constant + ρ² · proportional`.
    private func poseVariance(_ pairs: [ViewPair], isAligned: [Bool]) -> (constant: Float, proportional: Float) {
        let count = Double(pairs.count)
        let inverse =
            zip(pairs, isAligned).reduce(0) { sum, pair in
                let share = pair.1 ? Self.tuning.aligned : 1
                return sum + share * share / (pair.0.baseline * pair.0.baseline)
            } / (count * count)
        let (turn, shift) = (configuration.rotationSigma, configuration.positionSigma)
        return (Float(turn * turn * inverse), Float(shift * shift * inverse))
    }

    /// From where a row was exposed, along the optical axis from the middle row's place, metres.
    private func ahead(row: Int) -> Float {
        let time = reference.time(atShare: (Double(row) + 0.5) / Double(reference.lens.height))
        return Float(reference.velocityInOptical.z * time)
    }

    private func map(_ surface: RatedSurface, poseVariance: (constant: Float, proportional: Float)) -> DepthMap {
        let (width, height) = (surface.width, surface.height)
        let sideFactor = sideFactor
        var depth = [Float](repeating: 0, count: width * height)
        var sigma = depth
        var shades = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let ahead = ahead(row: y)
            for x in 0..<width {
                let pixel = y * width + x
                shades[pixel] = reference.coarse.shade(x, y)
                guard surface.isKnown[pixel] else { continue }
                let rho = surface.inverseDepth.row(y)[x]
                let fromPoses = poseVariance.constant + poseVariance.proportional * rho * rho
                let variance = sideFactor * surface.variance.row(y)[x] + fromPoses
                let (z, deviation) = (1 / rho + ahead, variance.squareRoot() / (rho * rho))
                guard z > 0, deviation < RatedSurface.tuning.sigma * z * 2 else { continue }
                depth[pixel] = z
                sigma[pixel] = deviation
            }
        }
        return DepthMap(
            timestampNanoseconds: reference.timestampNanoseconds,
            lens: reference.lens,
            worldFromOptical: reference.worldFromOptical,
            depth: depth,
            sigma: sigma,
            shades: shades
        )
    }

    /// Where the next sweep is to expect the scene.
    private func nextNearDepth(
        _ map: DepthMap,
        _ winner: WinningSurface,
        _ range: PlaneSweep.Range,
        _ nearDepth: Double
    ) -> Double {
        let total = Double(map.depth.count)
        if Double(winner.crowdedCount) > Self.tuning.crowded * total { return max(0.2, 0.6 * nearDepth) }
        // The tenth part of the known depths, to a centimetre.
        var centimetres = Histogram(bins: 2_000)
        for depth in map.depth where depth > 0 { centimetres.add(bin: Int(depth * 100)) }
        guard Double(centimetres.total) > 0.05 * total else { return nearDepth }
        return max(0.2, Double(centimetres.bin(ofOneIn: 10) ?? 0) / 100)
    }
}
