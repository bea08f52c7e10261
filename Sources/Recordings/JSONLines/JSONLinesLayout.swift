import Foundation

/// The paths in a recording of the `.jsonl` layout: the samples, a calibration, and a video or a folder of images.
struct JSONLinesLayout {
    /// The file of samples.
    let samples: String
    /// The folder of the recording.
    var folder: String { (samples as NSString).deletingLastPathComponent }
    /// The sensors' description.
    var calibration: String { (folder as NSString).appendingPathComponent("calibration.json") }

    /// Finds the layout at a `.jsonl` file or in a folder with `data.jsonl` or one `.jsonl`; nil if there is none.
    init?(path: String) {
        if path.hasSuffix(".jsonl") {
            samples = path
            return
        }
        let usual = path + "/data.jsonl"
        if FileManager.default.fileExists(atPath: usual) {
            samples = usual
            return
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let candidates = names.filter { $0.hasSuffix(".jsonl") }
        guard candidates.count == 1 else { return nil }
        samples = path + "/" + candidates[0]
    }

    /// The layout in a folder that need not exist yet.
    init(folder: String) { samples = folder + "/data.jsonl" }

    /// The video beside the samples, with the same name and a video's extension; nil if there is none.
    var video: String? {
        let stem = (samples as NSString).deletingPathExtension
        return ["mp4", "mov", "mkv", "webm", "avi"].map { "\(stem).\($0)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}
