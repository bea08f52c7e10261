import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore

@testable import StudioServer

/// A suite that asks a studio about beacons.
protocol BeaconRequests {}

extension BeaconRequests {
    /// A request below `/api/beacons`, as the owner if a token is given.
    func ask(
        _ client: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        token: String? = nil,
        _ body: String = ""
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        let answer = try await client.execute(
            uri: "/api/beacons" + path,
            method: method,
            headers: token.map { [.authorization: "Bearer \($0)"] } ?? [:],
            body: ByteBuffer(string: body)
        )
        return (answer.status, String(buffer: answer.body))
    }

    /// What the page of beacons shows.
    func view(_ client: any TestClientProtocol, token: String?) async throws -> BeaconsView {
        let answer = try await ask(client, .get, "", token: token)
        return try JSONDecoder().decode(BeaconsView.self, from: Data(answer.text.utf8))
    }
}
