import ArgumentParser
import Bluetooth
import Foundation

/// The source of a command's packets, and its duration.
struct BeaconSourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("An adapter, a controller or a capture.", valueName: "hci0|tcp:HOST:PORT|file.btsnoop"))
    var source = "hci0"
    @Option(help: "Which commands to use: automatic, legacy or extended.")
    var mode = ControllerMode.automatic
    @Option(help: ArgumentHelp("Stop after so many seconds.", valueName: "s"))
    var seconds: Double?

    func validate() throws {
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be above 0") }
    }

    /// The parsed source.
    func parsed() throws -> BeaconSource { try BeaconSource(source) }
}

extension ControllerMode: ExpressibleByArgument {}
