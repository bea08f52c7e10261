import Depth
import Foundation
import Geometry
import Reconstruction
import Recordings
import Simulation
import WorldTracking

/// The volume of the body named `thing`, tapped once a second while the camera goes around it, against the truth.
struct ThingJudge {
    /// A tap that was answered.
    struct Result {
        var seconds: Double
        var thing: MeasuredThing
    }

    private(set) var results: [Result] = []
    private(set) var faults: [String: Int] = [:]
    private(set) var truth: (volume: Double, height: Double) = (0, 0)

    private var maps = SessionMaps()
    private var mesh = SessionMesh()
    private var first: Int64?
    private var nextTap = 6.0

    /// Takes the session's keyframe, and taps the thing if it is time.
    mutating func look(_ session: Session, _ truth: Truth) {
        guard let keyframe = maps.keyframe(session), maps.isDue(keyframe), maps.makeMap(of: keyframe, session) else {
            return
        }
        mesh.update(session)
        first = first ?? keyframe.timestampNanoseconds
        let seconds = Double(keyframe.timestampNanoseconds - (first ?? 0)) * 1e-9
        guard seconds >= nextTap, let body = truth.scene.bodies.first(where: { $0.name == "thing" }),
            let frame = session.world.currentFrame
        else { return }
        self.truth = Self.truth(of: body, in: truth.scene)
        let top = body.centre + Vector3(0, 0, body.halfSize.z)
        let target = Truth.Target(point: top, seenBy: top)
        guard let pixel = truth.pixel(of: target, stamp: frame.timestampNanoseconds) else { return }
        nextTap = seconds + 1
        let hits = session.world.hitTest(pixel, types: [.depth, .mesh], mesh: mesh)
        guard let hit = HitTestResult.preferred(among: hits) else {
            faults["no hit", default: 0] += 1
            return
        }
        do throws(ThingFault) {
            let thing = try mesh.thing(at: hit.pointInWorld, scaleSigma: frame.scaleSigma)
            results.append(Result(seconds: seconds, thing: thing))
        } catch {
            faults["\(error)", default: 0] += 1
        }
    }

    /// The volume above the floor or table, m³, and the height.
    private static func truth(of body: SceneBody, in scene: SimulatedScene) -> (volume: Double, height: Double) {
        let half = body.halfSize
        guard body.shape == .ball else { return (8 * half.x * half.y * half.z, 2 * half.z) }
        let table = scene.bodies.first { $0.name == "table" }
        let height = body.centre.z + half.z - (table.map { $0.centre.z + $0.halfSize.z } ?? 0)
        return (.pi * height * height * (half.x - height / 3), height)
    }

    func printSummary(_ name: String, prints: Bool) {
        func line(_ title: String, _ some: [Result]) {
            guard !some.isEmpty else { return print("\(name) \(title): nothing") }
            let errors = some.map { $0.thing.volume / truth.volume - 1 }
            let ratios = some.map { abs($0.thing.volume - truth.volume) / $0.thing.volumeSigma }
            let heights = some.map { $0.thing.height - truth.height }
            let heightRatios = some.map { abs($0.thing.height - truth.height) / $0.thing.heightSigma }
            print(
                "\(name) \(title): \(some.count) taps, volume \(text(truth.volume * 1000)) l,",
                "off \(text(100 * mean(errors))) % in the mean, \(text(100 * mean(errors.map(abs)))) % without sign,",
                "stated \(text(100 * mean(some.map { $0.thing.volumeSigma / truth.volume }))) %,",
                "error/sigma \(text(mean(ratios), 2)); height off \(text(1000 * mean(heights))) mm,",
                "stated \(text(1000 * mean(some.map { $0.thing.heightSigma }))), error/sigma \(text(mean(heightRatios), 2));",
                "hidden \(text(100 * mean(some.map { $0.thing.hiddenShare }))) %"
            )
        }
        line("all", results)
        line("last", Array(results.suffix(1)))
        if !faults.isEmpty { print("  refused: \(faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" })") }
        guard prints else { return }
        for result in results {
            print(
                "  \(text(result.seconds)) s: \(text(result.thing.volume * 1000, 2)) ± \(text(result.thing.volumeSigma * 1000, 2)) l,",
                "height \(text(result.thing.height * 1000)) mm, area \(text(result.thing.area * 1e4, 0)) cm²"
            )
        }
    }
}
