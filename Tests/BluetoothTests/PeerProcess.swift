import Foundation

/// Bumble's virtual controller in a process of its own, with a second host on the same link.
final class PeerProcess {
    static let python = ".venv/bin/python"
    static let script = "Tests/Peers/virtual_controller.py"

    /// Whether Bumble is installed (`make deps`).
    static let isAbsent: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import bumble"]
        process.standardError = FileHandle.nullDevice
        guard FileManager.default.fileExists(atPath: python), (try? process.run()) != nil else { return true }
        process.waitUntilExit()
        return process.terminationStatus != 0
    }()

    let port: UInt16
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    struct Failure: Error {}

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = [Self.script] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = Data()
        while !text.contains(0x0A) {
            let octets = output.fileHandleForReading.availableData
            guard !octets.isEmpty else { throw Failure() }
            text += octets
        }
        let line = String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
        pending = Data(text.drop { $0 != 0x0A }.dropFirst())
        guard let port = UInt16(line.dropFirst("port ".count)) else { throw Failure() }
        self.port = port
    }

    /// Ends the peer and returns the rest of its output.
    func finish() -> String {
        try? input.fileHandleForWriting.close()
        let rest = pending + output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: rest, as: UTF8.self)
    }
}
