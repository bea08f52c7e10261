import ChannelServer
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Stores the readings of the channels that the owner selected.
final class ReadingKeeper: Service {
    private struct State {
        var kept: Set<String> = []
        var observer: Int?
    }

    private let archive: ReadingArchive
    private let host: ChannelHost
    private let application: String
    private let logger: Logger
    private let state = NIOLockedValueBox(State())
    private let incoming: AsyncStream<(code: String, reading: SharedReading)>
    private let continuation: AsyncStream<(code: String, reading: SharedReading)>.Continuation
    /// The maximum number of readings that wait for the disk before some are lost.
    private static let mostWaiting = 10_000

    init(archive: ReadingArchive, channels: StudioChannels, logger: Logger) {
        self.archive = archive
        self.logger = logger
        host = channels.host
        application = channels.application.id
        (incoming, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    /// Stores readings until the server stops; the received ones are written by then.
    func run() async throws {
        try refresh()
        await withGracefulShutdownHandler {
            for await reading in incoming { await write(reading) }
        } onGracefulShutdown: {
            self.continuation.finish()
        }
    }

    /// Updates the codes to store; without codes there is no cost.
    func refresh() throws {
        let codes = try archive.keptCodes()
        state.withLockedValue { state in
            state.kept = codes
            if codes.isEmpty, let observer = state.observer {
                host.stopObserving(observer)
                state.observer = nil
            } else if !codes.isEmpty, state.observer == nil {
                state.observer = host.observe { [weak self] in self?.receive($0) }
            }
        }
    }

    private func receive(_ event: HubEvent) {
        guard event.kind == .clientEvent, event.application == application, event.event == SharedReading.event,
            let code = event.channel.flatMap({ SharedReading.code(of: $0) }),
            state.withLockedValue({ $0.kept.contains(code) }),
            let reading = event.data.flatMap({ SharedReading($0) })
        else { return }
        continuation.yield((code, reading))
    }

    private func write(_ reading: (code: String, reading: SharedReading)) async {
        do {
            try await archive.add([reading])
        } catch {
            logger.error("A reading could not be kept", metadata: ["error": "\(error)"])
        }
    }
}
