import Foundation
import StudioServer

extension ServeCommand {
    /// Says on standard error where the studio is to be found, and what it has to show.
    func announce(port: Int, newOwnerToken: String?) {
        let isEverywhere = listeningHost == "0.0.0.0" || listeningHost == "::"
        let shown = isEverywhere ? "localhost" : listeningHost
        var lines = ["Sightline studio: \(transport.isSecure ? "https" : "http")://\(shown):\(port)/"]
        lines += invitation(port: port)
        if recordings.isEmpty {
            lines.append("No recording was given: drop one into the page, or name a folder with --recordings PATH.")
        }
        if let newOwnerToken {
            lines.append("The owner's token, made just now and kept in the data folder: \(newOwnerToken)")
        }
        lines.append("Stop with ctrl-C.")
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Where a phone finds the studio, with a code to scan where a terminal shows it.
    private func invitation(port: Int) -> [String] {
        guard transport.isSecure else {
            return ["A phone gets camera and sensors only over HTTPS: start with --tls, or see docs/serve.md."]
        }
        let address = Invitation.address(host: listeningHost, port: port, isSecure: true, names: .current())
        guard let address else { return ["No phone finds it: it listens on this machine alone."] }
        let plain = "This machine may also use http://localhost:\(port)/"
        let phone = "On a phone: \(address) (it warns once; accept, or install \(address)certificate.crt)"
        guard Terminal.standardError.isInteractive, let code = QRCode(address) else { return [plain, phone] }
        return [plain, phone] + code.terminalLines
    }
}
