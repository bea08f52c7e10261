import Hummingbird
import Logging
import ServiceLifecycle

/// The studio: its services, its parts, and their application on one port.
package struct Studio: Sendable {
    let core: StudioCore
    let parts: [any StudioRoutes]
    private let transport: PreparedTransport

    /// Creates the studio from a configuration, with the missing parts of its data folder.
    package init(
        configuration: StudioConfiguration,
        logger: Logger = Logger(label: "sightline.studio")
    ) throws {
        let core: StudioCore
        do {
            core = try StudioCore(configuration: configuration, logger: logger)
        } catch let error as ApplicationFileError {
            throw error
        } catch {
            throw StudioStartError(folder: configuration.data, cause: error)
        }
        let transport = try PreparedTransport(
            configuration.transport,
            folder: core.folder,
            host: core.channels.host
        )
        self.core = core
        self.transport = transport
        parts =
            try Self.parts(on: core) + [
                PageRoutes(configuration: configuration, root: transport.root),
                CaptureRoutes(captures: CaptureFolder(folder: configuration.captures), owner: core.owner),
            ]
    }

    /// The owner's token if this start created it, so that it can be shown once.
    package var newOwnerToken: String? { core.owner.isNew ? core.owner.token : nil }

    /// The tools' parts.
    static func parts(on core: StudioCore) throws -> [any StudioRoutes] {
        let assist = try AssistRoutes(core: core)
        return [
            OwnerRoutes(core: core), SafetyRoutes(core: core, assist: assist), ReadingRoutes(core: core),
            assist,
            BillboardRoutes(core: core), DrawingRoutes(core: core), try BeaconRoutes(on: core),
            PhoneRoutes(core: core), try ProblemReportRoutes(core: core, access: assist.call.access),
        ]
    }

    /// An application that is ready to run; `runService()` runs it until it is stopped.
    ///
    /// - Parameter whenRunning: called once with the listening port.
    /// - Returns: the application, with every part mounted and its channels on the same port.
    package func application(
        whenRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let channels = ChannelRoutes(
            channels: core.channels,
            owner: core.owner,
            refusals: core.protection.refusals,
            policies: parts.flatMap(\.channelPolicies)
        )
        let mounted: [any StudioRoutes] = [channels] + parts
        return StudioApplication.build(
            configuration: core.configuration,
            isOwner: core.owner.isOwner,
            protection: core.protection,
            services: mounted.flatMap(\.services),
            host: core.channels.host,
            server: transport.server,
            logger: core.logger,
            whenRunning: whenRunning
        ) { router in
            router.middlewares.add(ErrorAnswers(reserve: core.reserve, logger: core.logger))
            for part in mounted { part.addRoutes(to: router) }
        }
    }
}
