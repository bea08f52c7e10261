import Foundation
import Proximity
import Testing

@testable import Bluetooth

@Suite struct WalkServerTests {
    @Test(arguments: [true, false]) func `A walk over TCP is received as it is played`(isExtended: Bool) throws {
        let server = try WalkServer(port: 0, isExtended: isExtended) { seed in BeaconWalk.venue(seed: seed) }
        let port = server.port
        nonisolated(unsafe) let unsafeServer = server
        let stopped = StopFlag()
        let thread = Thread { unsafeServer.run(seed: 1) { stopped.isSet } }
        thread.start()
        defer { stopped.set() }
        var received: [BeaconSighting] = []
        let deadline = Date(timeIntervalSinceNow: 20)
        try BeaconListener(source: .tcp(host: "127.0.0.1", port: port))
            .run(until: received.count >= 30 || Date() > deadline) { event in
                if case .sighting(let sighting) = event { received.append(sighting) }
            }
        let expected = BeaconWalk.venue(seed: 1).prefix(received.count)
        #expect(received.count >= 30)
        #expect(received.map(\.frame) == expected.map(\.frame))
        #expect(received.map(\.rssi) == expected.map(\.rssi))
    }

    @Test func `A walk as a capture holds the walk's packets`() throws {
        let walk = BeaconWalk.venue(seed: 2)
        let file = BtsnoopFile(walk, startingAt: 1_700_000_000_000_000_000)
        let read = try BtsnoopFile(file.octets, name: "walk")
        #expect(read.packets.count == walk.reduce(0) { count, _ in count + 1 })
    }
}

/// A flag that one thread sets and another reads.
final class StopFlag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
