// Holds sessions over simulated recordings to their truth: planes, anchors, hit tests, measured lengths.
// usage: WorldBenchmark RECORDING...

import Foundation

func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }
func share(_ values: [Double], at fraction: Double) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(values.count - 1, Int(fraction * Double(values.count)))]
}
func text(_ value: Double, _ decimals: Int = 1) -> String { String(format: "%.\(decimals)f", value) }

var runs: [(name: String, run: WorldRun)] = []
for path in CommandLine.arguments.dropFirst() {
    let run = try WorldRun(folder: path)
    let name = URL(fileURLWithPath: path).lastPathComponent
    runs.append((name, run))
    let relative = run.lengths.map { abs($0.measured - $0.truth) / $0.truth }
    let table = run.planes.first { $0.name == "table" }
    print(
        "\(name): tracked \(text(run.trackedShare * 100, 0)) %, first plane \(text(run.firstPlaneSeconds ?? .nan)) s, "
            + "\(run.planes.count) planes, \(run.removedPlanes) removed; table \(table.map { text($0.offset * 1000) } ?? "–") mm, "
            + "\(table.map { text($0.normalDegrees, 2) } ?? "–")°, extent \(table.map { text($0.extent * 100) } ?? "–") cm; "
            + "anchors median \(text(median(run.anchorErrors) * 1000)) mm; lengths \(relative.count), mean error "
            + "\(text(relative.reduce(0, +) / Double(max(1, relative.count)) * 100, 2)) %; "
            + "ms a frame \(text(median(run.milliseconds))), p95 \(text(share(run.milliseconds, at: 0.95))), "
            + "max \(text(run.milliseconds.max() ?? .nan))"
    )
}

print("\n| length | count | mean error | within 1 σ | within 2 σ |\n|---|---|---|---|---|")
let lengths = runs.flatMap(\.run.lengths)
for (low, high) in [(0.1, 0.3), (0.3, 1), (1, 3), (0.1, 3)] {
    let some = lengths.filter { $0.truth >= low && $0.truth < high }
    guard !some.isEmpty else { continue }
    let errors = some.map { abs($0.measured - $0.truth) }
    let mean = zip(some, errors).reduce(0) { $0 + $1.1 / $1.0.truth } / Double(some.count)
    let one = zip(some, errors).count { $1 < $0.sigma }
    let two = zip(some, errors).count { $1 < 2 * $0.sigma }
    print(
        "| \(text(low))–\(text(high)) m | \(some.count) | \(text(mean * 100, 2)) % "
            + "| \(text(100 * Double(one) / Double(some.count), 0)) % | \(text(100 * Double(two) / Double(some.count), 0)) % |"
    )
}
print("\n| plane | found | height or place, median | normal, median | extent, median |\n|---|---|---|---|---|")
let found = runs.flatMap(\.run.planes)
for name in Set(found.map(\.name)).sorted() {
    let some = found.filter { $0.name == name }
    print(
        "| \(name) | \(some.count) | \(text(median(some.map { abs($0.offset) }) * 1000)) mm "
            + "| \(text(median(some.map(\.normalDegrees)), 2))° | \(text(median(some.map(\.extent)) * 100)) cm |"
    )
}
