import Foundation
import Recordings

/// Compares the odometry with the truth of recordings: `TrackingBench [--runs N] [--perturb] RECORDING...`.
///
/// Each recording runs several times with the focal length off by −0.5…0.5 pixels; it prints median, best and worst.
@main struct TrackingBench {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        var runs = 11
        if let index = arguments.firstIndex(of: "--runs"), index + 1 < arguments.count {
            runs = max(1, Int(arguments[index + 1]) ?? 11)
            arguments.removeSubrange(index...(index + 1))
        }
        let perturbs = arguments.contains("--perturb")
        for path in arguments where !path.hasPrefix("--") {
            guard FileManager.default.fileExists(atPath: path) else {
                print("Skipped: no recording at \(path).")
                continue
            }
            let recording = try LoadedRecording(path: path)
            report(recording, runs: runs, Perturbation(name: "as recorded"))
            guard perturbs else { continue }
            for perturbation in Perturbation.all { report(recording, runs: 1, perturbation) }
        }
    }

    static func report(_ recording: LoadedRecording, runs: Int, _ perturbation: Perturbation) {
        let measurements = (0..<runs).map { run in
            Measurement(recording, focalJitter: runs == 1 ? 0 : -0.5 + Double(run) / Double(runs - 1), perturbation)
        }
        let errors = measurements.compactMap { $0.error?.rmse }.sorted()
        let times = measurements.flatMap(\.milliseconds).sorted()
        let steady = measurements.flatMap { $0.allocations.suffix($0.allocations.count / 2) }
        let scale = median(measurements.compactMap { $0.error?.scale })
        let last = measurements[measurements.count / 2].last
        print("\(recording.name), \(perturbation.name), \(runs) runs")
        print(
            text(
                "  ATE %.4f m (%.4f…%.4f), scale %.4f",
                median(errors),
                errors.first ?? .nan,
                errors.last ?? .nan,
                scale
            )
                + text(
                    ", first pose %.2f s, tracked %.1f %%",
                    median(measurements.map(\.firstPose)),
                    100 * median(measurements.map(\.coverage))
                )
                + text(", path %.2f m", median(measurements.map(\.path)))
        )
        print(
            text(
                "  ms a frame: p50 %.2f, p95 %.2f, max %.2f",
                share(times, 0.5),
                share(times, 0.95),
                times.last ?? .nan
            )
                + "; allocations a steady frame: at most \(steady.max() ?? 0)"
                + text(
                    ", offset %.1f ms, f %.1f",
                    (last?.calibration.timeOffset ?? .nan) * 1e3,
                    last?.calibration.camera.focalLengthPixels.x ?? .nan
                )
        )
    }

    static func text(_ format: String, _ values: Double...) -> String { String(format: format, arguments: values) }

    static func median(_ values: [Double]) -> Double { share(values.filter { !$0.isNaN }.sorted(), 0.5) }

    static func share(_ sorted: [Double], _ fraction: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * fraction))]
    }
}
