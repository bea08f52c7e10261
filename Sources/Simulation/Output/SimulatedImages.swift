import Foundation

/// The images of a simulation that was written before: another device of the same camera on the same way shows the
/// same.
struct SimulatedImages {
    private struct Told: Decodable {
        struct Camera: Decodable { var timeOffset: Double }
        let scene: String
        let motion: String
        let start: String
        let seed: UInt64
        let duration: Double
        let camera: Camera
    }
    private let folder: String
    private let timeOffset: Double
    private let stamps: [Int64]

    /// The images of a recording; throws where it is not the same way through the same scene.
    init(of recording: String, for plan: SimulationPlan) throws(SimulationError) {
        let file = recording + "/truth/scene.json"
        guard let data = FileManager.default.contents(atPath: file),
            let told = try? JSONDecoder().decode(Told.self, from: data)
        else { throw .unreadable(file: file, reason: "no simulation's truth") }
        guard told.scene == plan.scene.name, told.motion == plan.motion.rawValue, told.start == plan.start.rawValue,
            told.seed == plan.seed, told.duration >= plan.duration
        else { throw .unreadable(file: file, reason: "another scene, way, seed or duration") }
        folder = recording + "/mav0/cam0/data"
        timeOffset = told.camera.timeOffset
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
