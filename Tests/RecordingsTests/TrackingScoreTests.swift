import Foundation
import Geometry
import Recordings
import Testing

@Suite("Boxes and their truth")
struct TrackingScoreTests {
    private let truth = (0..<10).map { ImageBox(x: Double($0), y: 5, width: 20, height: 10) }

    @Test("the truth itself overlaps wholly")
    func perfect() {
        let score = TrackingScore(boxes: truth, truth: truth)
        #expect(score.overlaps.allSatisfy { abs($0 - 1) < 1e-12 })
        #expect(score.precision(within: 0) == 1)
        // The curve of success falls to nothing at an overlap of 1, the last of 21 thresholds.
        #expect(abs(score.areaUnderCurve - 20.0 / 21) < 1e-12)
    }

    @Test("half a box to the side overlaps by a third")
    func shifted() {
        let shifted = truth.map { ImageBox(x: $0.x + 10, y: $0.y, width: 20, height: 10) }
        let score = TrackingScore(boxes: shifted, truth: truth)
        #expect(abs((score.overlaps.first ?? 0) - 1.0 / 3) < 1e-12)
        #expect(score.precision(within: 9.9) == 0)
        #expect(score.precision(within: 10.1) == 1)
    }

    @Test("commas, tabs and spaces part the numbers; a bad line is named")
    func reading() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "boxes-\(UUID().uuidString).txt").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "1,2,3,4\n5\t6\t7\t8\n9 10 11 12\n".write(toFile: path, atomically: true, encoding: .utf8)
        let boxes = try ImageBox.read(path: path)
        #expect(boxes.map(\.x) == [1, 5, 9])
        try "1,2,3,4\n5,6,x,8\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(
            throws: RecordingError.badData(file: path, line: 2, reason: "a box is four numbers: x, y, width, height")
        ) { try ImageBox.read(path: path) }
    }

    @Test("a folder without images and a missing video are named")
    func missing() {
        #expect(throws: RecordingError.self) { try ImageSequence(path: "/nowhere.mp4") }
        let empty = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: empty) }
        #expect(throws: RecordingError.self) { try ImageSequence(path: empty) }
    }
}
