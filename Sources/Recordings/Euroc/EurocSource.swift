import Foundation
import Geometry
import Odometry

/// Streams a recording of the EuRoC ASL layout: merges the tables of images and inertial samples by timestamp.
final class EurocSource {
    let layout: EurocLayout
    let calibration: RecordedCalibration
    let imageCount: Int

    private let inertialTable: TableReader?
    private let imageTable: TableReader
    private let wantsColor: Bool
    private var nextSample: InertialSample?
    private var nextImage: (timestampNanoseconds: Int64, file: String)?
    private var lastSampleNanoseconds: Int64 = 0

    init(layout: EurocLayout, wantsColor: Bool, needsMotion: Bool) throws(RecordingError) {
        self.layout = layout
        self.wantsColor = wantsColor
        let hasMotion = needsMotion || layout.hasMotion
        calibration = try Self.calibration(of: layout, hasMotion: hasMotion)
        inertialTable = hasMotion ? try TableReader(path: layout.inertialTable) : nil
        imageTable = try TableReader(path: layout.imageTable)
        imageCount = try Self.rowCount(of: layout.imageTable)
        guard imageCount > 0 else {
            throw .badData(file: layout.imageTable, line: 1, reason: "the table lists no image")
        }
        nextSample = try readSample()
        guard nextSample != nil || !hasMotion else {
            throw .badData(file: layout.inertialTable, line: 1, reason: "the table holds no sample")
        }
        nextImage = try readImageRow()
    }

    private static func calibration(
        of layout: EurocLayout,
        hasMotion: Bool
    ) throws(RecordingError) -> RecordedCalibration {
        if let path = layout.pinholeCalibration {
            return try JSONFile.read(PinholeCalibrationFile.self, path: path).calibration(path: path)
        }
        if layout.isDescribedByKalibr { return try calibrationByKalibr(of: layout, hasMotion: hasMotion) }
        let camera = try SensorDescription(path: layout.cameraDescription)
        let inertial = hasMotion ? try SensorDescription(path: layout.inertialDescription) : nil
        let rigFromBody: RigidTransform<RigSpace, BodySpace> = try inertial?.rigFromSensor() ?? .identity
        let rigFromOptical: RigidTransform<RigSpace, OpticalSpace> = try camera.rigFromSensor()
        return RecordedCalibration(
            camera: try camera.camera(),
            bodyFromOptical: rigFromBody.inverse * rigFromOptical,
            timeOffset: try camera.seconds("timeshift_cam_imu"),
            readoutTime: try camera.seconds("rolling_shutter_readout_time"),
            noise: try inertial?.noise(),
            isGuess: camera.word("calibration") == "guess"
        )
    }

    /// The calibration of Kalibr's files; the body is the inertial sensor.
    private static func calibrationByKalibr(
        of layout: EurocLayout,
        hasMotion: Bool
    ) throws(RecordingError) -> RecordedCalibration {
        let camera = try SensorDescription(path: layout.cameraChain, section: "cam0")
        let inertial = hasMotion ? try SensorDescription(path: layout.inertialConfiguration) : nil
        let opticalFromBody: RigidTransform<OpticalSpace, BodySpace> = try camera.transform("T_cam_imu")
        return RecordedCalibration(
            camera: try camera.camera(),
            bodyFromOptical: opticalFromBody.inverse,
            timeOffset: try camera.seconds("timeshift_cam_imu"),
            noise: try inertial?.noise()
        )
    }

    private static func rowCount(of path: String) throws(RecordingError) -> Int {
        let table = try TableReader(path: path)
        var count = 0
        while try table.next() != nil { count += 1 }
        return count
    }

    /// The next event; inertial samples come before an image with the same timestamp.
    func next() throws(RecordingError) -> RecordingEvent? {
        if let sample = nextSample, sample.timestampNanoseconds <= nextImage?.timestampNanoseconds ?? .max {
            nextSample = try readSample()
            lastSampleNanoseconds = sample.timestampNanoseconds
            return .inertial(sample)
        }
        guard let row = nextImage else { return nil }
        try checkInertialTime(row.timestampNanoseconds)
        let image = try loadImage(row.file, timestampNanoseconds: row.timestampNanoseconds)
        nextImage = try readImageRow()
        return .image(image)
    }

    /// Throws if the inertial table ends more than a second before the images do, because it is truncated then.
    private func checkInertialTime(_ timestampNanoseconds: Int64) throws(RecordingError) {
        let missing = timestampNanoseconds - lastSampleNanoseconds
        guard let inertialTable, nextSample == nil, missing > 1_000_000_000 else { return }
        throw inertialTable.dataError("the table ends \(missing / 1_000_000) ms before an image: it was cut off")
    }

    private func readSample() throws(RecordingError) -> InertialSample? {
        guard let inertialTable, let row = try inertialTable.next() else { return nil }
        guard row.count == 7 else { throw inertialTable.dataError("the row has \(row.count) fields, not 7") }
        let stamp = try inertialTable.increasingTimestamp(row)
        let angular = try inertialTable.vector(row, 1)
        let force = try inertialTable.vector(row, 4)
        return InertialSample(timestampNanoseconds: stamp, angularVelocity: angular, specificForce: force)
    }

    private func readImageRow() throws(RecordingError) -> (timestampNanoseconds: Int64, file: String)? {
        guard let row = try imageTable.next() else { return nil }
        guard row.count == 2, !row[1].isEmpty else { throw imageTable.dataError("the row has no stamp and file name") }
        return (try imageTable.increasingTimestamp(row), String(row[1]))
    }

    private func loadImage(_ file: String, timestampNanoseconds: Int64) throws(RecordingError) -> RecordedImage {
        let loader = ImageLoader(camera: calibration.camera, wantsColor: wantsColor)
        do throws(RecordingError) {
            return try loader.image(
                path: layout.imageFolder + "/" + file,
                timestampNanoseconds: timestampNanoseconds
            )
        } catch {
            throw imageTable.dataError(ImageLoader.reason(of: error))
        }
    }
}

extension TableReader {
    /// Three fields as a vector.
    func vector(_ fields: [Substring], _ index: Int) throws(RecordingError) -> Vector3 {
        Vector3(try number(fields, index), try number(fields, index + 1), try number(fields, index + 2))
    }
}
