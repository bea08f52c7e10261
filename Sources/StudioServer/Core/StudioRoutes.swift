import Hummingbird
import ServiceLifecycle

/// One tool's share of the server: its routes, its say over channels, and what runs as long as the server does.
protocol StudioRoutes: Sendable {
    /// Adds the part's routes.
    func addRoutes(to router: Router<StudioContext>)
    /// Who may join which of the part's channels.
    var channelPolicies: [ChannelPolicy] { get }
    /// What lives as long as the server.
    var services: [any Service] { get }
}

extension StudioRoutes {
    var channelPolicies: [ChannelPolicy] { [] }
    var services: [any Service] { [] }
}
