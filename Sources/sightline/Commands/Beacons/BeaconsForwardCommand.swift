import ArgumentParser
import Bluetooth
import Foundation
import StudioServer

/// `sightline beacons forward`: this machine as a receiver of a studio.
struct BeaconsForwardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward",
        abstract: "Report what this machine receives to a studio, as one of its receivers.",
        discussion: """
            Add a receiver on the studio's Beacons page: it shows the token once. Reports go out twice a second; \
            while the \
            studio cannot be reached, the last ten seconds are kept and it is tried again. Says on standard error \
            whether \
            it may use the radio: allowed, denied, restricted or not determined; the page says so, too.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @Option(help: ArgumentHelp("The studio.", valueName: "http://HOST:PORT"))
    var server: String
    @Option(help: "The receiver's token; better kept in SIGHTLINE_RECEIVER_TOKEN or a file.")
    var token: String?
    @Option(help: ArgumentHelp("A file that holds the token.", valueName: "file"))
    var tokenFile: String?
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        var receiver: String?
        var reports: Int
        var packets: Int
        var authorisation: String
    }

    func validate() throws {
        guard let url = URLComponents(string: server), url.scheme == "http" || url.scheme == "https", url.host != nil
        else { throw ValidationError("--server must be the studio's address, such as http://192.168.1.10:8080") }
    }

    func run() async throws {
        let link = ReceiverLink(server: server, token: try secret())
        let stop = StopSwitch(seconds: input.seconds)
        let receiver = BeaconReceiver(source: try input.parsed(), mode: input.mode) { stop.isOn }
        let isOver = Latch()
        receiver.start { isOver.set() }
        var (result, isReached) = (Result(reports: 0, packets: 0, authorisation: "notDetermined"), true)
        var isLast = false
        while !isLast {
            try? await Task.sleep(for: .milliseconds(500))
            isLast = stop.isOn || isOver.isSet
            let report = receiver.report()
            result.authorisation = report.authorisation.rawValue
            do {
                let answer = try await link.send(report)
                if result.receiver == nil || !isReached { log("reporting to \(server) as \(answer.receiver)") }
                (result.receiver, isReached) = (answer.receiver, true)
                result.reports += 1
                result.packets += report.beacons.reduce(0) { $0 + $1.packets.count }
            } catch let fault as ReceiverLink.Fault {
                if case .refused = fault { throw WorkFailure(message: fault.description) }
                if isReached { Terminal.standardError.complain(fault.description) }
                isReached = false
                receiver.restore(report)
            }
        }
        if output.json { try output.report(result) { "" } }
    }

    private func log(_ text: String) { Terminal.standardError.write(text + "\n") }

    /// The token: from the option, the file or the environment.
    private func secret() throws -> String {
        let file = try tokenFile.map { path in
            do {
                return try String(contentsOfFile: path, encoding: .utf8)
            } catch {
                throw InputFailure(message: "\(path): \(error.localizedDescription)")
            }
        }
        let given = token ?? file ?? ProcessInfo.processInfo.environment["SIGHTLINE_RECEIVER_TOKEN"] ?? ""
        let trimmed = given.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else {
            throw ValidationError("give the receiver's token: --token, --token-file or SIGHTLINE_RECEIVER_TOKEN")
        }
        return trimmed
    }
}
