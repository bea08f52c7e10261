import Foundation
import Recordings

/// Compares the odometry with the truth of recordings.
///
/// `TrackingBench [--runs N] [--perturb] [--case NAME]... RECORDING...` prints median, best and worst over runs whose
/// focal length is off by −0.5…0.5 pixels. With `--json` it runs each case and each change (`--set pixelSigma*2`, or
/// `none`) once and prints one line of JSON for each.
@main struct TrackingBench {
    static func main() throws {
        let arguments: Arguments
        do {
            arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
        } catch {
            print("TrackingBench: \(error)")
            exit(2)
        }
        for path in arguments.recordings {
            guard FileManager.default.fileExists(atPath: path) else {
                print("Skipped: no recording at \(path).")
                continue
            }
            let recording = try LoadedRecording(path: path)
            if arguments.isJSON {
                try printLines(recording, arguments)
            } else {
                for perturbation in arguments.cases.isEmpty ? [.asRecorded] : arguments.cases {
                    report(recording, runs: arguments.runs, perturbation)
                }
                guard arguments.perturbs else { continue }
                for perturbation in Perturbation.all { report(recording, runs: 1, perturbation) }
            }
        }
    }

    /// Runs each case with each change and prints one line of JSON for each run.
    static func printLines(_ recording: LoadedRecording, _ arguments: Arguments) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for perturbation in arguments.cases.isEmpty ? [.asRecorded] : arguments.cases {
            for change in arguments.changes.isEmpty ? ["none"] : arguments.changes {
                let measurement = Measurement(recording, focalJitter: 0, perturbation, change: Change(change))
                let line = ResultLine(measurement, recording: recording.name, case: perturbation.name, change: change)
                print(String(decoding: try encoder.encode(line), as: UTF8.self))
                fflush(nil)
            }
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
