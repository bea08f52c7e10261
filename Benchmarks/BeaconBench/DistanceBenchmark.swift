import Foundation
import Proximity

/// Every filter with every model on the distance logs: mean and 90th percentile of the error.
struct DistanceBenchmark {
    let logs: [DistanceLog]

    /// Levels once per second, for each second with a received packet, with the true distance.
    typealias Level = (level: SignalLevel, distance: Double)

    static let filters: [(name: String, make: @Sendable () -> any SignalFilter)] = [
        ("none", { UnfilteredSignal() }),
        ("trimmed mean 20 s", { TrimmedMeanFilter() }),
        ("ARMA 0.1", { AutoregressiveFilter() }),
        ("Kalman (default)", { KalmanFilter() }),
    ]

    static let models: [(name: String, model: any DistanceModel)] = [
        ("iOS-like fit", CurveFitModel.phone),
        ("Android Beacon Library", CurveFitModel.androidBeaconLibrary),
        ("ESPresense n 2.7", LogDistanceModel()),
        ("log-distance n 2", LogDistanceModel(exponent: 2)),
        ("shadowed (default)", ShadowedDistanceModel()),
    ]

    func run() {
        print("Distance: mean / 90th percentile of the error in m, [share within one sigma]; every log counts alike.")
        let names = Self.models.map { $0.name.padded(24) }.joined()
        print("filter".padded(20) + names)
        for filter in Self.filters {
            let levels = logs.map { Self.levels(of: $0, through: filter.make()) }
            let cells = Self.models.map { cell(of: $0.model, levels, logs).padded(24) }
            print(filter.name.padded(20) + cells.joined())
        }
        printLogs()
        printCoverage()
        printCrossValidation()
    }

    private func printLogs() {
        print("\nThe Android Beacon Library's default, and ours, by log:")
        for log in logs {
            let theirs = Self.levels(of: log, through: TrimmedMeanFilter())
            let ours = Self.levels(of: log, through: KalmanFilter())
            let android = cell(of: CurveFitModel.androidBeaconLibrary, [theirs], [log]).padded(24)
            print(log.name.padded(20) + android + cell(of: ShadowedDistanceModel(), [ours], [log]))
        }
        print("")
    }

    /// The share of the default's intervals that hold the truth, by true distance.
    ///
    /// None of the model's numbers was fitted to these logs, so every run is held out.
    private func printCoverage() {
        let edges = [0, 0.3, 0.7, 1.3, 2, 2.7, 3.5]
        print("Share of the default's intervals that hold the truth, by distance in m (two in three are stated):")
        let names = zip(edges, edges.dropFirst()).map { "\($0.0)–\($0.1)".padded(12) }.joined()
        print("run".padded(20) + names + "all")
        for run in Set(logs.map(\.run)).sorted() {
            let levels = logs.filter { $0.run == run }.map { log in
                (Self.levels(of: log, through: KalmanFilter()), log.calibratedPower)
            }
            let cells = zip(edges, edges.dropFirst()).map { low, high in
                coverage(levels) { $0 >= low && $0 < high }.padded(12)
            }
            print(run.padded(20) + cells.joined() + coverage(levels) { _ in true })
        }
        print("")
    }

    private func coverage(_ logs: [(levels: [Level], power: Double)], where isCounted: (Double) -> Bool) -> String {
        var errors = Errors()
        for log in logs {
            errors.add(
                Self.errors(of: ShadowedDistanceModel(), log.levels.filter { isCounted($0.distance) }, power: log.power)
            )
        }
        return errors.count == 0 ? "–" : String(format: "%.2f", errors.coverage)
    }

    /// The model's three numbers chosen on all runs but one, tried on that one.
    private func printCrossValidation() {
        print("Chosen on the other runs, tried on this one:")
        let levels = Dictionary(
            uniqueKeysWithValues: logs.map { ($0.name, Self.levels(of: $0, through: KalmanFilter())) }
        )
        for run in Set(logs.map(\.run)).sorted() {
            let (held, others) = (logs.filter { $0.run == run }, logs.filter { $0.run != run })
            guard !others.isEmpty else { continue }
            let candidates = [1.8, 2, 2.2].flatMap { exponent in
                [1.5, 2, 2.5].map { ShadowedDistanceModel(exponent: exponent, reach: $0) }
            }
            let best = candidates.min { score($0, others, levels) < score($1, others, levels) }
            guard let best else { continue }
            let mine = held.compactMap { levels[$0.name] }
            let choice = "n \(best.exponent), reach \(best.reach)".padded(20)
            let ours = cell(of: ShadowedDistanceModel(), mine, held)
            print("\(run.padded(20))\(choice)\(cell(of: best, mine, held).padded(24))the default: \(ours)")
        }
        print("")
    }

    private func score(_ model: any DistanceModel, _ logs: [DistanceLog], _ levels: [String: [Level]]) -> Double {
        logs.reduce(0) { sum, log in
            let thinned = (levels[log.name] ?? []).enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
            let errors = Self.errors(of: model, thinned, power: log.calibratedPower)
            return sum + errors.mean + 0.3 * errors.p90
        }
    }

    private func cell(of model: any DistanceModel, _ levels: [[Level]], _ logs: [DistanceLog]) -> String {
        let each = zip(levels, logs).map { Self.errors(of: model, $0, power: $1.calibratedPower) }
        let count = Double(each.count)
        let mean = each.reduce(0) { $0 + $1.mean } / count
        let p90 = each.reduce(0) { $0 + $1.p90 } / count
        let coverage = each.reduce(0) { $0 + $1.coverage } / count
        return String(format: "%.3f / %.3f [%.2f]", mean, p90, coverage)
    }

    private static func errors(of model: any DistanceModel, _ levels: [Level], power: Double) -> Errors {
        var errors = Errors()
        for (level, distance) in levels {
            guard let estimate = model.estimate(level, measuredPower: power) else { continue }
            errors.add(abs(estimate.distance - distance), sigma: estimate.accuracy)
        }
        return errors
    }

    private static func levels(of log: DistanceLog, through filter: any SignalFilter) -> [Level] {
        var (filter, levels) = (filter, [Level]())
        for (index, packet) in log.packets.enumerated() {
            filter.add(rssi: packet.rssi, at: packet.nanoseconds)
            let isLast = index + 1 == log.packets.count || log.packets[index + 1].nanoseconds > packet.nanoseconds
            if isLast, let level = filter.level(at: packet.nanoseconds) { levels.append((level, packet.distance)) }
        }
        return levels
    }
}
