import BenchmarkSupport
import Features
import Foundation
import Geometry
import Odometry
import Recordings

// Usage: InitializerBenchmark RECORDING [STEP-SECONDS [verbose]]
// Starts the initializer again every few seconds of a recording and compares its results with the truth.

struct TrackedImage {
    var timestampNanoseconds: Int64
    var features: [TrackedFeature]
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else { exit(64) }
var reader = try RecordingReader(path: arguments[1])
let step = arguments.count > 2 ? Double(arguments[2]) ?? 0.5 : 0.5
let isVerbose = arguments.count > 3
let calibration = reader.calibration
let truth = (try? reader.truth()) ?? []

var samples: [InertialSample] = []
var images: [TrackedImage] = []
let tracker = FeatureTracker()

/// The rotation of the camera between two images by the raw gyroscope, bias and all.
@MainActor func rotation(from start: Int64, to end: Int64) -> Rotation {
    var turn = Rotation.identity
    var last = start
    for sample in samples.suffix(400) where sample.timestampNanoseconds > start && sample.timestampNanoseconds <= end {
        turn = turn * Rotation(exp: sample.angularVelocity * (Double(sample.timestampNanoseconds - last) * 1e-9))
        last = sample.timestampNanoseconds
    }
    let bodyFromOptical = calibration.bodyFromOptical.rotation
    return bodyFromOptical.inverse * turn.inverse * bodyFromOptical
}

while let event = try reader.next() {
    switch event {
    case .inertial(let sample): samples.append(sample)
    case .image(let image):
        let turn = images.last.map { rotation(from: $0.timestampNanoseconds, to: image.timestampNanoseconds) }
        tracker.track(image.gray, camera: calibration.camera, currentFromPrevious: turn)
        images.append(
            TrackedImage(timestampNanoseconds: image.timestampNanoseconds, features: tracker.features)
        )
    }
}

var configuration = MotionInitializerConfiguration(
    camera: calibration.camera,
    bodyFromOptical: calibration.bodyFromOptical,
    timeOffset: calibration.timeOffset
)
if calibration.isGuess {
    configuration.timeOffsetSigma = 0.03
    configuration.focalScaleSigma = 0.08
    configuration.extrinsicRotationSigma = 0.02
}

func nearestTruth(_ stamp: Int64) -> TruthState? {
    guard let best = truth.min(by: { abs($0.timestampNanoseconds - stamp) < abs($1.timestampNanoseconds - stamp) }),
        abs(best.timestampNanoseconds - stamp) < 6_000_000
    else { return nil }
    return best
}

struct Score {
    var start: Double
    var seconds: Double
    var scale: Double
    var tilt: Double
    var velocity: Double
    var speed: Double
    var normalized: Double
    var bias: Double
}

func format(_ value: Double, _ digits: Int = 3) -> String { String(format: "%8.\(digits)f", value) }

func score(_ motion: InitialMotion, start: Double, seconds: Double) -> Score? {
    guard let state = nearestTruth(motion.timestampNanoseconds), let velocity = state.velocity else { return nil }
    var ours = 0.0
    var theirs = 0.0
    for pose in motion.windowPoses {
        guard let there = nearestTruth(pose.timestampNanoseconds) else { continue }
        let offset = there.worldFromBody.translation - state.worldFromBody.translation
        ours += dot(pose.odometryFromBody.translation, pose.odometryFromBody.translation)
        theirs += dot(offset, offset)
    }
    let up = Vector3(0, 0, 1)
    let ourUp = motion.odometryFromBody.rotation.inverse * up
    let trueUp = state.worldFromBody.rotation.inverse * up
    let ourVelocity = motion.odometryFromBody.rotation.inverse * motion.velocity
    let trueVelocity = state.worldFromBody.rotation.inverse * velocity
    let error = (ourVelocity - trueVelocity).length
    return Score(
        start: start,
        seconds: seconds,
        scale: (ours / theirs).squareRoot() - 1,
        tilt: acos(min(1, dot(ourUp, trueUp))) * 180 / .pi,
        velocity: error,
        speed: velocity.length,
        normalized: error / motion.velocitySigma,
        bias: state.gyroscopeBias.map { (motion.gyroscopeBias - $0).length } ?? .nan
    )
}

var scores: [Score] = []
var attempts = 0
var times: [Double] = []
var delays: [String: Int] = [:]
let origin = images.first?.timestampNanoseconds ?? 0
var start = 0.0
let end = Double((images.last?.timestampNanoseconds ?? 0) - origin) * 1e-9 - 1.2
while start < end {
    attempts += 1
    let initializer = MotionInitializer(configuration: configuration)
    var sampleIndex = 0
    var reason = "none"
    for image in images {
        let time = Double(image.timestampNanoseconds - origin) * 1e-9
        if time < start - 1e-6 { continue }
        if time > start + 2 { break }
        while sampleIndex < samples.count,
            samples[sampleIndex].timestampNanoseconds < image.timestampNanoseconds + 120_000_000
        {
            if Double(samples[sampleIndex].timestampNanoseconds - origin) * 1e-9 > start - 0.2 {
                initializer.add(samples[sampleIndex])
            }
            sampleIndex += 1
        }
        initializer.add(
            image.features.lazy.map { ($0.identifier, $0.pixel) },
            timestampNanoseconds: image.timestampNanoseconds
        )
        let before = processorMilliseconds()
        let outcome = initializer.solve()
        times.append(processorMilliseconds() - before)
        if case .solved(let motion) = outcome {
            reason = "solved"
            if truth.isEmpty {
                print(
                    format(start, 1),
                    format(time - start, 2),
                    "speed",
                    format(motion.velocity.length),
                    "sigma",
                    format(motion.velocitySigma),
                    "offset",
                    format(motion.timeOffset * 1e3, 1),
                    "±",
                    format(motion.timeOffsetSigma * 1e3, 1),
                    "focal",
                    format(motion.focalScale),
                    "±",
                    format(motion.focalScaleSigma),
                    "bias",
                    format(motion.gyroscopeBias.length),
                    "residual",
                    format(motion.residualPixels),
                    "median distance",
                    format(quantile(motion.points.map(\.distance), 0.5)),
                    "accelerometer bias",
                    format(motion.accelerometerBias.length)
                )
            }
            if let found = score(motion, start: start, seconds: time - start) {
                scores.append(found)
                if isVerbose {
                    print(
                        format(start, 1),
                        "after",
                        format(found.seconds, 2),
                        "scale",
                        format(found.scale * 100, 1),
                        "% tilt",
                        format(found.tilt, 2),
                        "° velocity",
                        format(found.velocity),
                        "of",
                        format(found.speed),
                        "m/s,",
                        format(found.normalized, 2),
                        "sigma, bias",
                        format(found.bias, 4),
                        "residual",
                        format(motion.residualPixels, 2),
                        "points",
                        motion.points.count
                    )
                }
            }
            break
        } else if case .waiting(let delay) = outcome, delay != .tooSoon {
            reason = "\(delay)"
        }
    }
    if reason != "solved", isVerbose { print(format(start, 1), reason) }
    delays[reason, default: 0] += 1
    start += step
}

func quantile(_ values: [Double], _ share: Double) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(values.count - 1, Int(share * Double(values.count)))]
}

func row(_ name: String, _ values: [Double], _ digits: Int) {
    print(
        name.padding(toLength: 28, withPad: " ", startingAt: 0),
        format(quantile(values, 0.5), digits),
        format(quantile(values, 0.9), digits),
        format(values.max() ?? .nan, digits)
    )
}

print("starts", attempts, "outcomes", delays.sorted { $0.key < $1.key })
print("                                 median      90 %    worst")
row("seconds to the first pose", scores.map(\.seconds), 2)
row("scale error, %", scores.map { abs($0.scale) * 100 }, 1)
row("gravity error, °", scores.map(\.tilt), 2)
row("velocity error, m/s", scores.map(\.velocity), 3)
row("velocity error, sigmas", scores.map(\.normalized), 2)
row("gyroscope bias error, rad/s", scores.map(\.bias), 4)
row("attempt, CPU ms", times.filter { $0 > 0.3 }, 2)
