import Foundation

/// The paths in a recording of the EuRoC ASL layout.
struct EurocLayout {
    /// The `mav0` folder.
    let root: String
    /// A LaMAria sequence's folder and name; nil for other recordings.
    private let sequence: (folder: String, name: String)?

    /// Finds the layout in a folder, its `mav0`, or a LaMAria sequence's `asl_folder/NAME/aria`; nil if it is not there.
    init?(path: String) {
        let inside = path + "/mav0"
        if FileManager.default.fileExists(atPath: inside) {
            (root, sequence) = (inside, nil)
        } else if FileManager.default.fileExists(atPath: path + "/cam0") {
            (root, sequence) = (path, nil)
        } else if let name = Self.sequenceName(in: path) {
            (root, sequence) = (path + "/asl_folder/\(name)/aria", (path, name))
        } else {
            return nil
        }
    }

    /// The layout in a folder that need not exist yet.
    init(root: String) { (self.root, sequence) = (root, nil) }

    /// The name of the one sequence below a LaMAria folder; nil if there is none, or more than one.
    private static func sequenceName(in path: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/asl_folder")) ?? []
        let found = names.filter { FileManager.default.fileExists(atPath: path + "/asl_folder/\($0)/aria/cam0") }
        return found.count == 1 ? found[0] : nil
    }

    /// Whether the recording has an inertial sensor.
    var hasMotion: Bool { FileManager.default.fileExists(atPath: root + "/imu0") }
    var imageTable: String { root + "/cam0/data.csv" }
    var imageFolder: String { root + "/cam0/data" }
    var cameraDescription: String { root + "/cam0/sensor.yaml" }
    /// Kalibr's description of the cameras and of the inertial sensor, which TUM-VI has instead of `sensor.yaml`.
    var cameraChain: String { (root as NSString).deletingLastPathComponent + "/dso/camchain.yaml" }
    var inertialConfiguration: String { (root as NSString).deletingLastPathComponent + "/dso/imu_config.yaml" }
    /// Whether Kalibr's files describe the sensors.
    var isDescribedByKalibr: Bool {
        !FileManager.default.fileExists(atPath: cameraDescription)
            && FileManager.default.fileExists(atPath: cameraChain)
    }
    /// LaMAria's description of cameras and inertial sensor; nil for other recordings.
    var pinholeCalibration: String? { sequence.map { "\($0.folder)/pinhole_calibrations/\($0.name).json" } }
    var inertialTable: String { root + "/imu0/data.csv" }
    var inertialDescription: String { root + "/imu0/sensor.yaml" }
    var truthTable: String { root + "/state_groundtruth_estimate0/data.csv" }
    /// TUM-VI's table of motion capture.
    var truthCapture: String { root + "/mocap0/data.csv" }
    /// LaMAria's pseudo-dense poses; nil for other recordings.
    var truthPoses: String? { sequence.map { "\($0.folder)/ground_truth/pGT/\($0.name).txt" } }
    var truthTrajectory: String { root + "/state_groundtruth_estimate0/groundtruth_tum.txt" }
}
