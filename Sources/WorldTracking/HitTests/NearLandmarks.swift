import Geometry
import Surfaces

/// The landmarks around a ray, and the surfaces that they suggest: those next to the ray count most.
///
/// What a ray meets is guessed from landmarks beside it. Three things make the guess wrong: the surface is uneven, it
/// ends between the landmarks and the ray, or the ray belongs to another surface of which there are landmarks too. The
/// second is reckoned with as follows. Outlines of things are taken for straight lines that cross the view at random
/// (a Poisson line process). By Crofton's formula, the measure of the lines that separate a point from a convex set is
/// the perimeter of their common hull less that of the set (Santaló, Integral Geometry and Geometric Probability, 1976,
/// chapter 3). A ray with landmarks of its surface on all sides is separated from them by none.
struct NearLandmarks {
    /// The limits for guessed surfaces.
    struct Tuning: Sendable {
        /// Standard deviation of the offset beyond which no horizontal plane is guessed.
        ///
        /// Unit: metres. Range: 0.05…0.2. Origin: by hand.
        var levelSpread = 0.1
        /// Standard deviation of the offset beyond which no vertical plane is guessed.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand.
        var uprightSpread = 0.05
        /// Least standard deviation of a guessed plane's offset.
        ///
        /// Unit: metres. Range: 0.002…0.01. Origin: by hand.
        var leastSpread = 0.005
        /// Unevenness of a surface that landmarks do not show, one standard deviation.
        ///
        /// Unit: metres. Range: 0.001…0.01. Origin: a sheet, a magazine, the boards of a table.
        var unevenness = 0.003
        /// Distance from a guessed plane within which a landmark supports it, besides 2.5 of its standard deviations.
        ///
        /// Unit: metres. Range: 0.01…0.04. Origin: a book on a table, a frame on a wall.
        var supportDistance = 0.02
        /// Difference of distances within which two landmarks may be of one surface of any slope.
        ///
        /// Unit: fraction of the distance. Range: 0.02…0.1. Origin: by hand.
        var supportDepth = 0.05
        /// The mean number of outlines of things that a line across the view crosses.
        ///
        /// Unit: outlines per radian. Range: 4…20. Origin: an outline every 10 to 20 cm, seen from one to two metres.
        var outlineDensity = 10.0
        /// Angle from the ray within which landmarks of a wall support it: walls are larger than what stands before them.
        ///
        /// Unit: radians. Range: 0.14…0.5. Origin: half of a phone's view.
        var wallReach = 0.3
        /// How far beyond an outline the next surface lies, with the middle one twice as likely as each other.
        ///
        /// Unit: fractions of the distance. Range: 0.2…4. Origin: from a table to the floor behind it and to the wall.
        var farther = SIMD3<Double>(0.5, 1, 2)
    }

    static let tuning = Tuning()

    /// A landmark; `weight` is 1 on the ray and falls with the angle from it.
    private struct Entry {
        var landmark: WorldLandmark
        /// Along the ray, metres.
        var depth: Double
        /// From the ray, radians.
        var angle: Double
        var weight: Double
        var position: Vector3 { landmark.pointInWorld }
    }

    /// A plane, with what is known of it.
    struct Guess {
        var plane: Plane
        /// The standard deviation of its offset, metres.
        var spread: Double
        /// The middle of its landmarks, metres.
        var middle: Vector3
        /// The standard deviation of its turn about the vertical, radians.
        var turnSigma: Double
    }

    /// What limits the knowledge of a surface along the ray.
    struct Uncertainty {
        /// The standard deviation along the ray, metres.
        var sigma: Double
        /// The distance from the nearest landmark that supports the surface, metres.
        var nearest: Double
    }

    private let ray: Ray
    private let entries: [Entry]
    /// All landmarks that are known.
    private let points: [WorldLandmark]

    /// The landmarks within an angle of a ray, radians; nil if there are fewer than `least`.
    ///
    /// At the angle of the third nearest the weight is a quarter, or at a twentieth of the reach if that is wider.
    init?(_ points: [WorldLandmark], around ray: Ray, within reach: Double, least: Int) {
        let near = points.compactMap { point -> (landmark: WorldLandmark, depth: Double, angle: Double)? in
            let offset = point.pointInWorld - ray.origin
            let depth = dot(offset, ray.direction)
            guard depth > 0.05 else { return nil }
            let angle = cross(offset, ray.direction).length / max(offset.length, 1e-9)
            return angle < reach ? (point, depth, angle) : nil
        }
        guard !near.isEmpty, near.count >= least else { return nil }
        let scale = max(0.05 * reach, near.map { $0.angle }.sorted()[min(2, near.count - 1)])
        entries = near.map { landmark, depth, angle in
            let falloff = 1 + (angle / scale) * (angle / scale)
            return Entry(landmark: landmark, depth: depth, angle: angle, weight: 1 / (falloff * falloff))
        }
        self.ray = ray
        self.points = points
    }

    // MARK: Guesses

    /// The level plane at the weighted median height; nil if the landmarks are of no one height.
    var levelPlane: Guess? {
        let guess = levelFit
        return guess.spread < Self.tuning.levelSpread ? guess : nil
    }

    /// The upright plane by the line that fits the landmarks seen from above; nil if they are of no one such plane.
    var uprightPlane: Guess? {
        guard let guess = uprightFit, guess.spread < Self.tuning.uprightSpread else { return nil }
        return guess
    }

    /// The probability that the landmarks are of a plane of the other alignment, if they are of one of both.
    ///
    /// The likelihood of a fit falls with a power of its deviation: as many as there are landmarks that count.
    func rivalShare(of guess: Guess) -> Double {
        let isLevel = abs(guess.plane.normal.y) > 0.5
        guard let rival = isLevel ? uprightFit : levelFit else { return 0 }
        var odds = 1.0
        for _ in 0..<Int(min(100, effectiveCount).rounded()) { odds *= guess.spread / rival.spread }
        return odds < 1 ? odds / (1 + odds) : 1 / (1 + 1 / odds)
    }

    /// The landmark nearest to the ray, with its depth and its angle.
    var nearest: (landmark: WorldLandmark, depth: Double, angle: Double)? {
        entries.min { $0.angle < $1.angle }.map { ($0.landmark, $0.depth, $0.angle) }
    }

    private var levelFit: Guess {
        let plane = Plane(normal: Vector3(0, 1, 0), offset: medianHeight)
        return Guess(plane: plane, spread: spread(about: plane), middle: middle, turnSigma: 0)
    }

    private var uprightFit: Guess? {
        let total = totalWeight
        let middle = middle
        var xx = 0.0
        var xz = 0.0
        var zz = 0.0
        for entry in entries {
            let offset = entry.position - middle
            xx += offset.x * offset.x * entry.weight / total
            xz += offset.x * offset.z * entry.weight / total
            zz += offset.z * offset.z * entry.weight / total
        }
        guard xx + zz > 1e-4 else { return nil }
        let angle = 0.5 * Double.arcTangent(y: 2 * xz, x: xx - zz)
        let plane = Plane(normal: Vector3(-.sine(of: angle), 0, .cosine(of: angle)), through: middle)
        // The turn of a line through scattered points, by their spread along it and across.
        let along = 0.5 * (xx + zz + ((xx - zz) * (xx - zz) + 4 * xz * xz).squareRoot())
        let across = max(xx + zz - along, Self.tuning.leastSpread * Self.tuning.leastSpread)
        let turn = (across / (along * max(effectiveCount - 1, 0.3))).squareRoot()
        return Guess(plane: plane, spread: spread(about: plane), middle: middle, turnSigma: turn)
    }

    // MARK: Uncertainty

    /// How well the distance is known at which the ray meets a guessed plane; nil if no landmark supports the plane.
    ///
    /// `rival` is the probability that the plane of the other alignment is met instead.
    func uncertainty(of guess: Guess, at distance: Double, rival: Double) -> Uncertainty? {
        let slope = abs(dot(guess.plane.normal, ray.direction))
        let place = ray.point(at: distance)
        var errors = ErrorMixture()
        var others = ErrorMixture()
        var (nearest, angle) = (Double.infinity, Double.infinity)
        var (variance, weight) = (0.0, 0.0)
        for entry in entries {
            guard isSupport(entry.landmark, of: guess.plane) else {
                others.add(entry.depth - distance, weight: entry.weight)
                continue
            }
            errors.add(guess.plane.signedDistance(to: entry.position) / slope, weight: entry.weight)
            nearest = min(nearest, (entry.position - place).length)
            angle = min(angle, entry.angle)
            let sigma = entry.landmark.sigma(along: guess.plane.normal)
            variance += entry.weight * sigma * sigma
            weight += entry.weight
        }
        guard weight > 0 else { return nil }
        let isLevel = abs(guess.plane.normal.y) > 0.5
        let around = isLevel ? entries.map { $0.landmark } : landmarks(within: Self.tuning.wallReach)
        let measure = outlineMeasure(before: around.filter { isSupport($0, of: guess.plane) })
        let chance = Self.chance(ofOutlines: measure)
        // Landmarks of other surfaces count as far as the ray is not surrounded: an outline that separates it from the
        // nearest landmark of the surface separates it from all of them. 2 · angle is the measure of the former.
        let opening = min(1, measure / max(2 * angle, 1e-9))
        let other = others.weight / (others.weight + weight) * (chance + (1 - chance) * opening)
        errors.normalize(to: 1 - other)
        others.normalize(to: other)
        errors.add(others)
        add(chance, at: distance, to: &errors)
        if rival > 0 {
            errors.normalize(to: 1 - rival)
            let other = (isLevel ? uprightFit : levelFit).flatMap { ray.distance(to: $0.plane) } ?? .infinity
            errors.add(min(other - distance, 50), weight: rival)
        }
        let scatter = max(errors.sigma, Self.tuning.unevenness / slope)
        let known = variance / weight / effectiveCount / (slope * slope)
        let level = Vector3(guess.plane.normal.z, 0, -guess.plane.normal.x)
        let lever = isLevel ? 0 : dot(place - guess.middle, level) * guess.turnSigma / slope
        return Uncertainty(sigma: (scatter * scatter + known + lever * lever).squareRoot(), nearest: nearest)
    }

    /// The standard deviation of the distance at which the ray meets the surface of a landmark, if that lies as far away
    /// as the landmark does, metres.
    func depthSigma(at distance: Double) -> Double {
        var errors = ErrorMixture()
        var support: [WorldLandmark] = []
        for entry in entries {
            let error = abs(entry.depth - distance)
            errors.add(error, weight: entry.weight)
            // On a surface that is seen at a grazing angle the distance changes by twice the way across.
            if error < distance * max(Self.tuning.supportDepth, 2 * entry.angle) { support.append(entry.landmark) }
        }
        add(Self.chance(ofOutlines: outlineMeasure(before: support)), at: distance, to: &errors)
        return errors.sigma
    }

    /// The measure of the lines across the view that separate the ray from landmarks, radians.
    private func outlineMeasure(before support: [WorldLandmark]) -> Double {
        let level = cross(ray.direction, Vector3(0, 1, 0))
        let axisU = level.length > 1e-3 ? level.normalized : Vector3(1, 0, 0)
        let axisV = cross(ray.direction, axisU)
        let seen = support.map { landmark in
            let offset = landmark.pointInWorld - ray.origin
            return Vector2(dot(offset, axisU), dot(offset, axisV)) / dot(offset, ray.direction)
        }
        let own = Polygon.perimeter(Polygon.convexHull(seen))
        let common = Polygon.perimeter(Polygon.convexHull(seen + [.zero]))
        return max(0, common - own)
    }

    /// The probability that there is an outline among the lines of a measure.
    ///
    /// How many outlines a view has is not known, only their mean: of a Poisson process whose density is exponentially
    /// distributed, none lies in a set with the probability 1 / (1 + n), n being their mean number there. A way of
    /// length l has the measure 2 l.
    private static func chance(ofOutlines measure: Double) -> Double {
        let expected = tuning.outlineDensity * measure / 2
        return expected / (1 + expected)
    }

    /// Adds what a ray meets that passes its surface's outline: something farther away.
    private func add(_ chance: Double, at distance: Double, to errors: inout ErrorMixture) {
        errors.normalize(to: 1 - chance)
        errors.add(Self.tuning.farther.x * distance, weight: chance / 4)
        errors.add(Self.tuning.farther.y * distance, weight: chance / 2)
        errors.add(Self.tuning.farther.z * distance, weight: chance / 4)
    }

    private func isSupport(_ landmark: WorldLandmark, of plane: Plane) -> Bool {
        abs(plane.signedDistance(to: landmark.pointInWorld))
            < max(Self.tuning.supportDistance, 2.5 * landmark.sigma(along: plane.normal))
    }

    private func landmarks(within reach: Double) -> [WorldLandmark] {
        points.filter { point in
            let offset = point.pointInWorld - ray.origin
            return dot(offset, ray.direction) > 0.05
                && cross(offset, ray.direction).length < reach * max(offset.length, 1e-9)
        }
    }

    // MARK: Sums

    private var totalWeight: Double { entries.reduce(0) { $0 + $1.weight } }

    /// How many landmarks of equal weight would say as much.
    private var effectiveCount: Double {
        let total = totalWeight
        return total * total / entries.reduce(0) { $0 + $1.weight * $1.weight }
    }

    private var middle: Vector3 {
        let total = totalWeight
        return entries.reduce(Vector3.zero) { $0 + $1.position * ($1.weight / total) }
    }

    private var medianHeight: Double {
        var heights = WeightedMedian(capacity: entries.count)
        for entry in entries { heights.add(entry.position.y, weight: entry.weight) }
        return heights.median ?? 0
    }

    /// The standard deviation of the distances from a plane, by their mean: two surfaces make it large, where the median
    /// deviation would see one; metres.
    private func spread(about plane: Plane) -> Double {
        var (sum, total) = (0.0, 0.0)
        for entry in entries {
            sum += entry.weight * abs(plane.signedDistance(to: entry.position))
            total += entry.weight
        }
        return max(1.2533 * sum / total, Self.tuning.leastSpread)
    }
}
