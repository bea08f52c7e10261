import Foundation
import StudioServer

extension ServeCommand {
    /// Says on standard error where the studio is to be found, and what it has to show.
    func announce(port: Int) {
        let shown = host == "0.0.0.0" || host == "::" ? "localhost" : host
        var lines = ["Sightline studio: http://\(shown):\(port)/"]
        if recordings.isEmpty {
            lines.append("No recording was given: drop one into the page, or name a folder with --recordings PATH.")
        }
        lines.append("Stop with ctrl-C.")
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
