import Foundation
import Geometry
import Odometry

/// Streams a recording of the EuRoC ASL layout: merges the pictures' and the inertial table by their stamps.
final class EurocSource {
    let layout: EurocLayout
    let calibration: RecordedCalibration
    let pictureCount: Int

    private let inertialTable: TableReader
    private let pictureTable: TableReader
    private let wantsColor: Bool
    private var nextSample: InertialSample?
    private var nextPicture: (timestampNanoseconds: Int64, file: String)?
    private var lastSampleNanoseconds: Int64 = 0

    init(layout: EurocLayout, wantsColor: Bool) throws(RecordingError) {
        self.layout = layout
        self.wantsColor = wantsColor
        calibration = try Self.calibration(of: layout)
        inertialTable = try TableReader(path: layout.inertialTable)
        pictureTable = try TableReader(path: layout.pictureTable)
        pictureCount = try Self.rowCount(of: layout.pictureTable)
        guard pictureCount > 0 else {
            throw .badData(file: layout.pictureTable, line: 1, reason: "the table lists no picture")
        }
        nextSample = try readSample()
        guard nextSample != nil else {
            throw .badData(file: layout.inertialTable, line: 1, reason: "the table holds no sample")
        }
        nextPicture = try readPictureRow()
    }

    private static func calibration(of layout: EurocLayout) throws(RecordingError) -> RecordedCalibration {
        let camera = try SensorDescription(path: layout.cameraDescription)
        let inertial = try SensorDescription(path: layout.inertialDescription)
        let rigFromBody: RigidTransform<RigSpace, BodySpace> = try inertial.rigFromSensor()
        let rigFromOptical: RigidTransform<RigSpace, OpticalSpace> = try camera.rigFromSensor()
        return RecordedCalibration(
            camera: try camera.camera(),
            bodyFromOptical: rigFromBody.inverse * rigFromOptical,
            timeOffset: try camera.number("timeshift_cam_imu") ?? 0,
            readoutTime: try camera.number("rolling_shutter_readout_time") ?? 0,
            noise: try inertial.noise(),
            isGuess: camera.word("calibration") == "guess"
        )
    }

    private static func rowCount(of path: String) throws(RecordingError) -> Int {
        let table = try TableReader(path: path)
        var count = 0
        while try table.next() != nil { count += 1 }
        return count
    }

    /// The next event; inertial samples come before a picture of the same stamp.
    func next() throws(RecordingError) -> RecordingEvent? {
        if let sample = nextSample, sample.timestampNanoseconds <= nextPicture?.timestampNanoseconds ?? .max {
            nextSample = try readSample()
            lastSampleNanoseconds = sample.timestampNanoseconds
            return .inertial(sample)
        }
        guard let row = nextPicture else { return nil }
        try holdToInertialTime(row.timestampNanoseconds)
        let picture = try loadPicture(row.file, timestampNanoseconds: row.timestampNanoseconds)
        nextPicture = try readPictureRow()
        return .picture(picture)
    }

    /// A table that ends a second before the pictures do was cut off.
    private func holdToInertialTime(_ timestampNanoseconds: Int64) throws(RecordingError) {
        let missing = timestampNanoseconds - lastSampleNanoseconds
        guard nextSample == nil, missing > 1_000_000_000 else { return }
        throw inertialTable.fault("the table ends \(missing / 1_000_000) ms before a picture: it was cut off")
    }

    private func readSample() throws(RecordingError) -> InertialSample? {
        guard let row = try inertialTable.next() else { return nil }
        guard row.count == 7 else { throw inertialTable.fault("the row has \(row.count) fields, not 7") }
        let stamp = try inertialTable.increasingTimestamp(row)
        let angular = try inertialTable.vector(row, 1)
        let force = try inertialTable.vector(row, 4)
        return InertialSample(timestampNanoseconds: stamp, angularVelocity: angular, specificForce: force)
    }

    private func readPictureRow() throws(RecordingError) -> (timestampNanoseconds: Int64, file: String)? {
        guard let row = try pictureTable.next() else { return nil }
        guard row.count == 2, !row[1].isEmpty else { throw pictureTable.fault("the row has no stamp and file name") }
        return (try pictureTable.increasingTimestamp(row), String(row[1]))
    }

    private func loadPicture(_ file: String, timestampNanoseconds: Int64) throws(RecordingError) -> RecordedPicture {
        let loader = PictureLoader(camera: calibration.camera, wantsColor: wantsColor)
        do throws(RecordingError) {
            return try loader.picture(
                path: layout.pictureFolder + "/" + file,
                timestampNanoseconds: timestampNanoseconds
            )
        } catch {
            throw pictureTable.fault(PictureLoader.reason(of: error))
        }
    }
}

extension TableReader {
    /// Three fields as a vector.
    func vector(_ fields: [Substring], _ index: Int) throws(RecordingError) -> Vector3 {
        Vector3(try number(fields, index), try number(fields, index + 1), try number(fields, index + 2))
    }
}
