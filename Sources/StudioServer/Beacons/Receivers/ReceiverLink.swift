import AsyncHTTPClient
import Foundation
import NIOCore

/// The way from a receiver to a studio: reports by POST, with the receiver's token.
package struct ReceiverLink: Sendable {
    /// What the studio answers.
    package struct Answer: Codable, Sendable {
        /// The receiver's name in the studio.
        package var receiver: String
    }

    /// Why a report did not arrive.
    package enum Fault: Error, CustomStringConvertible {
        /// The studio does not know the token, or refuses the report: trying again does not help.
        case refused(status: Int, message: String)
        /// The studio cannot be reached, or has a fault of its own.
        case unreachable(String)

        /// What happened, for a person.
        package var description: String {
            switch self {
            case .refused(let status, let message): "the studio refuses the report (\(status)): \(message)"
            case .unreachable(let reason): "the studio cannot be reached: \(reason)"
            }
        }
    }

    private struct Refusal: Decodable {
        struct Words: Decodable { var message: String }
        var error: Words
    }

    private let address: String
    private let token: String
    private let client: HTTPClient

    /// A link to a studio's address, such as `http://host:8080`, with a receiver's token.
    package init(server: String, token: String, client: HTTPClient = .shared) {
        address = (server.hasSuffix("/") ? String(server.dropLast()) : server) + "/api/beacons/reports"
        self.token = token
        self.client = client
    }

    /// Sends a report.
    ///
    /// Throws a `Fault`.
    package func send(_ report: ReceiverReport) async throws -> Answer {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(report)))
        let (status, body): (Int, Data)
        do {
            let response = try await client.execute(request, timeout: .seconds(5))
            status = Int(response.status.code)
            body = Data(try await response.body.collect(upTo: 1 << 16).readableBytesView)
        } catch {
            throw Fault.unreachable("\(error)")
        }
        switch status {
        case 200..<300:
            guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
                throw Fault.refused(status: status, message: "this is not a Sightline studio")
            }
            return answer
        case 400..<500 where status != 408 && status != 429:
            let words = (try? JSONDecoder().decode(Refusal.self, from: body))?.error.message
            throw Fault.refused(status: status, message: words ?? "this is not a Sightline studio")
        default: throw Fault.unreachable("it answered \(status)")
        }
    }
}
