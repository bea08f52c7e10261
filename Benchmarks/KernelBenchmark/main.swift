import BenchmarkSupport
import Features
import Foundation
import Geometry
import Imaging

// Usage: KernelBenchmark FOLDER [tracks.csv] Prints medians of processor time in milliseconds as JSON; with a second
// argument writes the features of all images too.

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func measure(_ rounds: Int, _ body: (Int) -> Void) -> Double {
    median(
        (0..<rounds).map { round in
            let start = processorMilliseconds()
            body(round)
            return processorMilliseconds() - start
        }
    )
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: KernelBenchmark FOLDER [tracks.csv]\n".utf8))
    exit(64)
}
let clip = try Clip(folder: arguments[1])
let camera = clip.camera
let middle = clip.count / 2

func build(_ pyramid: ImagePyramid, _ index: Int) {
    clip.withPicture(index) {
        pyramid.build(pixels: $0, width: camera.width, height: camera.height, bytesPerRow: camera.width)
    }
}

func track(_ tracker: FeatureTracker, _ index: Int, known: Bool = true) {
    clip.withPicture(index) {
        tracker.track(
            pixels: $0,
            width: camera.width,
            height: camera.height,
            bytesPerRow: camera.width,
            camera: camera,
            currentFromPrevious: known ? clip.rotations[index] : nil
        )
    }
}

let first = ImagePyramid(maximumLevels: 4)
let second = ImagePyramid(maximumLevels: 4)
let pyramidTime = measure(60) { build(first, $0 % clip.count) }

var settings = FeatureTrackerConfiguration()
settings.maximumCount = 200
let fresh = FeatureTracker(configuration: settings)
let cornerTime =
    measure(40) { _ in
        fresh.reset()
        track(fresh, middle)
    } - pyramidTime

let points = fresh.features.map(\.pixel)
let flow = FlowEstimator()
var followed = 0
let flowTime = measure(40) { _ in
    followed = 0
    build(first, middle)
    build(second, middle + 1)
    for point in points {
        if flow.match(point, in: first, to: second, guess: point, warp: nil, coarsest: 3) != nil { followed += 1 }
    }
}

let tracker = FeatureTracker()
var lines = ""
let frameTimes = (0..<clip.count).map { index in
    let start = processorMilliseconds()
    track(tracker, index)
    let time = processorMilliseconds() - start
    if arguments.count > 2 {
        for feature in tracker.features {
            lines += "\(index),\(feature.identifier),\(feature.pixel.x),\(feature.pixel.y),\(feature.age)\n"
        }
    }
    return time
}
if arguments.count > 2 { try lines.write(toFile: arguments[2], atomically: true, encoding: .utf8) }

let sorted = frameTimes.dropFirst(3).sorted()
let report: [String: Double] = [
    "pyramid": pyramidTime,
    "corners": cornerTime,
    "flow": flowTime,
    "points": Double(points.count),
    "frame": sorted[sorted.count / 2],
    "frame95": sorted[sorted.count * 95 / 100],
    "frameMaximum": sorted.last ?? 0,
]
FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: report, options: .sortedKeys))
