import Foundation

/// One line of a `.jsonl` recording, as it is written; lines of other kinds decode with all parts nil.
struct JSONLine: Codable {
    /// A reading of one sensor.
    struct Sensor: Codable {
        let type: String
        let values: [Double]
    }
    /// An image of one camera; `file` where images are files of their own.
    struct Frame: Codable {
        var cameraInd: Int?
        var time: Double?
        var file: String?
    }
    /// A pose that someone else measured.
    struct Pose: Codable {
        struct Position: Codable { var x, y, z: Double }
        struct Orientation: Codable { var w, x, y, z: Double }
        let position: Position
        var orientation: Orientation?
    }

    /// Seconds.
    var time: Double?
    var number: Int?
    var sensor: Sensor?
    var frames: [Frame]?
    /// Whether the camera's image was lost; the video does not hold it either.
    var droppedFrame: Bool?
    var groundTruth: Pose?
}

extension DecodingError {
    /// A few words on why a JSON decoder failed.
    static func reason(of error: any Error) -> String {
        switch error {
        case keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case typeMismatch(_, let context), valueNotFound(_, let context):
            "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` is of another type"
        case dataCorrupted: "this is not JSON, or it breaks off"
        default: "\(error)"
        }
    }
}
