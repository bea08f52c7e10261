import Recordings
import Sightline

/// Measures the distance between the surface points that two pixels show.
///
///     swift run MeasureLength RECORDING SECONDS X1 Y1 X2 Y2
///
/// SECONDS count from the first image. Pixels have their origin at the top left corner.
@main
struct MeasureLength {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst(2).compactMap(Double.init)
        guard numbers.count == 5 else { fatalError("usage: MeasureLength RECORDING SECONDS X1 Y1 X2 Y2") }
        let pixels = [Vector2(numbers[1], numbers[2]), Vector2(numbers[3], numbers[4])]

        let run = SessionRun(reader: try RecordingReader(path: CommandLine.arguments[1]))
        var first: Int64?
        var ends: [PickedPoint] = []
        while let frame = try run.next() {
            let start = first ?? frame.timestampNanoseconds
            first = start
            let seconds = Double(frame.timestampNanoseconds - start) * 1e-9
            if seconds >= numbers[0], ends.isEmpty {
                ends = pixels.compactMap { PickedPoint($0, in: run.session.world, snaps: true) }
            } else {
                for index in ends.indices { ends[index].look(at: frame) }  // later images refine the point
            }
        }

        let points = ends.compactMap { $0.point(in: run.session.world) }
        let measurement = Measurement(identifier: 1, tool: .distance, name: "", points: points)
        guard points.count == 2, let reading = measurement.reading(scale: run.session.world.scale) else {
            fatalError("no surface is known at these pixels")
        }
        print("\(reading.value) m, one sigma \(reading.sigma) m")
    }
}
