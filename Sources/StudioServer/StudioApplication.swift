import ChannelServer
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The studio as a Hummingbird application: pages, recordings, and the other parts on the same port.
enum StudioApplication {
    /// An application that is ready to run.
    ///
    /// - Parameters:
    ///   - configuration: the address and the contents.
    ///   - isOwner: whether a request comes from the owner, who alone sees captures and has no limits.
    ///   - protection: the limits of addresses, and the log of refusals.
    ///   - services: services that live as long as the server, such as a hub of channels.
    ///   - host: the channels whose clients' sockets the listener opens; nil if there are none.
    ///   - server: the server of connections; replace it to add an upgrade to WebSocket.
    ///   - logger: the log of the server's own messages.
    ///   - whenRunning: called once with the listening port.
    ///   - extending: adds routes beside the studio's; they have priority over the pages.
    /// - Returns: the application; `runService()` runs it until it is stopped.
    static func build(
        configuration: StudioConfiguration,
        isOwner: @escaping @Sendable (Request) -> Bool = { _ in false },
        protection: StudioProtection = StudioProtection(),
        services: [any Service] = [],
        host: ChannelHost? = nil,
        server: HTTPServerBuilder = .http1(),
        logger: Logger = Logger(label: "sightline.studio"),
        whenRunning: @escaping @Sendable (Int) async -> Void = { _ in },
        extending: (Router<StudioContext>) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            router: router(
                configuration: configuration,
                isOwner: isOwner,
                protection: protection,
                logger: logger,
                extending: extending
            ),
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Sightline"
            ),
            services: services,
            onServerRunning: { channel in
                do {
                    let most = configuration.mostConnections ?? ConnectionLimit.current()
                    try await Listener.prepare(channel, host: host, mostConnections: most)
                } catch {
                    logger.error("The listening socket cannot be prepared", metadata: ["error": "\(error)"])
                }
                await whenRunning(channel.localAddress?.port ?? configuration.port)
            },
            logger: logger
        )
    }

    /// This machine's names, those of the certificate, and the allowed ones.
    private static func knownHosts(of configuration: StudioConfiguration) -> KnownHosts {
        var added = configuration.allowedHosts + [configuration.host]
        if case .certificate(let file, _) = configuration.transport { added += CertificateFolder.names(inFile: file) }
        return KnownHosts(machine: .current(), adding: added)
    }

    /// The studio's routes with their middleware, outermost first.
    static func router(
        configuration: StudioConfiguration,
        isOwner: @escaping @Sendable (Request) -> Bool,
        protection: StudioProtection,
        logger: Logger,
        extending: (Router<StudioContext>) -> Void
    ) -> Router<StudioContext> {
        let router = Router(context: StudioContext.self)
        router.middlewares.add(SecurityHeaders())
        router.middlewares.add(ProtectionMiddleware(protection: protection, isOwner: isOwner))
        router.middlewares.add(HostValidator(known: knownHosts(of: configuration)))
        router.middlewares.add(CrossOriginValidator(allowed: Set(configuration.allowedOrigins)))
        router.middlewares.add(RequestPathValidator())
        router.middlewares.add(SoundRanges())
        let recordings = RecordingRoutes(
            library: RecordingLibrary(folders: configuration.recordings, captures: configuration.captures),
            isOwner: isOwner
        )
        router.middlewares.add(
            PageMiddleware(
                store: PageStore(folder: configuration.pages),
                awaitsEngine: configuration.awaitsEngine
            )
        )
        router.middlewares.add(DocumentationMiddleware(folder: configuration.documentation))
        recordings.addFiles(to: router, logger: logger)
        recordings.add(to: router)
        extending(router)
        return router
    }
}
