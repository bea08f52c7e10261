import Geometry

/// Separates matches that fit a moving camera in a static scene from outliers.
///
/// With a known rotation two matches determine the direction of travel: random sampling over pairs (M. Fischler, R.
/// Bolles, "Random sample consensus", CACM 1981; truncated squares as P. Torr, A. Zisserman, "MLESAC", 2000). Then
/// rotation and direction are refined together over the inliers, with the given rotation as a weak prior, so that a
/// biased gyroscope does no harm. Without a gyroscope the prior is the rotation that explains most of the flow.
struct MotionVerifier {
    struct Tuning: Equatable, Sendable {
        /// The fewest matches that are verified.
        ///
        /// Unit: 1. Range: 5…20. Origin: by hand: five unknowns.
        let minimumCount = 8
        /// The number of sampled pairs of matches.
        ///
        /// Unit: 1. Range: 20…200. Origin: by hand.
        let sampleCount = 40
        /// The initial squared tolerance if the gyroscope gives the rotation.
        ///
        /// Unit: squared tolerances. Range: 2…10. Origin: by hand.
        let wideTolerance = 4.0
        /// The initial squared tolerance without a gyroscope.
        ///
        /// Unit: squared tolerances. Range: 9…50. Origin: by hand.
        let widestTolerance = 16.0
        /// The weight of the gyroscope's rotation.
        ///
        /// Unit: 1/rad² of squared tolerances. Range: 1e3…1e5. Origin: by hand.
        let stiffness = 1e4
        /// The weight of a rotation estimated from the flow.
        ///
        /// Unit: 1/rad² of squared tolerances. Range: 1e-6…1e-2. Origin: by hand.
        let flowStiffness = 1e-4
        /// The number of refinements.
        ///
        /// Unit: 1. Range: 3…10. Origin: by hand.
        let roundCount = 5
        /// The number of them that use the wide tolerance.
        ///
        /// Unit: 1. Range: 1…4. Origin: by hand.
        let wideRoundCount = 2
        /// The largest rotation of one refinement.
        ///
        /// Unit: rad. Range: 0.2…1. Origin: by hand.
        let maximumTurn = 0.5
        /// The scale of the robust weights of the flow in the first round.
        ///
        /// Unit: 1. Range: 0.005…0.2. Origin: by hand.
        let flowScale = 0.1
        /// The scale of the robust weights of the flow in later rounds.
        ///
        /// Unit: 1. Range: 0.003…0.05. Origin: by hand.
        let laterFlowScale = 0.01
    }

    static let tuning = Tuning()

    private let capacity: Int
    /// Directions in the first image rotated into the second, on the plane z = 1.
    private let turned: UnsafeMutablePointer<Vector3>
    /// Normals of the planes through both directions.
    private let normals: UnsafeMutablePointer<Vector3>
    /// The 5 × 5 normal matrix, row by row, then the right-hand side.
    private let system: UnsafeMutablePointer<Double>
    private var generator: SeededGenerator

    init(capacity: Int, seed: UInt64) {
        self.capacity = capacity
        turned = .allocate(capacity: capacity)
        turned.initialize(repeating: .zero, count: capacity)
        normals = .allocate(capacity: capacity)
        normals.initialize(repeating: .zero, count: capacity)
        system = .allocate(capacity: 30)
        system.initialize(repeating: 0, count: 30)
        generator = SeededGenerator(seed: seed)
    }

    func deallocate() {
        turned.deallocate()
        normals.deallocate()
        system.deallocate()
    }

    /// The motion of a camera between two images.
    struct Motion {
        /// Rotation of the optical frame from the first image to the second.
        var rotation: Rotation
        /// Direction of travel in the second optical frame, either sign, of length 1.
        var direction: Vector3
    }
}

extension MotionVerifier {
    /// Marks the matches that fit one motion and returns the motion; if there are too few, marks all and returns nil.
    ///
    /// Directions are on the plane z = 1, as many in the second image as in the first. `secondFromFirst` is the
    /// rotation between the images from the gyroscope, nil if it is not known. `tolerance` is the maximum distance of a
    /// direction from its epipolar line, on the plane z = 1. Sets `fits`, one flag per match.
    @discardableResult
    mutating func verify(
        first: [Vector3],
        second: [Vector3],
        secondFromFirst: Rotation?,
        tolerance: Double,
        fits: inout [Bool]
    ) -> Motion? {
        let count = Swift.min(first.count, second.count, capacity)
        fits.removeAll(keepingCapacity: true)
        for _ in 0..<count { fits.append(true) }
        guard count >= Self.tuning.minimumCount else { return nil }
        let guess = secondFromFirst ?? Self.rotation(first, second, count)
        turn(first, second, by: guess, count)
        let squared = tolerance * tolerance
        // A wide tolerance first: the prior rotation may be wrong by some pixels.
        let tuning = Self.tuning
        let wide = secondFromFirst == nil ? tuning.widestTolerance * squared : tuning.wideTolerance * squared
        var motion = Motion(rotation: guess, direction: sampleDirection(second, count, limit: wide))
        let stiffness = secondFromFirst == nil ? tuning.flowStiffness : tuning.stiffness
        for round in 0..<tuning.roundCount {
            let limit = round < tuning.wideRoundCount ? wide : squared
            refine(&motion, second, count, limit: limit, guess: guess, stiffness: stiffness * squared)
            turn(first, second, by: motion.rotation, count)
        }
        for i in 0..<count {
            fits[i] = Self.squaredDistance(motion.direction, turned[i], second[i], normals[i]) < squared
        }
        return motion
    }

    private func turn(_ first: [Vector3], _ second: [Vector3], by rotation: Rotation, _ count: Int) {
        let matrix = rotation.matrix
        for i in 0..<count {
            let direction = matrix * first[i]
            turned[i] = direction / Swift.max(direction.z, 1e-3)
            normals[i] = Geometry.cross(turned[i], second[i])
        }
    }

    /// Squared distance of a match from its epipolar line, on the plane z = 1 (Sampson's first-order form).
    @inline(__always)
    private static func squaredDistance(
        _ direction: Vector3,
        _ turned: Vector3,
        _ second: Vector3,
        _ normal: Vector3
    ) -> Double {
        let error = dot(direction, normal)
        return error * error / slope(direction, turned, second)
    }

    /// The squared gradient of the epipolar constraint in both images.
    @inline(__always)
    private static func slope(_ direction: Vector3, _ turned: Vector3, _ second: Vector3) -> Double {
        let line = Geometry.cross(direction, turned)
        let other = Geometry.cross(second, direction)
        return Swift.max(line.x * line.x + line.y * line.y + other.x * other.x + other.y * other.y, 1e-9)
    }

    /// The direction of travel with the most inliers.
    private mutating func sampleDirection(_ second: [Vector3], _ count: Int, limit: Double) -> Vector3 {
        var best = Vector3(0, 0, 1)
        var bestCost = Double.infinity
        for _ in 0..<Self.tuning.sampleCount {
            let i = generator.nextIndex(below: count)
            let j = generator.nextIndex(below: count)
            let product = Geometry.cross(normals[i], normals[j])
            let length = product.length
            guard i != j, length > 1e-14 else { continue }
            let direction = product / length
            var cost = 0.0
            for k in 0..<count where cost < bestCost {
                cost += Swift.min(Self.squaredDistance(direction, turned[k], second[k], normals[k]), limit)
            }
            if cost < bestCost {
                bestCost = cost
                best = direction
            }
        }
        return best
    }
}

extension MotionVerifier {
    /// The rotation that explains most of the flow: reweighted small steps over all matches.
    private static func rotation(_ first: [Vector3], _ second: [Vector3], _ count: Int) -> Rotation {
        var rotation = Rotation.identity
        for round in 0..<6 {
            var normal = Matrix3.zero
            var side = Vector3.zero
            for i in 0..<count {
                let direction = (rotation * first[i]).normalized
                let error = second[i].normalized - direction
                let scale = round == 0 ? tuning.flowScale : tuning.laterFlowScale
                let weight = 1 / (1 + dot(error, error) / (scale * scale))
                // A rotation by d moves the direction by d × direction.
                normal = normal + (.identity - Matrix3(outerProductOf: direction, direction)) * weight
                side += Geometry.cross(direction, error) * weight
            }
            guard let inverse = normal.inverse else { break }
            rotation = (Rotation(exp: inverse * side) * rotation).normalized
        }
        return rotation
    }

    /// One Gauss–Newton step over the matches within the limit: three unknowns of rotation, two of direction.
    private mutating func refine(
        _ motion: inout Motion,
        _ second: [Vector3],
        _ count: Int,
        limit: Double,
        guess: Rotation,
        stiffness: Double
    ) {
        system.update(repeating: 0, count: 30)
        let along = motion.direction.anyPerpendicular
        let across = Geometry.cross(motion.direction, along)
        for i in 0..<count {
            let slope = Self.slope(motion.direction, turned[i], second[i])
            let error = dot(motion.direction, normals[i])
            guard error * error / slope < limit else { continue }
            let toRotation = Geometry.cross(turned[i], Geometry.cross(second[i], motion.direction))
            let row = (
                toRotation.x, toRotation.y, toRotation.z, dot(along, normals[i]), dot(across, normals[i])
            )
            accumulate(row, error, weight: 1 / slope)
        }
        let offset = (motion.rotation * guess.inverse).log
        for i in 0..<3 {
            system[6 * i] += stiffness
            system[25 + i] -= stiffness * offset[i]
        }
        for i in 3..<5 { system[6 * i] += 1e-12 }
        guard SmallCholesky.factor(system, size: 5) else { return }
        SmallCholesky.solve(system, size: 5, system + 25)
        let turn = Vector3(system[25], system[26], system[27])
        guard turn.isFinite, turn.length < Self.tuning.maximumTurn, system[28].isFinite, system[29].isFinite else {
            return
        }
        motion.rotation = (Rotation(exp: turn) * motion.rotation).normalized
        motion.direction = (motion.direction + along * system[28] + across * system[29]).normalized
    }

    @inline(__always)
    private func accumulate(_ row: (Double, Double, Double, Double, Double), _ error: Double, weight: Double) {
        withUnsafePointer(to: row) { pointer in
            pointer.withMemoryRebound(to: Double.self, capacity: 5) { values in
                for i in 0..<5 {
                    let scaled = values[i] * weight
                    for j in 0...i { system[5 * i + j] += scaled * values[j] }
                    system[25 + i] -= scaled * error
                }
            }
        }
    }
}
