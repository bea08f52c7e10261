import Foundation
import Proximity

/// How soon a region is entered and left, and how often for nothing, on simulated links.
struct RegionBenchmark {
    private let second: Int64 = 1_000_000_000
    private let identity = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 9, minor: 1)
    private let seeds: ClosedRange<UInt64> = 1...100

    /// A region's events on one link: when it was first received, and the times of its enters and exits, s.
    private struct History {
        var received: [Double] = []
        var enters: [Double] = []
        var exits: [Double] = []

        /// From the first packet since a time to the first enter since then, s; nil if there is none.
        func delay(since time: Double) -> Double? {
            guard let first = received.first(where: { $0 >= time }), let enter = enters.first(where: { $0 >= time })
            else {
                return nil
            }
            return enter - first
        }
    }

    func run() {
        printLinks()
        printBorder("Border walks", EntryEvidence())
        var credulous = EntryEvidence()
        credulous.first = [EntryEvidence.Proof(rssi: -128)]
        credulous.again = credulous.first
        printBorder("were the first packet to enter", credulous)
        print("")
    }

    /// A listener who stands still: the beacon is switched on, off for half a minute, and on again.
    private func printLinks() {
        print("Regions: from the first packet to the enter, s: median / 90th percentile [share within 2 s], 100 seeds;")
        print("the beacon is switched on, off for 30 s, and on again.")
        let head = "mean level".padded(14) + "packets heard".padded(16) + "first time".padded(26)
        print(head + "second time".padded(26) + "enters")
        for level in [-70, -80, -84, -88, -90, -92, -94, -96] {
            var (first, second, share, enters) = ([Double?](), [Double?](), 0.0, 0)
            for seed in seeds {
                let history = link(level: Double(level), seed: seed)
                first.append(history.delay(since: 0))
                second.append(history.delay(since: 90))
                share += Double(history.received.count) / 1200
                enters += history.enters.count
            }
            let count = Double(seeds.count)
            let row = [
                "\(level) dBm".padded(14), String(format: "%.0f %%", 100 * share / count).padded(16),
                text(first).padded(26), text(second).padded(26), String(format: "%.2f", Double(enters) / count),
            ]
            print(row.joined())
        }
        print("")
    }

    /// The walk that paces at the border of reception on its way in and out.
    private func printBorder(_ name: String, _ evidence: EntryEvidence) {
        var (delays, exits, pairs) = ([Double?](), [Double](), 0)
        for seed in seeds {
            let history = crossings(Array(BeaconWalk.border(seed: seed)), seconds: 300, evidence)
            delays.append(history.delay(since: 0))
            pairs += max(history.enters.count, history.exits.count) - 1
            for exit in history.exits { exits.append(exit - (history.received.last { $0 <= exit } ?? exit)) }
        }
        let longest = exits.max() ?? 0
        print(
            "\(name): enter \(text(delays)) s after the first stray packet; "
                + String(format: "exit at most %.1f s after the last; %d pairs for nothing.", longest, pairs)
        )
    }

    /// A minute with the beacon on, half a minute off, a minute on; `level` is the mean at the position, dBm.
    private func link(level: Double, seed: UInt64) -> History {
        var conditions = RadioConditions()
        conditions.shadowing = 0
        conditions.bodyLoss = 0
        let frame = IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 9, minor: 1)
        // The distance at which the law gives the level.
        let distance = pow(10, (-59 - level) / (10 * conditions.exponent))
        func minute(_ seed: UInt64, from start: Double) -> [BeaconSighting] {
            BeaconWalk(
                plan: FloorPlan(maximum: SIMD2(200, 1)),
                beacons: [SimulatedBeacon(frame: frame, position: .zero)],
                route: WalkRoute(stops: [WalkStop(distance, 0, seconds: 60)]),
                conditions: conditions,
                seed: seed
            ).map { sighting in
                var sighting = sighting
                sighting.nanoseconds += Int64(start * 1e9)
                return sighting
            }
        }
        return crossings(minute(seed, from: 0) + minute(seed + 1000, from: 90), seconds: 170)
    }

    private func crossings(
        _ sightings: [BeaconSighting],
        seconds: Int64,
        _ evidence: EntryEvidence = EntryEvidence()
    ) -> History {
        var (monitor, history, time) = (RegionMonitor(evidence: evidence), History(), Int64(0))
        guard let region = try? BeaconRegion(identifier: "r", uuid: BeaconWalk.venueUUID, major: 9),
            (try? monitor.start(region, at: 0)) != nil
        else { return history }
        func note(_ events: [RegionEvent]) {
            for event in events {
                if case .entered(_, _, let at) = event { history.enters.append(Double(at) * 1e-9) }
                if case .exited(_, let at) = event { history.exits.append(Double(at) * 1e-9) }
            }
        }
        for sighting in sightings {
            while time + second / 10 < sighting.nanoseconds {
                time += second / 10
                note(monitor.advance(to: time))
            }
            history.received.append(Double(sighting.nanoseconds) * 1e-9)
            note(monitor.receive(sighting))
        }
        while time < seconds * second {
            time += second / 10
            note(monitor.advance(to: time))
        }
        return history
    }

    private func text(_ delays: [Double?]) -> String {
        let sorted = delays.map { $0 ?? .infinity }.sorted()
        func share(_ part: Double) -> String {
            let value = sorted[min(Int(part * Double(sorted.count)), sorted.count - 1)]
            return value.isFinite ? String(format: "%.1f", value) : "never"
        }
        let prompt = sorted.filter { $0 <= 2 }.count
        return "\(share(0.5)) / \(share(0.9)) [" + String(format: "%.2f]", Double(prompt) / Double(sorted.count))
    }
}
