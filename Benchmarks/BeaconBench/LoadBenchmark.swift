import Foundation
import Proximity

/// The processor time that a thousand beacons at ten packets per second need: parsing, regions and ranging.
struct LoadBenchmark {
    func run() {
        let seconds: Int64 = 30
        let adverts = (0..<1000).map { index in
            IBeaconFrame(uuid: BeaconUUID(high: 1, low: 2), major: UInt16(index / 100), minor: UInt16(index))
                .advertisement
        }
        var (ranger, monitor) = (BeaconRanger(), RegionMonitor())
        for major in UInt16(0)..<10 {
            let region = try? BeaconRegion(identifier: "\(major)", uuid: BeaconUUID(high: 1, low: 2), major: major)
            guard let region else { continue }
            ranger.start(region)
            try? monitor.start(region, at: 0)
        }
        var (generator, updates, events) = (SeededGenerator(seed: 1), 0, 0)
        let begin = clock()
        for tick in 0..<(seconds * 10) {
            let time = tick * 100_000_000
            for advert in adverts {
                guard let frame = BeaconFrame(advertisement: advert[...]), let identity = frame.identity else {
                    continue
                }
                let rssi = Int.random(in: -90...(-60), using: &generator)
                ranger.receive(identity, rssi: rssi, measuredPower: frame.measuredPower ?? -59, at: time)
                events += monitor.receive(identity, rssi: rssi, at: time).count
            }
            events += monitor.advance(to: time).count
            updates += ranger.advance(to: time).reduce(0) { $0 + $1.beacons.count }
        }
        let spent = Double(clock() - begin) / Double(CLOCKS_PER_SEC)
        print("Load: 1,000 beacons at 10 packets a second, 10 regions: ", terminator: "")
        print(
            String(format: "%.1f %% of a core (%d ranged, %d events)", 100 * spent / Double(seconds), updates, events)
        )
    }
}
