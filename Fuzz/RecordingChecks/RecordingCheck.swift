import Foundation
import Geometry
import Imaging
import Recordings
import WorldTracking

/// Every reader of recordings, images and maps, on one input; none may trap, and reading must be consistent.
public enum RecordingCheck {
    /// The kinds of input; the first octet of an input selects one.
    private enum Kind: UInt8, CaseIterable {
        case image, orientation, map, trajectory, boxes
        case cameraDescription, inertialDescription, inertialTable, imageTable, truthTable
        case calibration, lines, archive
    }

    /// Reads an input; the first octet selects the reader.
    ///
    /// - Returns: what does not agree; nil if all does.
    public static func error(_ octets: [UInt8]) -> String? {
        guard let first = octets.first, let kind = Kind(rawValue: first % UInt8(Kind.allCases.count)) else {
            return nil
        }
        let body = Array(octets.dropFirst())
        switch kind {
        case .image: return image(body)
        case .orientation:
            _ = ImageOrientation(jpeg: Data(body))
            return nil
        case .map: return map(body)
        case .trajectory: return trajectory(body)
        case .boxes:
            _ = try? ImageBox.read(path: folder.write(body, to: "boxes.txt"))
            return nil
        case .cameraDescription: return euroc(body, "mav0/cam0/sensor.yaml")
        case .inertialDescription: return euroc(body, "mav0/imu0/sensor.yaml")
        case .inertialTable: return euroc(body, "mav0/imu0/data.csv")
        case .imageTable: return euroc(body, "mav0/cam0/data.csv")
        case .truthTable: return euroc(body, "mav0/state_groundtruth_estimate0/data.csv")
        case .calibration: return lines(body, "calibration.json")
        case .lines: return lines(body, "data.jsonl")
        case .archive: return archive(body)
        }
    }

    /// An archive: its files together are no larger than it is, and a recording in it is read as one in a folder.
    private static func archive(_ octets: [UInt8]) -> String? {
        let path = folder.write(octets, to: "input.zip")
        guard let archive = try? StoredArchive(path: path) else { return nil }
        let contents = archive.entries.compactMap { try? archive.content(of: $0) }
        guard contents.reduce(0, { $0 + $1.count }) <= octets.count else { return "an archive grows" }
        _ = try? ProblemReport(archive: archive, path: path)
        guard var reader = try? RecordingReader(path: path) else { return nil }
        while (try? reader.next()) != nil {}
        return nil
    }

    private static let folder = SampleFolder()

    /// An image file: gray and colour have one size, and the upright image has the same number of pixels.
    private static func image(_ octets: [UInt8]) -> String? {
        guard declaredPixelCount(octets) < 1_000_000 else { return nil }
        let data = Data(octets)
        let gray = try? ImageCodec.gray(data: data, name: "input")
        let color = try? ImageCodec.color(data: data, name: "input")
        if let gray, let color, (gray.width, gray.height) != (color.width, color.height) {
            return "an image has two sizes"
        }
        guard let color else { return nil }
        let upright = try? ImageCodec.uprightColor(path: folder.write(octets, to: "image"))
        return upright?.bytes.count == color.bytes.count ? nil : "an image loses pixels when it is turned"
    }

    /// The pixels that a header declares: large images are valid, but cost the fuzzer its time.
    private static func declaredPixelCount(_ octets: [UInt8]) -> Int {
        if let size = JPEGSegments(octets).frameSize { return size.width * size.height }
        guard octets.count >= 24, octets.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return 0 }
        let sides = [16, 20].map { octets[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        return sides[0].multipliedReportingOverflow(by: sides[1]).partialValue
    }

    /// A world map: it can be written and read again, and its bytes stay the same from then on.
    ///
    /// The first reading normalises rotations, so the bytes are compared from the second on.
    private static func map(_ octets: [UInt8]) -> String? {
        guard let map = try? WorldMap(decoding: octets) else { return nil }
        guard let second = try? WorldMap(decoding: map.encoded()), let third = try? WorldMap(decoding: second.encoded())
        else { return "a map cannot be read again" }
        return second.encoded() == third.encoded() ? nil : "a map is another after writing"
    }

    /// A trajectory: its poses are in order, and they can be compared with themselves.
    private static func trajectory(_ octets: [UInt8]) -> String? {
        guard let poses = try? TrajectoryFile.read(path: folder.write(octets, to: "trajectory.tum")) else { return nil }
        let stamps = poses.map(\.timestampNanoseconds)
        guard zip(stamps, stamps.dropFirst()).allSatisfy(<) else { return "a trajectory is out of order" }
        evaluate(
            poses.map { TruthState(timestampNanoseconds: $0.timestampNanoseconds, worldFromBody: $0.worldFromBody) }
        )
        return nil
    }

    private static func evaluate(_ truth: [TruthState]) {
        let pairing = TrajectoryPairing(estimate: truth.map(\.pose), truth: truth)
        _ = TrajectoryError(pairing)
        _ = RelativePoseError(pairing)
    }

    /// A good EuRoC recording with one file replaced.
    private static func euroc(_ octets: [UInt8], _ file: String) -> String? {
        read(folder.recording("euroc", replacing: file, with: octets))
    }

    /// A good recording of lines with one file replaced.
    private static func lines(_ octets: [UInt8], _ file: String) -> String? {
        read(folder.recording("lines", replacing: file, with: octets))
    }

    /// A whole recording: its images have the camera's size, and its samples are finite.
    private static func read(_ path: String) -> String? {
        guard var reader = try? RecordingReader(path: path) else { return nil }
        let camera = reader.calibration.camera
        guard camera.focalLengthPixels.x.isFinite, camera.focalLengthPixels.x > 0 else { return "a lens is impossible" }
        while let event = try? reader.next() {
            switch event {
            case .inertial(let sample):
                guard dot(sample.angularVelocity, sample.angularVelocity) >= 0 else {
                    return "a sample is not a number"
                }
            case .image(let image):
                guard image.gray.width == camera.width else { return "an image has another size than the camera" }
            }
        }
        if let truth = try? reader.truth() { evaluate(truth) }
        return nil
    }
}
