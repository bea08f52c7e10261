import Foundation

/// The images of an earlier simulation: another device with the same camera and motion has the same images.
struct SimulatedImages {
    private struct RecordedPlan: Decodable {
        struct Camera: Decodable { var timeOffset: Double }
        let scene: String
        let motion: String
        let start: String
        /// Nil in what was simulated before ends could be chosen: still moving.
        let end: String?
        let seed: UInt64
        let duration: Double
        let camera: Camera
    }
    private let folder: String
    private let timeOffset: Double
    private let stamps: [Int64]

    /// The images of a recording; throws if it has another motion or scene.
    init(of recording: String, for plan: SimulationPlan) throws(SimulationError) {
        let file = recording + "/truth/scene.json"
        guard let data = FileManager.default.contents(atPath: file),
            let recorded = try? JSONDecoder().decode(RecordedPlan.self, from: data)
        else { throw .unreadable(file: file, reason: "no simulation's truth") }
        guard recorded.scene == plan.scene.name, recorded.motion == plan.motion.rawValue,
            recorded.start == plan.start.rawValue, recorded.end ?? MotionEnd.moving.rawValue == plan.end.rawValue,
            recorded.seed == plan.seed, recorded.duration >= plan.duration,
            recorded.duration == plan.duration || !plan.motion.dependsOnDuration && plan.end == .moving
        else { throw .unreadable(file: file, reason: "another scene, way, seed or duration") }
        folder = recording + "/mav0/cam0/data"
        timeOffset = recorded.camera.timeOffset
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        stamps = names.compactMap { $0.hasSuffix(".jpg") ? Int64($0.dropLast(4)) : nil }.sorted()
    }

    /// The file of the image taken at a time, within a fraction of an image's; nil if that one was lost.
    func file(at time: Double) -> String? {
        let wanted = ImageSchedule.nanoseconds(time - timeOffset)
        let nearest = stamps.min { abs($0 - wanted) < abs($1 - wanted) }
        guard let nearest, abs(nearest - wanted) < 10_000_000 else { return nil }
        return "\(folder)/\(nearest).jpg"
    }
}
