import Foundation
import Proximity

/// Shows ranged beacons: a table that is redrawn on a terminal, lines of JSON elsewhere.
struct BeaconDisplay {
    private let terminal = Terminal.standardOutput
    private let table: BeaconTable
    private let isSilent: Bool
    private var drawn = 0

    /// A display with a title; silent if only one JSON object at the end is requested.
    init(title: String, isSilent: Bool) {
        table = BeaconTable(terminal: .standardOutput, title: title)
        self.isSilent = isSilent
    }

    /// Shows the beacons of a time.
    mutating func show(_ beacons: [RangedBeacon], at nanoseconds: Int64) {
        guard !isSilent else { return }
        guard terminal.isInteractive else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let lines = beacons.compactMap { try? encoder.encode(BeaconReport($0, at: nanoseconds)) }
            return terminal.write(lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
        }
        let lines = table.lines(beacons)
        let up = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
        terminal.write(up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        drawn = lines.count
    }
}
