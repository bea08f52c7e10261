import Foundation
import Geometry
import Odometry

/// Writes a recording in the EuRoC ASL layout, event by event.
public final class EurocWriter {
    private let layout: EurocLayout
    private let format: PictureCodec.Format
    private let inertialTable: TextFileWriter
    private let pictureTable: TextFileWriter
    private var truthTable: TextFileWriter?

    /// Creates the folders and the sensors' descriptions under `folder`; throws `unwritable`.
    public init(
        folder: String,
        calibration: RecordedCalibration,
        format: PictureCodec.Format = .png
    ) throws(RecordingError) {
        layout = EurocLayout(root: folder + "/mav0")
        self.format = format
        for path in [layout.pictureFolder, layout.root + "/imu0"] { try Self.createFolder(path) }
        try EurocDescription.camera(calibration).write(to: layout.cameraDescription)
        try EurocDescription.inertial(calibration).write(to: layout.inertialDescription)
        inertialTable = try TextFileWriter(path: layout.inertialTable)
        pictureTable = try TextFileWriter(path: layout.pictureTable)
        try inertialTable.write(
            "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
                + "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]"
        )
        try pictureTable.write("#timestamp [ns],filename")
    }

    /// Writes an event; a picture in colour where it has colour.
    public func write(_ event: RecordingEvent) throws(RecordingError) {
        switch event {
        case .inertial(let sample):
            try inertialTable.write(
                Self.row(sample.timestampNanoseconds, [sample.angularVelocity, sample.specificForce])
            )
        case .picture(let picture):
            let name = "\(picture.timestampNanoseconds).\(format.pathExtension)"
            let path = layout.pictureFolder + "/" + name
            if let color = picture.color {
                try PictureCodec.write(color, as: format, to: path)
            } else {
                try PictureCodec.write(picture.gray, as: format, to: path)
            }
            try pictureTable.write("\(picture.timestampNanoseconds),\(name)")
        }
    }

    /// Lists a picture whose file someone else has written in `pictureFolder`.
    public func listPicture(timestampNanoseconds: Int64, name: String) throws(RecordingError) {
        try pictureTable.write("\(timestampNanoseconds),\(name)")
    }

    /// Where the picture files go.
    public var pictureFolder: String { layout.pictureFolder }

    /// Writes a state of the ground truth; unknown parts are written as zeros.
    public func write(_ truth: TruthState) throws(RecordingError) {
        let table = try openTruth()
        let q = truth.worldFromBody.rotation
        let vectors = [truth.velocity ?? .zero, truth.gyroscopeBias ?? .zero, truth.accelerometerBias ?? .zero]
        let p = truth.worldFromBody.translation
        let pose = [p.x, p.y, p.z, q.real, q.imaginary.x, q.imaginary.y, q.imaginary.z].map { "\($0)" }
        let rest = vectors.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
        try table.write((["\(truth.timestampNanoseconds)"] + pose + rest).joined(separator: ","))
    }

    /// Brings all that was written to the files.
    public func finish() throws(RecordingError) {
        try inertialTable.flush()
        try pictureTable.flush()
        try truthTable?.flush()
    }

    private func openTruth() throws(RecordingError) -> TextFileWriter {
        if let truthTable { return truthTable }
        try Self.createFolder(layout.root + "/state_groundtruth_estimate0")
        let table = try TextFileWriter(path: layout.truthTable)
        truthTable = table
        try table.write(
            "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z [],"
                + "v_RS_R_x [m s^-1],v_RS_R_y [m s^-1],v_RS_R_z [m s^-1],"
                + "b_w_RS_S_x [rad s^-1],b_w_RS_S_y [rad s^-1],b_w_RS_S_z [rad s^-1],"
                + "b_a_RS_S_x [m s^-2],b_a_RS_S_y [m s^-2],b_a_RS_S_z [m s^-2]"
        )
        return table
    }

    private static func row(_ timestampNanoseconds: Int64, _ vectors: [Vector3]) -> String {
        (["\(timestampNanoseconds)"] + vectors.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }).joined(separator: ",")
    }

    static func createFolder(_ path: String) throws(RecordingError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .unwritable(file: path, reason: error.localizedDescription)
        }
    }
}
