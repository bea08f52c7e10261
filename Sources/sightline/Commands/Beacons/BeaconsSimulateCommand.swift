import ArgumentParser
import Bluetooth
import Foundation
import Proximity

/// `sightline beacons simulate`: a walk through a museum, without a radio.
struct BeaconsSimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate a visitor's walk among beacons: as a capture, or as a live source over TCP.",
        discussion: """
            Path loss, walls, shadowing, echoes on three channels, the walker's body and lost packets; the same seed
            gives the same walk. UUID \(BeaconWalk.venueUUID), major 1 to 4 for the hall and the three rooms.
            """
    )

    @Option(help: "The walk's seed.")
    var seed: UInt64 = 1
    @Option(help: "Which walk: venue (through a museum) or border (to one beacon and back).")
    var walk = Walk.venue
    @Option(help: ArgumentHelp("Write a capture.", valueName: "file.btsnoop"))
    var output: String?
    @Option(help: ArgumentHelp("Be a controller on this loopback port, in real time.", valueName: "port"))
    var listen: UInt16?
    @Flag(help: "Print the result as one JSON object.")
    var json = false

    enum Walk: String, ExpressibleByArgument, CaseIterable {
        case venue
        case border
    }

    private struct Result: Encodable {
        var packets: Int
        var seconds: Double
    }

    func validate() throws {
        guard (output == nil) != (listen == nil) else { throw ValidationError("give --output or --listen") }
    }

    func run() throws {
        if let output { try write(to: output) }
        if let listen { try serve(on: listen) }
    }

    private func makeWalk(_ seed: UInt64) -> BeaconWalk {
        switch walk {
        case .venue: .venue(seed: seed)
        case .border: .border(seed: seed)
        }
    }

    private func write(to path: String) throws {
        let simulated = makeWalk(seed)
        // A fixed day, so that the same seed gives the same octets.
        let capture = BtsnoopFile(simulated, startingAt: 1_750_000_000_000_000_000)
        try capture.write(to: path)
        let seconds = (simulated.route.duration * 10).rounded() / 10
        var options = OutputOptions()
        options.json = json
        try options.report(Result(packets: capture.packets.count, seconds: seconds)) {
            "\(path): \(capture.packets.count) packets in \(seconds) s"
        }
    }

    private func serve(on port: UInt16) throws {
        let stop = StopSwitch(seconds: nil)
        let server = try WalkServer(port: port) { makeWalk($0) }
        let source = "tcp:127.0.0.1:\(server.port)"
        Terminal.standardError.write(
            "A walk is played at \(source); try `sightline beacons scan --source \(source)`.\n"
        )
        server.run(seed: seed) { stop.isOn }
    }
}
