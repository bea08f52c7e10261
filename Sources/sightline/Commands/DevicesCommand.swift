import ArgumentParser
import Foundation
import Simulation

/// `sightline devices`: what `simulate --device` knows.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that `simulate` knows, with what they do to their data.",
        discussion: "Phones have the figures that are published of them; docs/library/simulation.md says what is not."
    )

    @OptionGroup var output: OutputOptions

    func run() throws {
        let devices = DevicePreset.all.map(Device.init)
        try output.report(["devices": devices]) { devices.map(\.text).joined(separator: "\n") }
    }

    private struct Device: Encodable {
        let name: String
        let isPhone: Bool
        let focalLengthPixels: Double
        let imageRate: Double
        let readoutMilliseconds: Double
        /// How late an image's timestamp is at the start.
        let delayMilliseconds: Double
        let inertialRate: Double
        /// Chip and platform; empty for a device that stands for a kind.
        let parts: String
        let effects: [String]
        /// Where its figures are published; empty for a device that stands for a kind.
        let source: String

        init(_ preset: DevicePreset) {
            (name, isPhone, source) = (preset.name, !preset.source.isEmpty, preset.source)
            focalLengthPixels = preset.camera.focalLengthPixels.x
            (imageRate, inertialRate) = (preset.imageRate, preset.inertialRate)
            readoutMilliseconds = preset.readoutTime * 1e3
            delayMilliseconds = 0 - preset.timeOffset * 1e3
            (parts, effects) = (preset.parts, preset.effects)
        }

        var text: String {
            let figures = String(
                format: "%.0f px, %g images/s, readout %g ms, %g ms late, %g samples/s",
                focalLengthPixels,
                imageRate,
                readoutMilliseconds,
                delayMilliseconds,
                inertialRate
            )
            let lines = [parts, effects.joined(separator: ", "), source].filter { !$0.isEmpty }.map { "    " + $0 }
            return (["\(name): \(figures)"] + lines).joined(separator: "\n")
        }
    }
}
