import Foundation
import Geometry
import Testing

@testable import Recordings

/// Real recordings beside the package, where there are any.
enum RealData {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../shared/data/vio"
    ).standardized.path
    static let isThere = FileManager.default.fileExists(atPath: folder + "/hall")
}

@Suite("Real recordings", .enabled(if: RealData.isThere))
struct RealRecordingTests {
    @Test("are read whole, in order", arguments: [("hall", 585, 752), ("room", 90, 752), ("phone", 608, 640)])
    func whole(_ name: String, images: Int, width: Int) throws {
        var reader = try RecordingReader(path: RealData.folder + "/" + name)
        #expect(reader.imageCount == images)
        #expect(reader.calibration.camera.width == width)
        #expect(reader.calibration.isGuess == (name == "phone"))
        var read = 0
        var samples = 0
        var last: Int64 = 0
        while let event = try reader.next() {
            switch event {
            case .inertial(let sample):
                #expect(sample.timestampNanoseconds > last)
                last = sample.timestampNanoseconds
                samples += 1
            case .image: read += 1
            }
        }
        #expect(read == images)
        #expect(samples > images * 7)
    }
}
