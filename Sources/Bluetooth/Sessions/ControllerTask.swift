/// The task of a session's controller.
package enum ControllerTask: Hashable, Sendable {
    /// Scans for every advertisement, without gaps.
    case scan
    /// Advertises data (at most 31 octets) from an address, once per interval (in units of 0.625 ms).
    case advertise(data: [UInt8], address: BluetoothAddress, interval: UInt16)

    /// The commands that begin the task.
    func start(extended: Bool) -> [ControllerStep] {
        switch self {
        case .scan:
            extended
                ? [
                    ControllerStep(.setExtendedScanEnable(false), toleratesRefusal: true),
                    ControllerStep(.setExtendedScanParameters(window: 0x60)),
                    ControllerStep(.setExtendedScanEnable(true)),
                ]
                : [
                    ControllerStep(.setScanEnable(false), toleratesRefusal: true),
                    ControllerStep(.setScanParameters(window: 0x60)),
                    ControllerStep(.setScanEnable(true)),
                ]
        case .advertise(let data, let address, let interval):
            extended
                ? [
                    ControllerStep(.setExtendedAdvertisingEnable(false), toleratesRefusal: true),
                    ControllerStep(.setExtendedAdvertisingParameters(interval: UInt32(interval))),
                    ControllerStep(.setAdvertisingSetAddress(address)),
                    ControllerStep(.setExtendedAdvertisingData(data)),
                    ControllerStep(.setExtendedAdvertisingEnable(true)),
                ]
                : [
                    ControllerStep(.setAdvertisingEnable(false), toleratesRefusal: true),
                    ControllerStep(.setRandomAddress(address)),
                    ControllerStep(.setAdvertisingParameters(interval: interval)),
                    ControllerStep(.setAdvertisingData(data)),
                    ControllerStep(.setAdvertisingEnable(true)),
                ]
        }
    }

    /// The command that ends the task.
    func stop(extended: Bool) -> ControllerStep {
        let command: HCICommand =
            switch self {
            case .scan: extended ? .setExtendedScanEnable(false) : .setScanEnable(false)
            case .advertise: extended ? .setExtendedAdvertisingEnable(false) : .setAdvertisingEnable(false)
            }
        return ControllerStep(command, toleratesRefusal: true)
    }
}

/// The family of commands that a session uses.
package enum ControllerMode: String, Hashable, Sendable, CaseIterable {
    /// Extended if the controller supports it, else legacy.
    case automatic
    /// The commands of Bluetooth 4.
    case legacy
    /// The commands of Bluetooth 5.
    case extended
}

/// One command of a session, and whether its refusal matters.
struct ControllerStep: Hashable, Sendable {
    let command: HCICommand
    let toleratesRefusal: Bool

    init(_ command: HCICommand, toleratesRefusal: Bool = false) {
        self.command = command
        self.toleratesRefusal = toleratesRefusal
    }
}
