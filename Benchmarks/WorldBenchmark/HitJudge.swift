import Geometry
import WorldTracking

/// Hit tests at random pixels compared with the pixels' true surfaces.
struct HitJudge {
    struct Hit {
        var type: HitTestTypes
        /// From the camera, metres.
        var distance: Double
        /// Metres.
        var error: Double
        /// The squared error in units of the stated covariance, the world's scale included; three degrees of freedom.
        var normalized: Double
    }
    static let wanted = 1_000
    /// What 68.27 % and 95.45 % of chi-square values of three degrees of freedom stay under.
    static let (oneSigma, twoSigma) = (3.527, 8.025)

    private(set) var hits: [Hit] = []
    private(set) var missedCount = 0
    private var generator = SeededGenerator(seed: 21)

    mutating func look(_ view: View, _ truth: Truth) {
        guard view.seconds > 5, view.frame.trackingState == .normal else { return }
        for _ in 0..<2 where hits.count + missedCount < Self.wanted {
            let size = view.camera.lens.sizePixels
            let pixel = Vector2(generator.nextUniform() * size.x, generator.nextUniform() * size.y)
            guard let point = truth.point(at: pixel, stamp: view.stamp) else { continue }
            // A person or a detector misses the point by a pixel.
            let picked = pixel + Vector2(generator.nextNormal(), generator.nextNormal())
            guard let hit = HitTestResult.preferred(among: view.world.hitTest(picked)) else {
                missedCount += 1
                continue
            }
            judge(hit, view, point)
        }
    }

    private mutating func judge(_ hit: HitTestResult, _ view: View, _ point: Vector3) {
        let turn = view.camera.worldFromOptical.rotation.inverse.matrix
        let seen = view.camera.worldFromOptical.inverse * hit.pointInWorld
        let scale = view.frame.scaleSigma * view.frame.scaleSigma
        let covariance =
            turn * hit.covariance * turn.transposed + Matrix3(outerProductOf: seen, seen) * scale
            + Matrix3.identity * 1e-10
        let error = view.error(of: hit.pointInWorld, from: point)
        let normalized = covariance.inverse.map { dot(error, $0 * error) } ?? .infinity
        hits.append(Hit(type: hit.type, distance: hit.distance, error: error.length, normalized: normalized))
    }
}
