import Foundation
import Geometry

/// The timestamps and readings of a recording as its files state them, also those that a reader would refuse.
struct RawTimeline {
    /// One sensor's readings, in the order of the file.
    struct Readings: Equatable {
        var stamps: [Int64] = []
        var values: [Vector3] = []

        mutating func add(_ value: Vector3, at stamp: Int64) {
            stamps.append(stamp)
            values.append(value)
        }
    }

    var gyroscope = Readings()
    var accelerometer = Readings()
    /// Nanoseconds of the images.
    var images: [Int64] = []
    /// Images that the recorder says it dropped.
    var droppedImages = 0
    /// Rows or lines that cannot be read.
    var unreadableRows = 0

    /// Reads the tables of a recording; throws if there is none of a known layout, or a file is missing.
    init(path: String) throws(RecordingError) {
        if let layout = EurocLayout(path: path) {
            try readEuroc(layout)
        } else if let layout = JSONLinesLayout(path: path) {
            try readLines(of: layout)
        } else {
            throw .notRecording(path: path, reason: "neither mav0/cam0 (EuRoC) nor data.jsonl is there")
        }
    }

    init() {}

    private mutating func readEuroc(_ layout: EurocLayout) throws(RecordingError) {
        let images = try TableReader(path: layout.imageTable)
        while let row = try images.next() {
            if let stamp = row.first.flatMap({ Int64($0) }) { self.images.append(stamp) } else { unreadableRows += 1 }
        }
        guard layout.hasMotion else { return }
        let samples = try TableReader(path: layout.inertialTable)
        while let row = try samples.next() {
            let numbers = row.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
            guard let stamp = row.first.flatMap({ Int64($0) }), numbers.count == 6 else {
                unreadableRows += 1
                continue
            }
            gyroscope.add(Vector3(numbers[0], numbers[1], numbers[2]), at: stamp)
            accelerometer.add(Vector3(numbers[3], numbers[4], numbers[5]), at: stamp)
        }
    }

    private mutating func readLines(of layout: JSONLinesLayout) throws(RecordingError) {
        let lines = try LineReader(path: layout.samples)
        let decoder = JSONDecoder()
        while let text = try lines.next() {
            if text.allSatisfy(\.isWhitespace) { continue }
            guard let line = try? decoder.decode(JSONLine.self, from: Data(text.utf8)) else {
                unreadableRows += 1
                continue
            }
            add(line)
        }
    }

    private mutating func add(_ line: JSONLine) {
        if line.droppedFrame == true { droppedImages += 1 }
        if let frame = line.frames?.first(where: { ($0.cameraInd ?? 0) == 0 }) {
            guard let stamp = Self.nanoseconds(frame.time ?? line.time) else {
                unreadableRows += 1
                return
            }
            images.append(stamp)
        }
        guard let sensor = line.sensor, sensor.type == "gyroscope" || sensor.type == "accelerometer" else { return }
        guard let stamp = Self.nanoseconds(line.time), sensor.values.count == 3,
            sensor.values.allSatisfy(\.isFinite)
        else {
            unreadableRows += 1
            return
        }
        let value = Vector3(sensor.values[0], sensor.values[1], sensor.values[2])
        if sensor.type == "gyroscope" { gyroscope.add(value, at: stamp) } else { accelerometer.add(value, at: stamp) }
    }

    private static func nanoseconds(_ seconds: Double?) -> Int64? {
        guard let seconds, seconds.isFinite, abs(seconds) < Double(TrajectoryFile.latestSeconds) else { return nil }
        return Int64((seconds * 1e9).rounded())
    }
}
