import Experiences
import Geometry
import WorldTracking

/// Lengths between picked points, as a person measures them, against the truth.
struct LengthJudge {
    struct Length: Encodable {
        var truth: Double
        var measured: Double
        var sigma: Double
        /// From the camera to the middle of both ends when they were picked, metres.
        var distance: Double
        /// Whether both ends lie on found planes, inside their outlines.
        var isOnPlanes: Bool
        /// How many of its ends were drawn to something.
        var drawn: Int
        /// Whether the Measure page would have been READY for both ends when they were picked.
        var isReady: Bool
    }
    /// What is aimed at, and how.
    enum Aim: String, CaseIterable {
        case inside
        case insideSnapped = "inside snapped"
        case corner
        case cornerSnapped = "corner snapped"
        case cornerFollowed = "corner followed"

        /// Whether the aim is at corners themselves; else at points 2 cm inside of them.
        var isCorner: Bool { self == .corner || self == .cornerSnapped || self == .cornerFollowed }
        /// Whether the aim snaps to the image's features.
        var snaps: Bool { self == .insideSnapped || self == .cornerSnapped || self == .cornerFollowed }
        /// Whether a corner that it was drawn to is looked for in later images.
        var follows: Bool { self == .cornerFollowed || self == .insideSnapped }
    }
    private struct Pick {
        var picked: PickedPoint
        var truth: Vector3
        var distance: Double
        /// Whether it was known as well then as READY asks, and the scale too.
        var isReady: Bool
    }

    let aim: Aim
    /// The error of a person's aim, pixels, one sigma in each axis.
    let missPixels: Double
    private(set) var lengths: [Length] = []
    /// How many targets a person would not have picked: the reticle did not lie on a found plane.
    private(set) var refusedCount = 0
    /// An end's aim against what was meant.
    struct Miss {
        /// What it was drawn to: nothing (0), a corner (1), an edge (2).
        var kind: Int
        /// How far it was drawn, pixels.
        var moved: Double
        /// How far off it is after that, pixels.
        var off: Double
    }
    private(set) var misses: [Miss] = []
    /// An end as it is known when it is picked.
    struct End {
        /// The height of its position in the room, metres.
        var height: Double
        /// By what part of its distance it is too far along the ray.
        var excess: Double
    }
    private(set) var ends: [End] = []
    private var picks: [Pick] = []
    private var generator = SeededGenerator(seed: 11)

    init(_ aim: Aim, missPixels: Double) { (self.aim, self.missPixels) = (aim, missPixels) }

    mutating func look(_ view: View, _ truth: Truth) {
        if aim.follows { for index in picks.indices { picks[index].picked.look(at: view.frame) } }
        guard view.seconds > 6, view.frame.trackingState == .normal, generator.nextUniform() < 0.2 else { return }
        let seen = (aim.isCorner ? truth.corners : truth.insides).compactMap { target in
            truth.pixel(of: target, stamp: view.stamp).map { (target: target, pixel: $0) }
        }
        guard !seen.isEmpty else { return }
        for _ in 0..<2 {
            let (target, pixel) = seen[generator.nextIndex(below: seen.count)]
            let aimed = pixel + Vector2(generator.nextNormal(), generator.nextNormal()) * missPixels
            guard HitTestResult.preferred(among: view.world.hitTest(aimed))?.type == .existingPlaneUsingExtent,
                let picked = PickedPoint(aimed, in: view.world, snaps: aim.snaps)
            else {
                refusedCount += 1
                continue
            }
            let (moved, off) = ((picked.aimed.pixel - aimed).length, (picked.aimed.pixel - pixel).length)
            misses.append(Miss(kind: picked.aimed.kind, moved: moved, off: off))
            let sight = view.trueWorldFromOptical.inverse * target.point
            let distance = sight.length
            var isReady = false
            if let point = picked.point(in: view.world) {
                let error = view.error(of: point.pointInWorld, from: target.point)
                ends.append(End(height: target.point.z, excess: dot(error, sight) / dot(sight, sight)))
                isReady =
                    TrackingAdvice(frame: view.frame, hasSurface: true) == .normal
                    && Experiences.Aim.isAccurate(point.covariance, seenFrom: distance)
            }
            picks.append(Pick(picked: picked, truth: target.point, distance: distance, isReady: isReady))
        }
    }

    mutating func finish(_ world: World) {
        guard picks.count > 2 else { return }
        for _ in 0..<2_000 where lengths.count < 500 {
            let a = picks[generator.nextIndex(below: picks.count)]
            let b = picks[generator.nextIndex(below: picks.count)]
            let truth = (a.truth - b.truth).length
            guard truth > 0.1, truth < 3, let from = a.picked.point(in: world), let to = b.picked.point(in: world)
            else { continue }
            let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: [from, to])
            guard let reading = measurement.reading(scale: world.scale) else { continue }
            lengths.append(
                Length(
                    truth: truth,
                    measured: reading.value,
                    sigma: reading.sigma,
                    distance: (a.distance + b.distance) / 2,
                    isOnPlanes: from.hitType == .existingPlaneUsingExtent && to.hitType == .existingPlaneUsingExtent,
                    drawn: [a, b].count { $0.picked.aimed.feature != nil },
                    isReady: a.isReady && b.isReady
                )
            )
        }
    }
}

extension AimedPixel {
    var kind: Int {
        switch feature {
        case .none: 0
        case .corner: 1
        case .edge: 2
        }
    }
}
