import Foundation
import Proximity

/// The hall of the position logs: receivers at known positions and tracks of a carried beacon.
struct PositionHall {
    struct Packet {
        var nanoseconds: Int64
        var station: Int
        var rssi: Double
        var position: SIMD3<Double>
    }

    struct Track {
        var name: String
        var packets: [Packet]
    }

    var receivers: [SIMD3<Double>]
    var tracks: [Track]
    /// The carried beacon; which frames it sent is not in the logs, so it advertises the usual power.
    let beacon = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 1)
    /// The floor, a little wider than the tracks' frame.
    let plan = FloorPlan(minimum: SIMD2(-0.5, -0.5), maximum: SIMD2(21, 18.5))

    init(directory: String) throws {
        let devices = directory + "/cnf/tetam.dev"
        let text = try Self.read(devices)
        guard let start = text.firstIndex(of: "{"), let end = text.firstIndex(of: "}"),
            let data = String(text[start...end]).data(using: .utf8),
            let table = try JSONSerialization.jsonObject(with: data) as? [String: [Any]]
        else { throw BenchmarkError.malformed(file: devices, line: 1) }
        let addresses = table.keys.sorted()
        receivers = addresses.map { address in
            let place = (table[address]?.first as? [NSNumber])?.map(\.doubleValue) ?? [0, 0, 0]
            return SIMD3(place[0], place[1], place[2])
        }
        let index = Dictionary(uniqueKeysWithValues: addresses.enumerated().map { ($1, $0) })
        tracks = try FileManager.default.contentsOfDirectory(atPath: directory + "/trk")
            .filter { $0.hasSuffix(".mbd") }
            .sorted()
            .map { try Self.track(path: directory + "/trk/" + $0, receivers: index) }
    }

    private static func track(path: String, receivers: [String: Int]) throws -> Track {
        let lines = try read(path).split(whereSeparator: \.isNewline).enumerated()
        let packets = try lines.map { number, line in
            let fields = line.split(separator: ",")
            let numbers = fields.dropFirst(3).prefix(4).compactMap { Double($0) }
            guard fields.count >= 7, numbers.count == 4, let time = Double(fields[0]),
                let station = receivers[String(fields[1])]
            else { throw BenchmarkError.malformed(file: path, line: number + 1) }
            return Packet(
                nanoseconds: Int64(time * 1e9),
                station: station,
                rssi: numbers[0],
                position: SIMD3(numbers[1], numbers[2], numbers[3])
            )
        }
        let name = URL(fileURLWithPath: path).lastPathComponent.replacingOccurrences(of: "_all_sensors.mbd", with: "")
        return Track(name: name, packets: packets)
    }

    private static func read(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchmarkError.unreadable(file: path)
        }
        return text
    }

    func distance(_ packet: Packet) -> Double {
        let offset = packet.position - receivers[packet.station]
        return (offset * offset).sum().squareRoot()
    }

    /// Each receiver's law, fitted to the packets of the given tracks.
    func stations(from tracks: [Track]) -> [Station] {
        receivers.indices.map { index in
            let samples = tracks.flatMap(\.packets).filter { $0.station == index }
                .map { (distance: distance($0), rssi: $0.rssi) }
            let fit = PathLossFit(samples)
            return Station(
                position: SIMD2(receivers[index].x, receivers[index].y),
                heightDifference: 1.8 - receivers[index].z,
                power: fit?.power ?? -59,
                exponent: fit?.exponent ?? 2,
                shadowing: fit?.shadowing ?? 6
            )
        }
    }
}
