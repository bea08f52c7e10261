import Foundation

/// Holds ranging and positions against real logs: `beacon-bench [--data DIRECTORY] [distance|positions|regions|museum|floors|load]...`.
@main struct BeaconBench {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        var data = "../shared/data/ble"
        if let index = arguments.firstIndex(of: "--data"), index + 1 < arguments.count {
            data = arguments[index + 1]
            arguments.removeSubrange(index...(index + 1))
        }
        let parts = arguments.isEmpty ? ["distance", "positions", "regions", "museum", "floors", "load"] : arguments
        let hasData = FileManager.default.fileExists(atPath: data)
        if !hasData { print("Skipped: no recordings under \(data).") }
        if hasData, parts.contains("distance") {
            try DistanceBenchmark(logs: DistanceLog.all(in: data + "/distance")).run()
        }
        if hasData, parts.contains("positions") {
            try PositionBenchmark(hall: PositionHall(directory: data + "/positions")).run()
        }
        if parts.contains("regions") { RegionBenchmark().run() }
        if parts.contains("museum") { try MuseumBenchmark().run() }
        if parts.contains("floors") { try FloorBenchmark().run() }
        if parts.contains("load") { LoadBenchmark().run() }
    }
}
