import Foundation
import Proximity

/// Positions in the simulated museum: a carried tag among six receivers, against the walk's truth.
struct MuseumBenchmark {
    private let second: Int64 = 1_000_000_000
    private let tag = IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 100, minor: 1)

    func run() throws {
        print("Museum: mean / 90th percentile of the error in m, [share within one and two sigmas], 40 walks;")
        print("a Gaussian has 0.39 and 0.86 within them.")
        for method in PositionMethod.allCases {
            var (one, two) = (Errors(), Errors())
            for seed in UInt64(1)...40 { try walk(method, seed: seed, &one, &two) }
            let text = String(format: "%.2f / %.2f [%.2f, %.2f]", one.mean, one.p90, one.coverage, two.coverage)
            print(method.rawValue.padded(20) + text)
        }
        print("")
    }

    private func walk(_ method: PositionMethod, seed: UInt64, _ one: inout Errors, _ two: inout Errors) throws {
        let receivers = BeaconWalk.venueBeacons.enumerated().map { index, beacon in
            VenueReceiver(identifier: "r\(index)", position: beacon.position, height: 1.5)
        }
        var (tracker, steps, time) = (VenueTracker(), BeaconWalk.venue(seed: seed), Int64(0))
        try tracker.configure(
            VenueConfiguration(plan: BeaconWalk.venuePlan, receivers: receivers, method: method),
            at: 0
        )
        let route = steps.route
        while let (receiver, packet) = steps.nextReceived(of: tag) {
            while time + second / 10 <= packet.nanoseconds {
                time += second / 10
                for each in receivers { try tracker.greet(each.identifier, at: time) }
                _ = tracker.advance(to: time)
                guard time % second == 0, let found = tracker.snapshot(at: time).beacons.first?.position else {
                    continue
                }
                let truth = route.position(at: Double(time) * 1e-9)
                let (offset, square) = (found.position - truth, found.squaredSigmas(of: truth))
                let error = (offset * offset).sum().squareRoot()
                one.add(error, sigma: square < 1 ? .infinity : 0)
                two.add(error, sigma: square < 4 ? .infinity : 0)
            }
            _ = tracker.receive(packet, by: "r\(receiver)")
        }
    }
}
