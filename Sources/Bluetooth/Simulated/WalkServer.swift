import Foundation
import Proximity

/// Serves a simulated walk as a controller over TCP, in real time: a source for any HCI host.
package struct WalkServer {
    private let makeWalk: (UInt64) -> BeaconWalk
    private let socket: ListeningSocket
    private let isExtended: Bool
    private let clock = HostClock()

    /// Creates a server on a loopback port (0: the system chooses); every round uses the next seed.
    package init(
        port: UInt16,
        isExtended: Bool = true,
        makeWalk: @escaping (UInt64) -> BeaconWalk
    ) throws(BluetoothError) {
        socket = try ListeningSocket(port: port)
        self.isExtended = isExtended
        self.makeWalk = makeWalk
    }

    /// The port it listens on.
    package var port: UInt16 { socket.port }

    /// Serves one client after another until `shouldStop` returns true.
    package func run(seed: UInt64, shouldStop: () -> Bool) {
        while !shouldStop() {
            guard let client = socket.accept(milliseconds: 100) else { continue }
            // If a client disconnects or sends no HCI, its own session ends and the server continues.
            try? serve(client, seed: seed, shouldStop: shouldStop)
            client.close()
        }
    }

    /// Answers commands until scanning begins; then the walk begins.
    private func serve(_ client: DescriptorTransport, seed: UInt64, shouldStop: () -> Bool) throws(BluetoothError) {
        var (controller, decoder) = (VirtualController(isExtended: isExtended), H4Decoder())
        var (round, walk, start) = (seed, makeWalk(seed), clock.nanoseconds)
        var upcoming: BeaconSighting?
        while !shouldStop() {
            if controller.isScanning, upcoming == nil {
                (walk, start) = (makeWalk(round), clock.nanoseconds)
                round &+= 1
                upcoming = walk.next()
            }
            while let sighting = upcoming, sighting.nanoseconds <= clock.nanoseconds - start {
                try report(sighting, controller, to: client)
                upcoming = walk.next()
            }
            let wait = ((upcoming?.nanoseconds ?? .max) - (clock.nanoseconds - start)) / 1_000_000
            guard let octets = try client.receive(milliseconds: Int32(min(max(wait, 0), 50))) else { continue }
            for case .command(let command) in try decoder.decode(octets) {
                for answer in controller.receive(command) { try client.send(answer.h4) }
            }
        }
    }

    private func report(
        _ sighting: BeaconSighting,
        _ controller: VirtualController,
        to client: DescriptorTransport
    ) throws(BluetoothError) {
        guard case .iBeacon(let frame) = sighting.frame else { return }
        for packet in controller.receive(AdvertisingReport(sighting, frame)) { try client.send(packet.h4) }
    }
}
