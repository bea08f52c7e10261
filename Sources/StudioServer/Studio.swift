import Hummingbird
import Logging
import ServiceLifecycle

/// The studio: its ground, its parts, and the application they make on one port.
public struct Studio: Sendable {
    let ground: StudioGround
    let parts: [any StudioRoutes]
    private let transport: PreparedTransport

    /// The studio over a configuration; makes what its data folder lacks.
    public init(
        configuration: StudioConfiguration,
        logger: Logger = Logger(label: "sightline.studio")
    ) throws {
        let ground: StudioGround
        do {
            ground = try StudioGround(configuration: configuration, logger: logger)
        } catch let error as ApplicationFileError {
            throw error
        } catch {
            throw StudioStartError(folder: configuration.data, cause: error)
        }
        let transport = try PreparedTransport(
            configuration.transport,
            folder: ground.folder,
            host: ground.channels.host
        )
        self.ground = ground
        self.transport = transport
        parts =
            try Self.parts(on: ground) + [
                PageRoutes(configuration: configuration, root: transport.root),
                CaptureRoutes(captures: CaptureFolder(folder: configuration.captures), owner: ground.owner),
            ]
    }

    /// The owner's token when this start made it, so that it can be shown once.
    public var newOwnerToken: String? { ground.owner.isNew ? ground.owner.token : nil }

    /// The tools' parts.
    static func parts(on ground: StudioGround) throws -> [any StudioRoutes] {
        let assist = try AssistRoutes(ground: ground)
        return [
            OwnerRoutes(ground: ground), SafetyRoutes(ground: ground, assist: assist), ReadingRoutes(ground: ground),
            assist,
            BillboardRoutes(ground: ground), DrawingRoutes(ground: ground), try BeaconRoutes(on: ground),
        ]
    }

    /// An application that is ready to run; `runService()` runs it until it is told to stop.
    ///
    /// - Parameter whenRunning: called once with the port that is listened on.
    /// - Returns: the application, with every part mounted and its channels on the same port.
    public func application(
        whenRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let channels = ChannelRoutes(
            channels: ground.channels,
            owner: ground.owner,
            refusals: ground.protection.refusals,
            policies: parts.flatMap(\.channelPolicies)
        )
        let mounted: [any StudioRoutes] = [channels] + parts
        return StudioApplication.build(
            configuration: ground.configuration,
            isOwner: ground.owner.isOwner,
            protection: ground.protection,
            services: mounted.flatMap(\.services),
            server: transport.server,
            logger: ground.logger,
            whenRunning: whenRunning
        ) { router in
            router.middlewares.add(ErrorAnswers(reserve: ground.reserve, logger: ground.logger))
            for part in mounted { part.addRoutes(to: router) }
        }
    }
}
