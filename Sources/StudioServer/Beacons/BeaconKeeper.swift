import Logging
import ServiceLifecycle

/// Keeps time for the Beacons part: reports of the studio's own receiver, positions and states once per second.
struct BeaconKeeper: Service {
    let venues: BeaconVenues
    let configuration: BeaconConfiguration
    let logger: Logger

    func run() async throws {
        try await begin()
        await cancelWhenGracefulShutdown { await keepTime() }
    }

    private func keepTime() async {
        var isComplaining = false
        while !Task.isCancelled {
            do {
                try await pass()
                isComplaining = false
            } catch {
                if !isComplaining { logger.error("Beacons: \(error)") }
                isComplaining = true
            }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    private func begin() async throws {
        if configuration.ownReceiver != nil { try await venues.own.welcomeOwnReceiver() }
        if configuration.isSimulated { try await venues.simulate(.museum) }
    }

    private func pass() async throws {
        if let ownReceiver = configuration.ownReceiver {
            try await venues.own.take(ownReceiver(), from: BeaconVenue.ownReceiver)
        }
        try await venues.tick()
    }
}
