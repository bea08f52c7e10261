import Foundation
import Imaging
import Testing

@testable import Recordings

@Suite("Bad recordings of the EuRoC layout name file and line")
struct BadEurocTests {
    private static let samples = "mav0/imu0/data.csv"
    private static let images = "mav0/cam0/data.csv"

    private func complaint(after change: (TemporaryFolder) throws -> Void) throws -> String {
        let folder = try SampleRecording.write()
        try change(folder)
        return SampleRecording.complaint(folder) ?? "no complaint"
    }

    @Test("a table that breaks off within a row")
    func cutRow() throws {
        let text = try complaint { folder in
            try folder.edit(Self.samples) { $0 = $0.prefix(50) + ["1403638538900000000,0.1,0.2"] }
        }
        #expect(text == "mav0/imu0/data.csv:51: the row has 3 fields, not 7")
    }

    @Test("an inertial table that ends long before the images")
    func cutTable() throws {
        let text = try complaint { folder in
            try folder.edit(Self.samples) { $0 = $0.prefix(50) + [""] }
            try folder.edit(Self.images) { $0[20] = "1403638599900000000,1403638538577830376.png" }
        }
        #expect(text.hasPrefix("mav0/imu0/data.csv:50: the table ends "))
    }

    @Test("a number that is none", arguments: ["nan", "inf", "", "1.0.0", "abc"])
    func notANumber(_ word: String) throws {
        let text = try complaint { folder in
            try folder.edit(Self.samples) { $0[30] = "1403638538722833088,0.1,0.2,\(word),1,2,3" }
        }
        #expect(text == "mav0/imu0/data.csv:31: field 4, “\(word)”, is not a finite number")
    }

    @Test("times that go back or stand", arguments: [11, 12])
    func backwardTimes(_ source: Int) throws {
        let text = try complaint { folder in try folder.edit(Self.samples) { $0[12] = $0[source - 1] } }
        #expect(text.hasPrefix("mav0/imu0/data.csv:13: the time goes back or stands"))
    }

    @Test("an image that is missing")
    func missingImage() throws {
        let text = try complaint { folder in
            try FileManager.default.removeItem(atPath: folder.path + "/mav0/cam0/data/1403638538727834216.png")
        }
        #expect(text == "mav0/cam0/data.csv:5: image mav0/cam0/data/1403638538727834216.png: no such file")
    }

    @Test("an image of another size")
    func otherSize() throws {
        let text = try complaint { folder in
            let path = folder.path + "/mav0/cam0/data/1403638538577830376.png"
            try ImageCodec.write(GrayImage(width: 16, height: 24), as: .png, to: path)
        }
        #expect(text.hasPrefix("mav0/cam0/data.csv:2: image"))
        #expect(text.hasSuffix("it has 16 × 24 pixels, not 32 × 24"))
    }

    @Test("an image file that breaks off", arguments: [ImageCodec.Format.png, .jpeg(quality: 90)])
    func cutImage(_ format: ImageCodec.Format) throws {
        let folder = try SampleRecording.write(format: format)
        let path = folder.path + "/mav0/cam0/data/1403638538577830376." + format.pathExtension
        let whole = try #require(FileManager.default.contents(atPath: path))
        for count in [0, 1, 10, whole.count / 2, whole.count - 40] {
            try whole.prefix(count).write(to: URL(fileURLWithPath: path))
            let text = SampleRecording.complaint(folder) ?? "no complaint after \(count) bytes"
            #expect(text.hasPrefix("mav0/cam0/data.csv:2: image"))
        }
    }

    @Test("folders and tables without anything in them")
    func empty() throws {
        let folder = try TemporaryFolder()
        #expect(SampleRecording.complaint(folder, folder.path)?.contains("not a recording") == true)
        #expect(SampleRecording.complaint(folder, folder.path + "/nowhere")?.contains("nothing at this path") == true)
        let noImage = try complaint { try $0.edit(Self.images) { $0 = [$0[0], ""] } }
        #expect(noImage == "mav0/cam0/data.csv:1: the table lists no image")
        let noSample = try complaint { try $0.edit(Self.samples) { $0 = [$0[0], ""] } }
        #expect(noSample == "mav0/imu0/data.csv:1: the table holds no sample")
        let noTable = try complaint { try FileManager.default.removeItem(atPath: $0.path + "/" + Self.samples) }
        #expect(noTable == "mav0/imu0/data.csv: cannot be read: No such file or directory")
    }

    @Test("a description without what is needed")
    func badDescription() throws {
        let path = "mav0/cam0/sensor.yaml"
        let missing = try complaint { try $0.edit(path) { $0.removeAll { $0.hasPrefix("intrinsics") } } }
        #expect(missing == "mav0/cam0/sensor.yaml:1: `intrinsics` is missing")
        let open = try complaint { try $0.edit(path) { $0 = Array($0.prefix(6)) } }
        #expect(open == "mav0/cam0/sensor.yaml:5: the list of `data` has no end")
        let sheared = try complaint { try $0.edit(path) { $0[4] = "  data: [2, 0, 0, 0," } }
        #expect(sheared == "mav0/cam0/sensor.yaml:5: `data` is not a rotation and a translation")
    }
}
