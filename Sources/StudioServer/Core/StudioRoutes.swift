import Hummingbird
import ServiceLifecycle

/// The server part of one tool: its routes, channel policies and services.
protocol StudioRoutes: Sendable {
    /// Adds the part's routes.
    func addRoutes(to router: Router<StudioContext>)
    /// Who may join the part's channels.
    var channelPolicies: [ChannelPolicy] { get }
    /// The services that run as long as the server.
    var services: [any Service] { get }
}

extension StudioRoutes {
    var channelPolicies: [ChannelPolicy] { [] }
    var services: [any Service] { [] }
}
