import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import TestThreads

/// An application's own address, which a server or a client under test asks; it is there while the work is done.
enum Endpoint {
    static func run<Result: Sendable>(
        _ router: Router<BasicRequestContext>,
        _ work: @Sendable (_ port: Int) async throws -> Result
    ) async throws -> Result {
        var logger = Logger(label: "endpoint")
        logger.logLevel = .error
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
            logger: logger
        )
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        async let running: Void = OwnThreads.run { try await services.run() }
        var iterator = ports.makeAsyncIterator()
        let result = try await work(await iterator.next() ?? 0)
        await services.triggerGracefulShutdown()
        try await running
        return result
    }
}
