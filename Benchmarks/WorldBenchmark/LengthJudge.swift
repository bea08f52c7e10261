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
    }
    private struct Pick {
        var picked: PickedPoint
        var truth: Vector3
        var distance: Double
    }

    /// By how many pixels a person misses what is meant, one sigma in each axis.
    var missPixels = 1.0
    private(set) var lengths: [Length] = []
    /// How many targets a person would not have picked: the reticle did not lie on a found plane.
    private(set) var refusedCount = 0
    private var picks: [Pick] = []
    private var generator = SeededGenerator(seed: 11)

    mutating func look(_ view: View, _ truth: Truth) {
        guard view.seconds > 6, view.frame.trackingState == .normal, generator.nextUniform() < 0.2 else { return }
        let seen = truth.targets.compactMap { target in
            truth.pixel(of: target, stamp: view.stamp).map { (target: target, pixel: $0) }
        }
        guard !seen.isEmpty else { return }
        for _ in 0..<2 {
            let (target, pixel) = seen[generator.nextIndex(below: seen.count)]
            let missed = pixel + Vector2(generator.nextNormal(), generator.nextNormal()) * missPixels
            guard HitTestResult.preferred(among: view.world.hitTest(missed))?.type == .existingPlaneUsingExtent,
                let picked = PickedPoint(missed, in: view.world)
            else {
                refusedCount += 1
                continue
            }
            let distance = (view.trueWorldFromOptical.translation - target).length
            picks.append(Pick(picked: picked, truth: target, distance: distance))
        }
    }

    mutating func finish(_ world: WorldBuilder, scaleSigma: Double) {
        guard picks.count > 2 else { return }
        for _ in 0..<2_000 where lengths.count < 500 {
            let a = picks[generator.nextIndex(below: picks.count)]
            let b = picks[generator.nextIndex(below: picks.count)]
            let truth = (a.truth - b.truth).length
            guard truth > 0.1, truth < 3, let from = a.picked.point(in: world), let to = b.picked.point(in: world)
            else { continue }
            let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: [from, to])
            guard let reading = measurement.reading(scaleSigma: scaleSigma) else { continue }
            lengths.append(
                Length(
                    truth: truth,
                    measured: reading.value,
                    sigma: reading.sigma,
                    distance: (a.distance + b.distance) / 2,
                    isOnPlanes: from.hitType == .existingPlaneUsingExtent && to.hitType == .existingPlaneUsingExtent
                )
            )
        }
    }
}
