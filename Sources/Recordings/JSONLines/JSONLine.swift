import Foundation

/// One line of a `.jsonl` recording, in its file form; in lines of other kinds all parts are nil.
struct JSONLine: Codable {
    /// A reading of one sensor.
    struct Sensor: Codable {
        let type: String
        let values: [Double]
    }
    /// An image of one camera; `file` is set if images are files of their own.
    struct Frame: Codable {
        var cameraInd: Int?
        var time: Double?
        var file: String?
    }
    /// A pose measured by another system.
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
    /// Whether the camera's image was dropped; the video does not contain it either.
    var droppedFrame: Bool?
    var groundTruth: Pose?
}

extension DecodingError {
    /// A short reason for a JSON decoder's failure.
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
