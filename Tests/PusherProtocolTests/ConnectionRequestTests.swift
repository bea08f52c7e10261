import Testing

@testable import PusherProtocol

@Suite struct ConnectionRequestTests {
    func refusal(
        _ target: String,
        to application: ChannelApplication? = Fixture.application(),
        isTLS: Bool = false,
        count: Int = 0
    )
        -> CloseCode?
    {
        guard let request = ConnectionRequest(target: target) else { return .pathNotFound }
        return request.refusal(by: application, isTLS: isTLS, connections: count)
    }

    @Test func `stock clients are admitted`() {
        #expect(refusal("/app/k?protocol=7&client=js&version=8.6.0&flash=false") == nil)
        #expect(refusal("/app/k?client=Pysher&version=0.2.0&protocol=6") == nil)
        #expect(refusal("/app/k?protocol=4") == nil)
        #expect(ConnectionRequest(target: "/app/k?protocol=7&client=js")?.client == "js")
        #expect(ConnectionRequest(target: "/ws/app/k?protocol=7", prefix: "/ws")?.key == "k")
    }

    @Test func `each fault has its code`() {
        #expect(refusal("/app/k?protocol=7", to: nil) == .unknownApplication)
        #expect(
            refusal("/app/k?protocol=7", to: Fixture.application { o, _ in o.isEnabled = false })
                == .disabledApplication
        )
        let onlyTLS = Fixture.application { options, _ in options.onlyTLS = true }
        #expect(refusal("/app/k?protocol=7", to: onlyTLS) == .onlyTLS)
        #expect(refusal("/app/k?protocol=7", to: onlyTLS, isTLS: true) == nil)
        for path in ["/", "/app", "/app/", "/app/a/b", "/apps/k", "", "/app/?protocol=7"] {
            #expect(refusal(path) == .pathNotFound)
        }
        #expect(refusal("/app/k") == .missingVersion)
        #expect(refusal("/app/k?protocol=") == .missingVersion)
        #expect(refusal("/app/k?protocol=x") == .invalidVersion)
        #expect(refusal("/app/k?protocol=3") == .unsupportedVersion)
        #expect(refusal("/app/k?protocol=8") == .unsupportedVersion)
        let small = Fixture.application { _, limits in limits.connections = 2 }
        #expect(refusal("/app/k?protocol=7", to: small, count: 1) == nil)
        #expect(refusal("/app/k?protocol=7", to: small, count: 2) == .overConnectionQuota)
    }
}
