import Foundation
import Geometry
import Odometry

/// Writes a recording in the EuRoC ASL layout, event by event.
public final class EurocWriter {
    private let layout: EurocLayout
    private let format: ImageCodec.Format
    private let inertialTable: TextFileWriter
    private let imageTable: TextFileWriter
    private var truthTable: TextFileWriter?

    /// Creates the folders and the sensors' descriptions under `folder`; throws `unwritable`.
    public init(
        folder: String,
        calibration: RecordedCalibration,
        format: ImageCodec.Format = .png
    ) throws(RecordingError) {
        layout = EurocLayout(root: folder + "/mav0")
        self.format = format
        for path in [layout.imageFolder, layout.root + "/imu0"] { try Self.createFolder(path) }
        try EurocDescription.camera(calibration).write(to: layout.cameraDescription)
        try EurocDescription.inertial(calibration).write(to: layout.inertialDescription)
        inertialTable = try TextFileWriter(path: layout.inertialTable)
        imageTable = try TextFileWriter(path: layout.imageTable)
        try inertialTable.write(
            "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
                + "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]"
        )
        try imageTable.write("#timestamp [ns],filename")
    }

    /// Writes an event; writes the image in colour if it has colour.
    public func write(_ event: RecordingEvent) throws(RecordingError) {
        switch event {
        case .inertial(let sample):
            try inertialTable.write(
                Self.row(sample.timestampNanoseconds, [sample.angularVelocity, sample.specificForce])
            )
        case .image(let image):
            let name = "\(image.timestampNanoseconds).\(format.pathExtension)"
            let path = layout.imageFolder + "/" + name
            if let color = image.color {
                try ImageCodec.write(color, as: format, to: path)
            } else {
                try ImageCodec.write(image.gray, as: format, to: path)
            }
            try imageTable.write("\(image.timestampNanoseconds),\(name)")
        }
    }

    /// Lists an image whose file another writer has put in `imageFolder`.
    public func listImage(timestampNanoseconds: Int64, name: String) throws(RecordingError) {
        try imageTable.write("\(timestampNanoseconds),\(name)")
    }

    /// The folder of the image files.
    public var imageFolder: String { layout.imageFolder }

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

    /// Flushes everything to the files.
    public func finish() throws(RecordingError) {
        try inertialTable.flush()
        try imageTable.flush()
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
