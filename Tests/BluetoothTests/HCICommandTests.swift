import Testing

@testable import Bluetooth

/// The octets of every command, against the Core Specification's tables (volume 4, part E).
@Suite struct HCICommandTests {
    private let address = BluetoothAddress(bits: 0xC1_02_03_04_05_06)

    @Test func `Commands of the controller have the specified octets`() {
        #expect(HCICommand.reset.h4 == [0x01, 0x03, 0x0C, 0x00])
        #expect(HCICommand.readAddress.h4 == [0x01, 0x09, 0x10, 0x00])
        #expect(HCICommand.readLowEnergyFeatures.h4 == [0x01, 0x03, 0x20, 0x00])
        #expect(HCICommand.setEventMask.parameters == [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x00, 0x20])
    }

    @Test func `Commands of scanning have the specified octets`() {
        #expect(
            HCICommand.setScanParameters(window: 0x60).h4
                == [0x01, 0x0B, 0x20, 0x07, 0x00, 0x60, 0x00, 0x60, 0x00, 0x00, 0x00]
        )
        #expect(HCICommand.setScanEnable(true).h4 == [0x01, 0x0C, 0x20, 0x02, 0x01, 0x00])
        #expect(
            HCICommand.setExtendedScanParameters(window: 0x60).h4
                == [0x01, 0x41, 0x20, 0x08, 0x00, 0x00, 0x01, 0x00, 0x60, 0x00, 0x60, 0x00]
        )
        #expect(HCICommand.setExtendedScanEnable(true).h4 == [0x01, 0x42, 0x20, 0x06, 0x01, 0, 0, 0, 0, 0])
    }

    @Test func `Commands of advertising have the specified octets`() {
        #expect(HCICommand.setRandomAddress(address).parameters == [6, 5, 4, 3, 2, 0xC1])
        #expect(
            HCICommand.setAdvertisingParameters(interval: 0xA0).parameters
                == [0xA0, 0, 0xA0, 0, 0x03, 0x01, 0, 0, 0, 0, 0, 0, 0, 0x07, 0x00]
        )
        #expect(HCICommand.setAdvertisingData([1, 2]).parameters == [2, 1, 2] + [UInt8](repeating: 0, count: 29))
        #expect(
            HCICommand.setExtendedAdvertisingParameters(interval: 0xA0).parameters
                == [0, 0x10, 0, 0xA0, 0, 0, 0xA0, 0, 0, 0x07, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 1, 0, 1, 0, 0]
        )
        #expect(HCICommand.setExtendedAdvertisingData([1, 2]).parameters == [0, 3, 1, 2, 1, 2])
        #expect(HCICommand.setExtendedAdvertisingEnable(true).parameters == [1, 1, 0, 0, 0, 0])
        #expect(HCICommand.setExtendedAdvertisingEnable(false).parameters == [0, 0])
    }
}
