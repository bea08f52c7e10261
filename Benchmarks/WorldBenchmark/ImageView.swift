import Foundation
import Geometry

/// The lens, the time and the turn of one image, where the simulated device changes them (`truth/images.csv`).
struct ImageView {
    /// When its middle row was half exposed, on the clock of the inertial samples.
    let timeNanoseconds: Int64
    let lens: CameraModel
    let opticalFromView: RigidTransform<OpticalSpace, OpticalSpace>

    /// The views of a recording by the images' timestamps; none if there is no such file.
    static func read(_ path: String, lens: CameraModel) throws -> [Int64: ImageView] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        return Dictionary(uniqueKeysWithValues: lines.compactMap { ImageView.entry($0, lens) })
    }

    private static func entry(_ line: Substring, _ lens: CameraModel) -> (Int64, ImageView)? {
        let fields = line.split(separator: ",")
        let numbers = fields.dropFirst(2).compactMap { Double($0) }
        guard fields.count == 10, numbers.count == 8, let stamp = Int64(fields[0]), let time = Int64(fields[1]) else {
            return nil
        }
        var own = lens
        own.focalLengthPixels = Vector2(numbers[0], numbers[1])
        own.principalPointPixels = Vector2(numbers[2], numbers[3])
        let turn = Rotation(x: numbers[4], y: numbers[5], z: numbers[6], w: numbers[7])
        let view = ImageView(
            timeNanoseconds: time,
            lens: own,
            opticalFromView: RigidTransform(rotation: turn, translation: .zero)
        )
        return (stamp, view)
    }
}
