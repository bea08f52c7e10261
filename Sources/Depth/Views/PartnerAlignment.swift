import Geometry

/// Corrects the poses of a map's partners against its reference by where they show the same corners.
///
/// Each corner is matched in each partner to a fraction of a pixel, starting from where the poses put it. Then all partners' poses
/// and the corners' inverse depths are adjusted together, the poses held by their stated errors. How far a partner is away is
/// kept to a fraction: images alone do not tell the scale.
///
/// Sources: S. Baker, I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004 (inverse compositional alignment); B. Triggs et al.,
/// "Bundle adjustment – a modern synthesis", 2000 (elimination of the points).
struct PartnerAlignment {
    /// Limits and weights that were fitted or chosen.
    struct Tuning {
        /// The error of a matched corner, pixels of the fine image.
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
        /// The least number of corners that a partner must show.
        ///
        /// Unit: corners. Range: 10…30. Origin: by hand: six unknowns, each seen twice over.
        var least = 12
        /// Rounds in which corners that fit badly lose weight.
        ///
        /// Unit: rounds. Range: 2…5. Origin: by hand.
        var rounds = 4
    }

    static let tuning = Tuning()

    let reference: DepthView
    let partners: [DepthView]
    /// Points of the world, as the poses' source knows them now.
    let landmarks: [Vector3]
    /// The errors of the poses as they were given: radians and metres.
    let sigma: (rotation: Double, position: Double)

    /// Each partner's pose as it fits the corners: from the reference's frame to the partner's; nil where too few corners were found.
    func aligned(_ surface: WinningSurface) -> [RigidTransform<OpticalSpace, OpticalSpace>?] {
        let corners = CornerChoice(reference: reference, surface: surface, landmarks: landmarks).corners()
        var tracks = corners.map { Track(isLandmark: $0.isLandmark, inverseDepth: Double($0.inverseDepth)) }
        var isAligned: [Bool] = []
        for (index, partner) in partners.enumerated() {
            let found = sightings(of: corners, in: partner, index)
            let suffices = found.count >= Self.tuning.least
            isAligned.append(suffices)
            guard suffices else { continue }
            for (corner, sighting) in found { tracks[corner].sightings.append(sighting) }
        }
        tracks.removeAll { $0.sightings.isEmpty }
        guard let steps = steps(tracks) else { return partners.map { _ in nil } }
        return partners.indices.map { index in
            guard isAligned[index] else { return nil }
            let given = partnerFromReference(partners[index])
            let step = steps[index]
            let turn = Rotation(exp: Vector3(step[0], step[1], step[2]))
            let shift = Vector3(step[3], step[4], step[5])
            return RigidTransform(rotation: turn * given.rotation, translation: turn * given.translation + shift)
        }
    }

    /// A partner's turn, radians, and shift, metres, in its own axes; the last two numbers are not used.
    private typealias Step = SIMD8<Double>
    private static let unknowns = 6

    /// One corner in one partner, to first order about the pose and the inverse depth that were given.
    private struct Sighting {
        let partner: Int
        /// How far the partner shows it from where it was expected, pixels of the fine image.
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

    /// A corner in all partners that show it.
    private struct Track {
        let isLandmark: Bool
        let inverseDepth: Double
        var sightings: [Sighting] = []
    }

    private func partnerFromReference(_ partner: DepthView) -> RigidTransform<OpticalSpace, OpticalSpace> {
        partner.worldFromOptical.inverse * reference.worldFromOptical
    }

    private func sightings(
        of corners: [Corner],
        in partner: DepthView,
        _ index: Int
    ) -> [(corner: Int, sighting: Sighting)] {
        let pair = ViewPair(reference, partner, isFine: true)
        let transform = partnerFromReference(partner)
        let source = reference.lens.scaled(by: 2)
        let focal = partner.lens.scaled(by: 2).focalLengthPixels
        var found: [(corner: Int, sighting: Sighting)] = []
        for (number, corner) in corners.enumerated() {
            guard let offset = corner.offset(in: pair) else { continue }
            let ray = source.normalized(ofPixel: Vector2(Double(corner.column) + 0.5, Double(corner.row) + 0.5))
            let rho = Double(corner.inverseDepth)
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

    /// The steps of all partners; nil if the equations have no solution.
    private func steps(_ tracks: [Track]) -> [Step]? {
        var steps = [Step](repeating: .zero, count: partners.count)
        var held = NormalEquations(blocks: partners.count)
        addPriors(to: &held)
        for round in 0..<Self.tuning.rounds {
            var equations = held
            for track in tracks { add(track, steps, isFirst: round == 0, to: &equations) }
            guard let next = equations.solution() else { return nil }
            steps = next
        }
        return steps
    }

    /// The poses' stated errors; the length of each baseline is held.
    private func addPriors(to equations: inout NormalEquations) {
        // An error of zero would leave the equations without a scale.
        let variance = Self.tuning.match * Self.tuning.match
        let turn = variance / max(sigma.rotation * sigma.rotation, 1e-12)
        let shift = variance / max(sigma.position * sigma.position, 1e-12)
        for (index, partner) in partners.enumerated() {
            let baseline = partnerFromReference(partner).translation
            let length = Self.tuning.length * baseline.length
            let along = max(variance / max(length * length, 1e-12) - shift, 0)
            let direction = baseline.normalized
            for axis in 0..<3 {
                equations.add(turn, index, axis, index, axis)
                for other in 0..<3 {
                    let held = along * direction[axis] * direction[other] + (axis == other ? shift : 0)
                    equations.add(held, index, 3 + axis, index, 3 + other)
                }
            }
        }
    }

    /// Adds a corner's sightings, its inverse depth eliminated; what fits badly after the steps so far weighs less.
    private func add(_ track: Track, _ steps: [Step], isFirst: Bool, to equations: inout NormalEquations) {
        let tuning = Self.tuning
        // Squared pixels for each 1/m² that the inverse depth moves from where a landmark has it.
        let deviation = tuning.match / (tuning.landmark * track.inverseDepth)
        let held = track.isLandmark ? deviation * deviation : 0
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
