import Foundation
import Geometry
import Odometry

/// Streams a recording of the `.jsonl` layout, in the order of its lines.
final class JSONLinesSource {
    let layout: JSONLinesLayout
    let calibration: RecordedCalibration
    let imageCount: Int

    private let lines: LineReader
    private let decoder = JSONDecoder()
    private let loader: ImageLoader
    private var video: VideoDecoder?
    private var pairing = InertialPairing()
    private var waiting: [RecordingEvent] = []
    private var lastTimes: [String: Int64] = [:]

    init(layout: JSONLinesLayout, wantsColor: Bool) throws(RecordingError) {
        self.layout = layout
        let file = try JSONFile.read(CalibrationFile.self, path: layout.calibration)
        calibration = try file.calibration(path: layout.calibration)
        loader = ImageLoader(camera: calibration.camera, wantsColor: wantsColor)
        lines = try LineReader(path: layout.samples)
        imageCount = try Self.imageCount(of: layout.samples)
        guard imageCount > 0 else {
            throw .badData(file: layout.samples, line: 1, reason: "the file lists no image")
        }
    }

    private static func imageCount(of path: String) throws(RecordingError) -> Int {
        let lines = try LineReader(path: path)
        var count = 0
        while let line = try lines.next() {
            if line.contains("\"frames\"") { count += 1 }
        }
        return count
    }

    /// The next event; nil after the last.
    func next() throws(RecordingError) -> RecordingEvent? {
        while waiting.isEmpty {
            guard let line = try nextLine() else { return nil }
            if let sensor = line.sensor {
                try take(sensor, time: line.time)
            } else if let frame = line.frames?.first(where: { ($0.cameraInd ?? 0) == 0 }) {
                return .image(try image(frame, time: try time(frame.time ?? line.time, of: "image")))
            }
        }
        return waiting.removeFirst()
    }

    /// The next line that is not empty, decoded.
    private func nextLine() throws(RecordingError) -> JSONLine? {
        while let text = try lines.next() {
            if text.allSatisfy(\.isWhitespace) { continue }
            do {
                return try decoder.decode(JSONLine.self, from: Data(text.utf8))
            } catch {
                throw lines.dataError(DecodingError.reason(of: error))
            }
        }
        return nil
    }

    private func take(_ sensor: JSONLine.Sensor, time seconds: Double?) throws(RecordingError) {
        guard sensor.type == "gyroscope" || sensor.type == "accelerometer" else { return }
        guard sensor.values.count == 3, sensor.values.allSatisfy(\.isFinite) else {
            throw lines.dataError("the \(sensor.type) needs three finite values")
        }
        let reading = InertialPairing.Reading(
            timestampNanoseconds: try time(seconds, of: sensor.type),
            values: Vector3(sensor.values[0], sensor.values[1], sensor.values[2])
        )
        let samples = sensor.type == "gyroscope" ? pairing.add(gyroscope: reading) : pairing.add(accelerometer: reading)
        waiting += samples.map { .inertial($0) }
    }

    /// A time in nanoseconds; times of one kind may repeat but not decrease.
    private func time(_ seconds: Double?, of kind: String) throws(RecordingError) -> Int64 {
        guard let seconds else { throw lines.dataError("`time` is missing") }
        guard seconds.isFinite, abs(seconds) < Double(TrajectoryFile.latestSeconds) else {
            throw lines.dataError("`time` is no time in seconds: \(seconds)")
        }
        let stamp = Int64((seconds * 1e9).rounded())
        if let last = lastTimes[kind], stamp < last {
            let (now, before) = (
                TrajectoryFile.seconds(ofNanoseconds: stamp), TrajectoryFile.seconds(ofNanoseconds: last)
            )
            throw lines.dataError("the \(kind)'s time goes back: \(now) s after \(before) s")
        }
        lastTimes[kind] = stamp
        return stamp
    }

    private func image(_ frame: JSONLine.Frame, time: Int64) throws(RecordingError) -> RecordedImage {
        do throws(RecordingError) {
            if let file = frame.file {
                return try loader.image(path: layout.folder + "/" + file, timestampNanoseconds: time)
            }
            let decoder = try openVideo()
            guard let image = try decoder.next(timestampNanoseconds: time) else {
                throw RecordingError.badImage(file: decoder.path, reason: "the video ends before this image")
            }
            return image
        } catch {
            throw lines.dataError(ImageLoader.reason(of: error))
        }
    }

    private func openVideo() throws(RecordingError) -> VideoDecoder {
        if let video { return video }
        guard let path = layout.video else {
            throw .unreadable(
                file: layout.folder,
                reason: "the line names no file, and there is no video beside the samples"
            )
        }
        let opened = try VideoDecoder(path: path, camera: calibration.camera, wantsColor: loader.wantsColor)
        video = opened
        return opened
    }

    /// The poses of the lines with ground truth; ignores those without an orientation.
    func truth() throws(RecordingError) -> [TruthState] {
        let source = try JSONLinesSource(layout: layout, wantsColor: false)
        var states: [TruthState] = []
        while let line = try source.nextLine() {
            guard let pose = line.groundTruth, let q = pose.orientation else { continue }
            let rotation = Rotation(x: q.x, y: q.y, z: q.z, w: q.w)
            states.append(
                TruthState(
                    timestampNanoseconds: try source.time(line.time, of: "truth"),
                    worldFromBody: RigidTransform(
                        rotation: rotation,
                        translation: Vector3(pose.position.x, pose.position.y, pose.position.z)
                    )
                )
            )
        }
        return states
    }
}
