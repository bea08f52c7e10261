import ArgumentParser
import Bluetooth
import Foundation
import Proximity

/// `sightline beacons configure`: sets a beacon over the air.
struct BeaconsConfigureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure",
        abstract: "Set a beacon's identity, power and interval over the air; without options, show what it has.",
        discussion: """
            For beacons with the Eddystone Configuration Service. ADDRESS is the device address that is printed on the \
            beacon or that its maker's application shows. The beacon must be connectable: often after a press on its \
            button, or with a new battery.
            """
    )

    @OptionGroup var input: BeaconSourceOptions
    @Argument(help: "The beacon's device address, such as F0:F1:F2:F3:F4:F5.")
    var address: String
    @Flag(name: .customLong("public"), help: "The address is a public one; most beacons' are random.")
    var isPublic = false
    @Option(help: ArgumentHelp("A file with the lock code: 32 hexadecimal digits.", valueName: "file"))
    var lockCodeFile: String?
    @OptionGroup var change: BeaconChangeOptions
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let address: String
        let slot: Int
        let slots: Int
        let format: String?
        let beacon: String?
        let url: String?
        let interval: Int
        let radioPower: Int
        let claimedPower: Int
        let powers: [Int]
    }

    func validate() throws {
        guard BluetoothAddress(address) != nil else {
            throw ValidationError("\(address) is not a device address, such as F0:F1:F2:F3:F4:F5")
        }
    }

    func run() throws {
        let source = try input.parsed()
        guard let beacon = BluetoothAddress(address), case let change = try change.parsed() else { return }
        if case .capture = source {
            throw ValidationError("a capture cannot set a beacon; give an adapter or tcp:HOST:PORT")
        }
        let found = try BeaconConfigurator(source: source)
            .apply(change, to: beacon, isRandom: !isPublic, lockCode: lockCode())
        let frame = BeaconFrame(eddystone: found.frame)
        let result = Result(
            address: "\(beacon)",
            slot: found.slot,
            slots: found.slots,
            format: frame.map { AdvertisedBeaconOptions.Format($0).rawValue },
            beacon: frame?.identity?.key,
            url: frame?.address,
            interval: found.interval,
            radioPower: found.radioPower,
            claimedPower: found.claimedPower,
            powers: found.powers
        )
        try output.report(result) { words(result) }
    }

    private func words(_ result: Result) -> String {
        let frame = result.beacon ?? result.url ?? result.format ?? "empty"
        let powers = result.powers.map { "\($0)" }.joined(separator: ", ")
        return """
            \(result.address), slot \(result.slot) of \(result.slots): \(frame)
            every \(result.interval) ms; radio \(result.radioPower) dBm, of \(powers); claims \(result.claimedPower) dBm at 0 m
            """
    }

    /// The lock code of the file; `nil` without one.
    private func lockCode() throws -> [UInt8]? {
        guard let lockCodeFile else { return nil }
        guard let text = try? String(contentsOfFile: lockCodeFile, encoding: .utf8) else {
            throw ValidationError("\(lockCodeFile) cannot be read")
        }
        let digits = Array(text.filter { !$0.isWhitespace })
        let octets = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(digits[index...(index + 1)]), radix: 16)
        }
        guard digits.count == 32, digits.allSatisfy(\.isHexDigit), octets.count == 16 else {
            throw ValidationError("\(lockCodeFile) must hold 32 hexadecimal digits")
        }
        return octets
    }
}

/// What `configure` sets.
struct BeaconChangeOptions: ParsableArguments {
    @Option(help: "Which of the beacon's frames to set, from 0.")
    var slot: UInt8 = 0
    @Option(help: ArgumentHelp("The namespace of an Eddystone UID: 20 hexadecimal digits.", valueName: "hex"))
    var namespace: String?
    @Option(help: ArgumentHelp("Its instance: 12 hexadecimal digits.", valueName: "hex"))
    var instance: String?
    @Option(help: "The web address of an Eddystone URL.")
    var url: String?
    @Flag(help: "Send the state of the beacon (Eddystone TLM).")
    var telemetry = false
    @Flag(help: "Send nothing in this slot.")
    var clear = false
    @Option(help: ArgumentHelp("The time between packets.", valueName: "ms"))
    var interval: UInt16?
    @Option(parsing: .unconditional, help: ArgumentHelp("The radio's power.", valueName: "dBm"))
    var radioPower: Int8?
    @Option(parsing: .unconditional, help: ArgumentHelp("The signal strength at 1 m to claim.", valueName: "dBm"))
    var power: Int8?

    func validate() throws { _ = try parsed() }

    /// The change.
    ///
    /// Throws a `ValidationError` if more than one frame is asked for, or a frame is wrong.
    func parsed() throws -> EddystoneChange {
        let hasIdentifier = namespace != nil || instance != nil
        guard [hasIdentifier, url != nil, telemetry, clear].count(where: { $0 }) <= 1 else {
            throw ValidationError("a slot has one frame: --namespace with --instance, --url, --telemetry or --clear")
        }
        return try EddystoneChange(
            slot: slot,
            frame: clear ? [0x00] : frame(hasIdentifier)?.settable,
            interval: interval,
            radioPower: radioPower,
            claimedPower: power.map { Int8(clamping: Int($0) + 41) }
        )
    }

    private func frame(_ hasIdentifier: Bool) throws -> BeaconFrame? {
        if hasIdentifier {
            guard case .eddystone(let identifier) = BeaconIdentity(key: "\(namespace ?? "")/\(instance ?? "")") else {
                throw ValidationError("--namespace needs 20 and --instance 12 hexadecimal digits")
            }
            return .eddystoneUID(EddystoneUIDFrame(identifier: identifier, measuredPower: -59))
        }
        if let url {
            guard let frame = EddystoneURLFrame(address: url, measuredPower: -59) else {
                throw ValidationError("--url needs http:// or https://, and at most 17 letters after it")
            }
            return .eddystoneURL(frame)
        }
        return telemetry ? .eddystoneTelemetry(EddystoneTelemetryFrame()) : nil
    }
}
