import Foundation

/// The paths in a recording of the EuRoC ASL layout.
struct EurocLayout {
    /// The `mav0` folder.
    let root: String

    /// Finds the layout in a folder or its `mav0`; nil if neither has it.
    init?(path: String) {
        let inside = path + "/mav0"
        if FileManager.default.fileExists(atPath: inside) {
            root = inside
        } else if FileManager.default.fileExists(atPath: path + "/cam0") {
            root = path
        } else {
            return nil
        }
    }

    /// The layout in a folder that need not exist yet.
    init(root: String) { self.root = root }

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
    var inertialTable: String { root + "/imu0/data.csv" }
    var inertialDescription: String { root + "/imu0/sensor.yaml" }
    var truthTable: String { root + "/state_groundtruth_estimate0/data.csv" }
    /// TUM-VI's table of motion capture.
    var truthCapture: String { root + "/mocap0/data.csv" }
    var truthTrajectory: String { root + "/state_groundtruth_estimate0/groundtruth_tum.txt" }
}
