import Foundation
import Proximity
import Testing

@testable import Bluetooth

/// Our host against another maker's controller and host: PyPI's Bumble, over TCP.
@Suite(.serialized, .disabled(if: PeerProcess.isAbsent, "Bumble is not installed: make deps"))
struct BumbleTests {
    private let frame = IBeaconFrame(
        uuid: BeaconUUID(high: 0xB940_7F30_F5F8_466E, low: 0xAFF9_2555_6B57_FE6D),
        major: 513,
        minor: 7
    )

    @Test(arguments: ["legacy", "extended"]) func `A beacon that Bumble plays is received with its strength`(
        mode: String
    ) throws {
        let hex = frame.advertisement.map { String(format: "%02x", $0) }.joined()
        let peer = try PeerProcess(["--mode", mode, "--peer", "beacon", "--data", hex, "--rssi", "-63"])
        defer { _ = peer.finish() }
        var (received, wasExtended) = ([BeaconSighting](), Bool?.none)
        let deadline = Date(timeIntervalSinceNow: 20)
        let listener = BeaconListener(source: .tcp(host: "127.0.0.1", port: peer.port))
        try listener.run(until: received.count >= 5 || Date() > deadline) { event in
            if case .sighting(let sighting) = event { received.append(sighting) }
            if case .began(let extended) = event { wasExtended = extended }
        }
        #expect(wasExtended == (mode == "extended"))
        #expect(received.count >= 5)
        #expect(received.allSatisfy { $0.frame == .iBeacon(frame) && $0.rssi == -63 })
    }

    @Test(arguments: ["legacy", "extended"]) func `Bumble's scanner receives our exact octets`(mode: String) throws {
        let peer = try PeerProcess(["--mode", mode, "--peer", "scanner"])
        var (begun, ticks) = (false, 0)
        let address = BluetoothAddress(bits: 0xC123_4567_89AB)
        let task = ControllerTask.advertise(data: frame.advertisement, address: address, interval: 0xA0)
        let runner = ControllerRunner(source: .tcp(host: "127.0.0.1", port: peer.port), task: task)
        try runner.run(until: ticks > 12) { event in
            if case .began = event { begun = true }
            if begun, case .tick = event { ticks += 1 }
        }
        let lines = peer.finish().split(separator: "\n")
        #expect(lines.count >= 3)
        let expected = frame.advertisement.map { String(format: "%02x", $0) }.joined()
        for line in lines {
            #expect(line.contains("\"data\": \"\(expected)\""))
            #expect(line.contains("C1:23:45:67:89:AB"))
        }
    }

    @Test func `A controller that goes away is waited for and found again`() throws {
        let hex = frame.advertisement.map { String(format: "%02x", $0) }.joined()
        var peer = try PeerProcess(["--peer", "beacon", "--data", hex])
        let port = peer.port
        var (received, losses, begun) = (0, 0, 0)
        let deadline = Date(timeIntervalSinceNow: 60)
        let listener = BeaconListener(source: .tcp(host: "127.0.0.1", port: port))
        try listener.run(until: (begun == 2 && received == 2) || Date() > deadline) { event in
            switch event {
            case .began: begun += 1
            case .sighting:
                // One sighting of each life counts; the first ends the first life.
                guard received < begun else { return }
                received += 1
                if begun == 1 { _ = peer.finish() }
            case .lost(let error, _):
                #expect(error.isPassing)
                losses += 1
                guard losses == 1 else { return }
                let arguments = ["--peer", "beacon", "--data", hex, "--port", "\(port)"]
                if let again = try? PeerProcess(arguments) { peer = again }
            case .tick: break
            }
        }
        _ = peer.finish()
        #expect((begun, received) == (2, 2))
        #expect(losses >= 1)
    }
}
