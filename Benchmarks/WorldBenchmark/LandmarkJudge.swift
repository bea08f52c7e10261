import Geometry
import Surfaces
import WorldTracking

/// Landmarks and the level planes through them against what their pixels truly show.
struct LandmarkJudge {
    private struct Sample {
        var seconds: Double
        /// Along the sight, as a share of the distance; positive is too far.
        var error: Double
        /// The same, as stated, the world's scale not included.
        var sigma: Double
        /// The median error of its frame.
        var common: Double
    }
    private var samples: [Sample] = []
    private var frames = 0

    mutating func look(_ view: View, _ truth: Truth, prints: Bool) {
        frames += 1
        guard frames % 10 == 0 else { return }
        let eye = view.camera.positionInWorld
        var fresh: [Sample] = []
        var known: [(landmark: WorldLandmark, truth: Vector3)] = []
        for landmark in view.frame.points {
            guard let point = truth.point(at: landmark.pixel, stamp: view.stamp) else { continue }
            known.append((landmark, point))
            let sight = (landmark.pointInWorld - eye).normalized
            let distance = (point - view.trueWorldFromOptical.translation).length
            let error = (landmark.pointInWorld - eye).length / distance - 1
            guard abs(error) < 0.2 else { continue }
            fresh.append(
                Sample(seconds: view.seconds, error: error, sigma: landmark.sigma(along: sight) / distance, common: 0)
            )
        }
        let common = median(fresh.map(\.error))
        for index in fresh.indices { fresh[index].common = common }
        samples += fresh
        guard prints, frames % 30 == 0 else { return }
        var line = "  \(text(view.seconds, 2)) s landmarks \(fresh.count), distance off \(text(common * 100, 2)) %,"
        line += " spread \(text(median(fresh.map { abs($0.error - common) }) * 148, 2)) %,"
        line += " stated \(text(median(fresh.map(\.sigma)) * 100, 2)) %, scale ± \(text(view.frame.scaleSigma * 100, 2)) %"
        print(line)
        for plane in view.world.planes where plane.alignment == .horizontal { judge(plane, known, view) }
    }

    private func judge(_ plane: DetectedPlane, _ known: [(landmark: WorldLandmark, truth: Vector3)], _ view: View) {
        let configuration = PlaneDetectorConfiguration()
        let members = known.filter { member in
            let sigma = member.landmark.sigma(along: plane.plane.normal)
            return plane.contains(member.landmark.pointInWorld, margin: 0.02)
                && abs(plane.plane.signedDistance(to: member.landmark.pointInWorld))
                    < 1.3 * min(max(configuration.thickness, 2.5 * sigma), 3 * configuration.thickness)
        }
        guard members.count > 2 else { return }
        let eye = view.trueWorldFromOptical.translation
        let heights = members.map { eye.z - $0.truth.z }
        let level = median(heights)
        let on = members.filter { abs(eye.z - $0.truth.z - level) < 0.004 }
        let off = on.map { member in
            (view.camera.positionInWorld.y - member.landmark.pointInWorld.y) - (eye.z - member.truth.z)
        }
        let planeOff = abs(plane.plane.signedDistance(to: view.camera.positionInWorld)) - level
        print(
            "      plane \(plane.identifier) true height under the camera \(text(level * 1000)), too low by",
            "\(text(planeOff * 1000)) ± \(text(plane.offsetSigma * 1000)) mm, its landmarks by",
            "\(text(median(off) * 1000)), spread \(text(median(off.map { abs($0 - median(off)) }) * 1480)),",
            "stated \(text(median(members.map { $0.landmark.sigma(along: plane.plane.normal) }) * 1000)) mm;",
            "\(members.count) seen of \(plane.pointCount), \(members.count - on.count) of another surface"
        )
    }

    /// A line for each time of the recording.
    func printSummary(_ name: String) {
        for range in [0.0..<4, 4..<7, 7..<12, 12..<60] {
            let part = samples.filter { range.contains($0.seconds) }
            guard !part.isEmpty else { continue }
            let own = part.map { abs($0.error - $0.common) }
            let normalized = mean(part.map { ($0.error / max($0.sigma, 1e-6)) * ($0.error / max($0.sigma, 1e-6)) })
            print(
                "\(name) \(Int(range.lowerBound))–\(Int(range.upperBound)) s: \(part.count) landmarks,",
                "median \(text(median(part.map(\.error)) * 100, 2)) %, spread \(text(median(own) * 148, 2)) %,",
                "stated \(text(median(part.map(\.sigma)) * 100, 2)) %, mean square normalized \(text(normalized, 1))"
            )
        }
    }
}
