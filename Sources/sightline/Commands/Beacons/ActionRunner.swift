import Foundation
import PusherProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries out actions beside the listening, each with a time limit; what fails is said on standard error.
final class ActionRunner: Sendable {
    private let actions: [MonitorAction]
    private let group = DispatchGroup()
    private let queue = DispatchQueue(label: "actions", attributes: .concurrent)

    /// A runner of these actions.
    init(_ actions: [MonitorAction]) { self.actions = actions }

    /// Starts every action that is for the event.
    func carryOut(_ event: MonitorEvent) {
        for action in actions where action.isFor(event) {
            if let run = action.run { start("run") { try Self.run(run, event) } }
            if let post = action.post { start("post to \(post.url)") { try Self.post(post, event) } }
            if let publish = action.publish {
                start("publish on \(publish.channel)") { try Self.publish(publish, event) }
            }
        }
    }

    /// Waits for actions under way, at most ten seconds.
    func finish() { _ = group.wait(timeout: .now() + 10) }

    private func start(_ name: String, _ work: @escaping @Sendable () throws -> Void) {
        queue.async(group: group) {
            do { try work() } catch { Terminal.standardError.complain("\(name): \(Self.words(error))") }
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? WorkFailure)?.message ?? error.localizedDescription
    }

    private static func run(_ command: [String], _ event: MonitorEvent) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let own = [
            "SIGHTLINE_EVENT": event.event, "SIGHTLINE_REGION": event.region, "SIGHTLINE_BEACON": event.beacon ?? "",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw WorkFailure(message: "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
    }

    private static func post(_ post: MonitorAction.Post, _ event: MonitorEvent) throws {
        let body = try encode(event)
        var headers: [String: String] = [:]
        if let secret = post.secret {
            headers["X-Sightline-Signature"] = Credentials(key: "", secret: secret).signature(of: [UInt8](body))
        }
        try send(body, to: post.url, headers)
    }

    private static func publish(_ publish: MonitorAction.Publish, _ event: MonitorEvent) throws {
        let data = String(decoding: try encode(event), as: UTF8.self)
        let fields = ["name": event.event, "channel": publish.channel, "data": data]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = try encoder.encode(fields)
        let credentials = Credentials(key: publish.key, secret: publish.secret)
        let path = "/apps/\(publish.app)/events"
        let now = Int64(Date().timeIntervalSince1970)
        let query = SignedRequest.signed(
            method: "POST",
            path: path,
            body: [UInt8](body),
            credentials: credentials,
            nowSeconds: now
        ).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        try send(body, to: "\(publish.url)\(path)?\(query)", [:])
    }

    private static func encode(_ event: MonitorEvent) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(event)
    }

    /// Posts a body and waits for the answer.
    private static func send(_ body: Data, to address: String, _ headers: [String: String]) throws {
        guard let url = URL(string: address), url.scheme?.hasPrefix("http") == true else {
            throw WorkFailure(message: "\(address) is not a web address")
        }
        var request = URLRequest(url: url, timeoutInterval: 8)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        let task = URLSession.shared.dataTask(with: request) { _, response, error in
            outcome.set((response as? HTTPURLResponse)?.statusCode, error?.localizedDescription)
            done.signal()
        }
        task.resume()
        done.wait()
        if let failure = outcome.failure { throw WorkFailure(message: failure) }
    }
}

/// What became of a request, handed from the session's thread to the waiting one.
private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var words: String?

    var failure: String? { lock.withLock { words } }

    func set(_ status: Int?, _ error: String?) {
        let isDone = status.map { (200..<300).contains($0) } ?? false
        lock.withLock { words = isDone ? nil : error ?? "the server answered \(status ?? 0)" }
    }
}
