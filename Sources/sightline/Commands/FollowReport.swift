import Foundation
import Geometry
import Recordings
import Shapes

/// The boxes of a run, and their comparison with the ground truth.
struct FollowReport: Encodable {
    struct Frame: Encodable {
        /// Left, top, width, height, pixels.
        let box: [Double]
        let confidence: Double
    }
    private enum CodingKeys: CodingKey {
        case target
        case frames
        case millisecondsPerFrame
        case areaUnderCurve
        case precisionWithin20
    }

    let target: String
    let frames: [Frame]
    let millisecondsPerFrame: DurationStatistics
    var areaUnderCurve: Double?
    var precisionWithin20: Double?
    var score: TrackingScore?

    init(_ observations: [ObjectObservation], _ seconds: [Double], _ target: String, _ truth: [ImageBox]) {
        self.target = target
        frames = observations.map { seen in
            Frame(box: [seen.box.x, seen.box.y, seen.box.width, seen.box.height], confidence: seen.confidence)
        }
        millisecondsPerFrame = DurationStatistics(seconds: seconds)
        guard !truth.isEmpty else { return }
        let score = TrackingScore(boxes: observations.map(\.box), truth: truth)
        areaUnderCurve = score.areaUnderCurve
        precisionWithin20 = score.precision(within: 20)
        self.score = score
    }

    func writeBoxes(to path: String) throws {
        let lines = frames.map { frame in frame.box.map { String(format: "%.2f", $0) }.joined(separator: ",") }
        do { try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8) } catch {
            throw WorkFailure(message: "\(path): cannot be written")
        }
    }

    var text: String {
        let lost = frames.count { $0.confidence < 0.3 }
        var lines = [
            "\(frames.count) images, \(target), lost in \(lost), "
                + String(format: "%.1f ms per image", millisecondsPerFrame.mean)
        ]
        if let areaUnderCurve, let precisionWithin20 {
            lines.append(String(format: "AUC %.3f, %.0f %% within 20 px", areaUnderCurve, precisionWithin20 * 100))
        }
        return lines.joined(separator: "\n")
    }
}
