import Geometry

/// Corrects the poses of a map's partners against its reference by where they show the landmarks.
///
/// Each landmark is matched in each partner to a fraction of a pixel, first in the small images, which tell a turn of many pixels,
/// then in those of twice the size. Then all partners' poses and the landmarks' inverse depths are adjusted together, the poses held
/// by their stated errors. How far a partner is away is kept to a fraction.
///
/// Sources: S. Baker, I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004 (inverse compositional alignment); B. Triggs et al.,
/// "Bundle adjustment – a modern synthesis", 2000 (elimination of the points).
struct PartnerAlignment {
    /// Limits and weights that were fitted or chosen.
    struct Tuning {
        /// The error of a matched landmark, pixels of its image.
        ///
        /// Unit: pixels. Range: 0.1…0.3. Origin: simulated seeds 11 to 14; little changes within the range.
        var match = 0.15
        /// How well the length of a baseline is known against the lengths of the others.
        ///
        /// Unit: fraction. Range: 0.005…0.03. Origin: simulated seeds 11 to 14; little changes within the range.
        var length = 0.02
        /// How well the distance of a landmark is known; the errors that landmarks share are the world's.
        ///
        /// Unit: fraction. Range: 0.01…0.03. Origin: simulated seeds 11 to 14; little changes within the range.
        var landmark = 0.02
        /// The least number of landmarks that a partner must show.
        ///
        /// Unit: landmarks. Range: 10…30. Origin: by hand: six unknowns, each seen twice over.
        var least = 12
        /// Rounds in which landmarks that fit badly lose weight.
        ///
        /// Unit: rounds. Range: 2…5. Origin: by hand.
        var rounds = 3
        /// The most landmarks that are matched, those first that the poses' source names first.
        ///
        /// Unit: landmarks. Range: 40…120. Origin: time.
        var most = 60
    }

    static let tuning = Tuning()

    let reference: DepthView
    let partners: [DepthView]
    /// Points of the world, as the poses' source knows them now.
    let landmarks: [Vector3]
    /// The errors of the poses as they were given: radians and metres.
    let sigma: (rotation: Double, position: Double)

    /// From the reference's frame to a partner's.
    typealias Transform = RigidTransform<OpticalSpace, OpticalSpace>

    /// Each partner's pose as it fits the landmarks; nil where too few of them were found.
    func aligned() -> [Transform?] {
        let given = partners.map { reference.transform(to: $0) }
        let coarse = aligned(given, isFine: false)
        return aligned(zip(coarse, given).map { $0 ?? $1 }, isFine: true)
    }

    /// The poses after a step from others, by the images of one size.
    private func aligned(_ transforms: [Transform], isFine: Bool) -> [Transform?] {
        let patches = patches(isFine: isFine)
        var tracks = patches.map { Track(inverseDepth: Double($0.inverseDepth)) }
        var isAligned: [Bool] = []
        for (index, transform) in transforms.enumerated() {
            let found = sightings(of: patches, in: index, transform, isFine: isFine)
            let suffices = found.count >= Self.tuning.least
            isAligned.append(suffices)
            guard suffices else { continue }
            for (patch, sighting) in found { tracks[patch].sightings.append(sighting) }
        }
        tracks.removeAll { $0.sightings.isEmpty }
        guard let steps = steps(tracks, from: transforms) else { return partners.map { _ in nil } }
        return partners.indices.map { index in
            guard isAligned[index] else { return nil }
            let (transform, step) = (transforms[index], steps[index])
            let turn = Rotation(exp: Vector3(step[0], step[1], step[2]))
            let shift = Vector3(step[3], step[4], step[5])
            return RigidTransform(
                rotation: turn * transform.rotation,
                translation: turn * transform.translation + shift
            )
        }
    }

    /// A partner's turn, radians, and shift, metres, in its own axes; the last two numbers are not used.
    private typealias Step = SIMD8<Double>
    private static let unknowns = 6

    /// One landmark in one partner, to first order about a pose and the landmark's inverse depth.
    private struct Sighting {
        let partner: Int
        /// How far the partner shows it from where it was expected, pixels.
        let offset: Vector2
        /// How its place changes with the partner's pose.
        let byPose: (x: Step, y: Step)
        /// How its place changes with the inverse depth.
        let byDepth: Vector2

        /// What a step of the pose leaves of the offset.
        func rest(_ step: Step) -> Vector2 {
            offset - Vector2((byPose.x * step).sum(), (byPose.y * step).sum())
        }
    }

    /// A landmark in all partners that show it.
    private struct Track {
        let inverseDepth: Double
        var sightings: [Sighting] = []
    }

    /// The landmarks that the reference shows, with the shades around them.
    private func patches(isFine: Bool) -> [LandmarkPatch] {
        let opticalFromWorld = reference.worldFromOptical.inverse
        let lens = reference.lens(isFine: isFine)
        let image = isFine ? reference.fine : reference.coarse
        var patches: [LandmarkPatch] = []
        for landmark in landmarks where patches.count < Self.tuning.most {
            let point = opticalFromWorld * landmark
            guard point.isFinite, point.z > 0.1, let pixel = lens.pixel(of: point),
                let patch = LandmarkPatch(image, at: pixel, inverseDepth: Float(1 / point.z))
            else { continue }
            patches.append(patch)
        }
        return patches
    }

    private func sightings(
        of patches: [LandmarkPatch],
        in index: Int,
        _ transform: Transform,
        isFine: Bool
    ) -> [(patch: Int, sighting: Sighting)] {
        let partner = partners[index]
        let pair = ViewPair(reference, partner, isFine: isFine, partnerFromReference: transform)
        let source = reference.lens(isFine: isFine)
        let focal = partner.lens(isFine: isFine).focalLengthPixels
        var found: [(patch: Int, sighting: Sighting)] = []
        for (number, patch) in patches.enumerated() {
            guard let offset = patch.offset(in: pair) else { continue }
            let ray = source.normalized(ofPixel: Vector2(Double(patch.column) + 0.5, Double(patch.row) + 0.5))
            let rho = Double(patch.inverseDepth)
            // The point in the partner's frame, times its inverse depth.
            let h = transform.rotation * Vector3(ray.x, ray.y, 1) + transform.translation * rho
            guard h.z > 0.1 else { continue }
            let (x, y, byMetre) = (h.x / h.z, h.y / h.z, rho / h.z)
            let byPose = (
                x: Step(-x * y, 1 + x * x, -y, byMetre, 0, -x * byMetre, 0, 0) * focal.x,
                y: Step(-1 - y * y, x * y, x, 0, byMetre, -y * byMetre, 0, 0) * focal.y
            )
            let t = transform.translation
            let byDepth = Vector2(focal.x * (t.x - x * t.z), focal.y * (t.y - y * t.z)) / h.z
            found.append((number, Sighting(partner: index, offset: offset, byPose: byPose, byDepth: byDepth)))
        }
        return found
    }

    // MARK: Equations

    /// The steps of all partners from some poses; nil if the equations have no solution.
    private func steps(_ tracks: [Track], from transforms: [Transform]) -> [Step]? {
        var steps = [Step](repeating: .zero, count: partners.count)
        var held = NormalEquations(blocks: partners.count)
        addPriors(of: transforms, to: &held)
        for round in 0..<Self.tuning.rounds {
            var equations = held
            for track in tracks { add(track, steps, isFirst: round == 0, to: &equations) }
            guard let next = equations.solution() else { return nil }
            steps = next
        }
        return steps
    }

    /// Holds poses to those that were given, by their stated errors; the length of each baseline is held too.
    private func addPriors(of transforms: [Transform], to equations: inout NormalEquations) {
        // An error of zero would leave the equations without a scale.
        let variance = Self.tuning.match * Self.tuning.match
        let turn = variance / max(sigma.rotation * sigma.rotation, 1e-12)
        let shift = variance / max(sigma.position * sigma.position, 1e-12)
        for (index, transform) in transforms.enumerated() {
            let given = reference.transform(to: partners[index])
            let turned = (transform.rotation * given.rotation.inverse).normalized
            let (angle, moved) = (turned.log, transform.translation - turned * given.translation)
            let length = Self.tuning.length * given.translation.length
            let along = max(variance / max(length * length, 1e-12) - shift, 0)
            let direction = given.translation.normalized
            var side = Step.zero
            for axis in 0..<3 {
                equations.add(turn, index, axis, index, axis)
                side[axis] = -turn * angle[axis]
                for other in 0..<3 {
                    let held = along * direction[axis] * direction[other] + (axis == other ? shift : 0)
                    equations.add(held, index, 3 + axis, index, 3 + other)
                    side[3 + axis] -= held * moved[other]
                }
            }
            equations.add(side, to: index)
        }
    }

    /// Adds a landmark's sightings, its inverse depth eliminated; what fits badly after the steps so far weighs less.
    private func add(_ track: Track, _ steps: [Step], isFirst: Bool, to equations: inout NormalEquations) {
        let tuning = Self.tuning
        // Pixels for each 1/m that the inverse depth moves from where the landmark has it.
        let deviation = tuning.match / (tuning.landmark * track.inverseDepth)
        let held = deviation * deviation
        let rests = track.sightings.map { $0.rest(steps[$0.partner]) }
        var (square, product) = (held, 0.0)
        for (sighting, rest) in zip(track.sightings, rests) {
            square += dot(sighting.byDepth, sighting.byDepth)
            product += dot(sighting.byDepth, rest)
        }
        guard square > 1e-6 else { return }
        let depth = product / square
        func weight(_ pixels: Double) -> Double {
            // Huber's weights.
            let relative = abs(pixels) / tuning.match
            return isFirst || relative < 1.5 ? 1 : 1.5 / relative
        }
        var total = held * weight(depth * deviation)
        var side = 0.0
        var coupled: [(partner: Int, vector: Step)] = []
        for (sighting, rest) in zip(track.sightings, rests) {
            let weight = weight((rest - sighting.byDepth * depth).length)
            let (x, y, z, e) = (sighting.byPose.x, sighting.byPose.y, sighting.byDepth, sighting.offset)
            equations.add(x * weight, x, sighting.partner, sighting.partner)
            equations.add(y * weight, y, sighting.partner, sighting.partner)
            equations.add((x * e.x + y * e.y) * weight, to: sighting.partner)
            total += weight * dot(z, z)
            side += weight * dot(z, e)
            coupled.append((sighting.partner, (x * z.x + y * z.y) * weight))
        }
        for first in coupled {
            equations.add(first.vector * (-side / total), to: first.partner)
            for second in coupled {
                equations.add(first.vector * (-1 / total), second.vector, first.partner, second.partner)
            }
        }
    }

    /// Normal equations of blocks of six unknowns.
    private struct NormalEquations {
        private let blocks: Int
        private var matrix: [Double]
        private var side: [Double]

        init(blocks: Int) {
            self.blocks = blocks
            let size = blocks * unknowns
            matrix = [Double](repeating: 0, count: size * size)
            side = [Double](repeating: 0, count: size)
        }

        mutating func add(_ value: Double, _ block: Int, _ row: Int, _ other: Int, _ column: Int) {
            matrix[(block * unknowns + row) * blocks * unknowns + other * unknowns + column] += value
        }

        /// Adds the product of a column and a row.
        mutating func add(_ column: Step, _ row: Step, _ block: Int, _ other: Int) {
            for i in 0..<unknowns {
                for j in 0..<unknowns { add(column[i] * row[j], block, i, other, j) }
            }
        }

        mutating func add(_ values: Step, to block: Int) {
            for i in 0..<unknowns { side[block * unknowns + i] += values[i] }
        }

        func solution() -> [Step]? {
            guard let numbers = SmallCholesky.solution(of: matrix, side) else { return nil }
            return (0..<blocks).map { block in
                var step = Step.zero
                for i in 0..<unknowns { step[i] = numbers[block * unknowns + i] }
                return step
            }
        }
    }
}
