import ChannelClient
import Testing

/// Where a client connects.
@Suite struct ClientOptionsTests {
    @Test(arguments: ["eu", "mt1", "ap-south-1"]) func `a cluster of the hosted service gives its host, with TLS`(
        _ cluster: String
    ) throws {
        let options = try ChannelClient.Options(cluster: cluster, authentication: .inline(secret: "s"))
        #expect(options.host == "ws-\(cluster).pusher.com")
        #expect(options.port == 443)
        #expect(options.connection.isTLS)
        #expect(options.pathPrefix.isEmpty)
    }

    @Test(arguments: ["", "EU", "eu.example.org/", "eu\r\n", String(repeating: "a", count: 33)])
    func `a name that would lead to another host is refused`(_ cluster: String) {
        #expect(throws: ChannelClientError.invalidCluster(cluster)) {
            try ChannelClient.Options(cluster: cluster)
        }
    }
}
