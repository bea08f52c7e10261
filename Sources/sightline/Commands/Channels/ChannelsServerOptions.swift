import ArgumentParser
import AsyncHTTPClient
import ChannelClient
import Foundation
import NIOCore
import PusherProtocol

/// The server, and the client's authorization.
struct ChannelsServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server = ServerAddress.usual
    @Option(help: "The application's key; a studio is asked for its own where there is none.")
    var key: String?
    @Option(help: "The application's secret, to sign with.")
    var secret: String?
    @Option(
        help: ArgumentHelp("An address that gives the application's word; a studio's own by default.", valueName: "url")
    )
    var authEndpoint: String?
    @Option(help: ArgumentHelp("A header for that address, such as “Authorization: Bearer …”.", valueName: "header"))
    var authHeader: [String] = []
    @Option(help: "The user on presence channels, when signing with the secret.")
    var user: String?
    @Option(help: ArgumentHelp("What others learn of that user, as JSON.", valueName: "json"))
    var userInfo: String?
    @Option(help: ArgumentHelp("An encrypted channel's master key, when signing with the secret.", valueName: "base64"))
    var masterKey: String?
    @Option(help: ArgumentHelp("Trust the certificates of this PEM file.", valueName: "file"), completion: .file())
    var certificate: String?

    func checked(_ channel: String) throws -> ChannelName {
        do {
            return try ChannelName(channel)
        } catch {
            throw ValidationError("‘\(channel)’ is not a channel's name.")
        }
    }

    func validate() throws { _ = try authentication() }

    /// A client of the server, not yet connected.
    func client() async throws -> ChannelClient {
        var options = ChannelClient.Options(host: server.host, port: server.port, authentication: try authentication())
        options.pathPrefix = server.pathPrefix
        options.connection.isTLS = server.isTLS
        options.trustedCertificates = certificate
        return ChannelClient(key: try await applicationKey(), options: options)
    }

    /// The given key, else the studio's.
    func applicationKey() async throws -> String {
        if let key { return key }
        struct Answer: Decodable { let key: String }
        do {
            let request = HTTPClientRequest(url: server.base + "/api/channels")
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
            let body = try await response.body.collect(upTo: 65_536)
            return try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView)).key
        } catch {
            throw WorkFailure(message: "\(server) does not tell its key: it is no studio, or not there. Give --key.")
        }
    }

    private func authentication() throws -> Authentication {
        guard let secret else {
            guard authEndpoint != nil || key == nil else { return .none }
            return .endpoint(channels: authEndpoint ?? server.base + "/api/channels/auth", headers: try headers())
        }
        return .inline(secret: secret, member: try member(), masterKey: try master())
    }

    private func headers() throws -> [String: String] {
        try authHeader.reduce(into: [:]) { headers, line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { throw ValidationError("--auth-header takes ‘Name: value’.") }
            headers[parts[0]] = parts[1]
        }
    }

    private func member() throws -> Member? {
        guard let user else { return nil }
        guard let userInfo else { return Member(userID: user) }
        guard let info = try? JSONText(parsing: Array(userInfo.utf8)) else {
            throw ValidationError("--user-info takes JSON.")
        }
        return Member(userID: user, userInfo: info)
    }

    private func master() throws -> [UInt8]? {
        try masterKey.map { text in
            guard let key = Data(base64Encoded: text), key.count == 32 else {
                throw ValidationError("--master-key takes 32 bytes in Base64.")
            }
            return Array(key)
        }
    }
}
