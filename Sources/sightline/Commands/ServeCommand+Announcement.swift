import Foundation
import StudioServer

extension ServeCommand {
    /// Says on standard error where the studio is to be found, and what it has to show.
    func announce(port: Int, newOwnerToken: String?) {
        let shown = host == "0.0.0.0" || host == "::" ? "localhost" : host
        var lines = ["Sightline studio: http://\(shown):\(port)/"]
        if recordings.isEmpty {
            lines.append("No recording was given: drop one into the page, or name a folder with --recordings PATH.")
        }
        if let newOwnerToken {
            lines.append("The owner's token, made just now and kept in the data folder: \(newOwnerToken)")
        }
        lines.append("Stop with ctrl-C.")
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
