import Geometry
import Imaging
import Odometry
import Recordings

/// A recording held in memory, so that runs over it measure the odometry alone.
struct LoadedRecording {
    enum Event {
        case inertial(InertialSample)
        case picture(GrayImage, timestampNanoseconds: Int64)
    }

    let name: String
    let calibration: RecordedCalibration
    let events: [Event]
    let truth: [TruthState]
    let firstPicture: Int64

    init(path: String) throws {
        var reader = try RecordingReader(path: path)
        name = path.split(separator: "/").last.map(String.init) ?? path
        calibration = reader.calibration
        var events: [Event] = []
        while let event = try reader.next() {
            switch event {
            case .inertial(let sample): events.append(.inertial(sample))
            case .image(let picture):
                events.append(.picture(picture.gray, timestampNanoseconds: picture.timestampNanoseconds))
            }
        }
        self.events = events
        truth = try reader.truth()
        firstPicture =
            events.lazy.compactMap { if case .picture(_, let stamp) = $0 { stamp } else { nil } }.first ?? 0
    }
}
