import ChannelServer
import Foundation
import PusherProtocol
import Testing

/// Client libraries nobody here wrote: PyPI `pusher` and `pysher`, where the tests' Python environment has them.
@Suite(.timeLimit(.minutes(5))) struct PeersTests {
    static let python: String? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let candidates: [String?] = [
            ProcessInfo.processInfo.environment["PEERS_PYTHON"], root.appending(path: ".venv/bin/python").path,
        ]
        return candidates.compactMap { $0 }.first { path in
            guard FileManager.default.isExecutableFile(atPath: path) else { return false }
            return run(path, ["-c", "import pusher, pysher"]).status == 0
        }
    }()

    static func run(_ program: String, _ arguments: [String]) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        do { try process.run() } catch { return (-1, "\(error)") }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test(.enabled(if: python != nil, "the Python packages pusher and pysher are not installed"))
    func `stock clients find everything they expect`() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/peers.py").path
        try await TestServer.run { server async throws -> Void in
            let port = server.port
            let (status, output) = await HostileTests().blocking {
                PeersTests.run(
                    PeersTests.python ?? "",
                    [script, "\(port)", TestServer.credentials.key, TestServer.credentials.secret]
                )
            }
            #expect(status == 0, "\(output)")
            #expect(!output.contains("FAIL"), "\(output)")
            #expect(output.components(separatedBy: "ok   ").count == 15, "\(output)")
        }
    }
}
