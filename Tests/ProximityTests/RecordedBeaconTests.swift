import Foundation
import Testing

@testable import Proximity

/// Real reports from `../shared/data/ble`; skipped where they are absent.
@Suite struct RecordedBeaconTests {
    private static let path = "../shared/data/ble/ibeacon_adv_reports.csv"
    private static var isAbsent: Bool { !FileManager.default.fileExists(atPath: path) }

    @Test(.disabled(if: isAbsent, "no recordings here")) func `Real iBeacon reports are read as their columns say`()
        throws
    {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(whereSeparator: \.isNewline)
            .dropFirst()
        #expect(lines.count == 99)
        for line in lines {
            let fields = line.split(separator: ",").map(String.init)
            let octets = stride(from: 0, to: fields[11].count, by: 2).compactMap { offset in
                UInt8(fields[11].dropFirst(offset).prefix(2), radix: 16)
            }
            let frame = try #require(BeaconFrame(advertisement: octets[...]), "\(line)")
            #expect(frame.identity?.uuid == BeaconUUID(fields[6]))
            #expect(frame.identity?.major.map(String.init) == fields[7])
            #expect(frame.identity?.minor.map(String.init) == fields[8])
            #expect(frame.measuredPower.map(String.init) == fields[9])
        }
    }
}
