/// Sets a beacon through the Eddystone Configuration Service: finds it, unlocks the beacon, writes, and reads back.
///
/// Google, "Eddystone Configuration GATT Service",
/// https://github.com/google/eddystone/tree/master/configuration-service. A value without I/O: pass it the beacon's
/// messages, and do what it asks. The lock code itself never goes over the air.
struct EddystoneConfigurator: Sendable {
    /// What the host must do.
    enum Action: Hashable, Sendable {
        /// Send this request.
        case request([UInt8])
        /// Have this block encrypted with this key, and pass the result on.
        case encrypt([UInt8], key: [UInt8])
        /// The beacon is set; what it has now.
        case finished(EddystoneSettings)
        /// It cannot be set.
        case fail(BluetoothError)
    }

    /// The service's characteristics, by the part of their UUIDs that differs.
    enum Characteristic: UInt8, Hashable, Sendable, CaseIterable {
        case capabilities = 0x01
        case slot, interval, radioPower, claimedPower, lockState, unlock
        case frame = 0x0A
    }

    private enum Operation: Hashable, Sendable {
        case read(Characteristic)
        case write(Characteristic, [UInt8])
    }

    /// `a3c875XX-8ed3-4bdf-8a39-a01bebede295`, least significant octet first.
    static func uuid(_ part: UInt8) -> [UInt8] {
        [0x95, 0xE2, 0xED, 0xEB, 0x1B, 0xA0, 0x39, 0x8A, 0xDF, 0x4B, 0xD3, 0x8E, part, 0x75, 0xC8, 0xA3]
    }

    private let change: EddystoneChange
    private let lockCode: [UInt8]?
    private let address: String
    private var handles: [Characteristic: UInt16] = [:]
    private var last: UInt16 = 0
    private var operations: ArraySlice<Operation> = []
    private var settings = EddystoneSettings()
    private var isOver = false

    /// Creates a configurator; the lock code has 16 octets, and is needed if the beacon is locked.
    init(_ change: EddystoneChange, lockCode: [UInt8]?, address: String) {
        (self.change, self.lockCode, self.address) = (change, lockCode, address)
    }

    /// Begins on a new connection.
    mutating func begin() -> [Action] { [.request(AttributeRequest.findService(Self.uuid(0)).octets)] }

    /// Processes a message of the beacon.
    mutating func receive(_ octets: [UInt8]) -> [Action] {
        guard !isOver, let message = AttributeMessage(octets) else { return [] }
        switch message {
        case .request(let opcode): return [.request(AttributeMessage.refusal(of: opcode))]
        case .other: return []
        case .service(let first, let last):
            guard handles.isEmpty, first < last else { return fail(.notConfigurable(address: address)) }
            self.last = last
            return [.request(AttributeRequest.listCharacteristics(from: first, to: last).octets)]
        case .characteristics(let found): return list(found)
        case .failed(request: 0x08, code: _): return listed()
        case .failed(_, let code): return refused(code)
        case .value(let value): return proceed(after: .read, value)
        case .written: return proceed(after: .write, [])
        }
    }

    /// Processes the block that was encrypted: the token that unlocks the beacon.
    mutating func receive(encrypted token: [UInt8]) -> [Action] {
        guard !isOver else { return [] }
        operations = [.write(.unlock, token)] + work
        return next()
    }

    private mutating func list(_ found: [AttributeMessage.Characteristic]) -> [Action] {
        for each in found {
            for known in Characteristic.allCases where each.uuid == Self.uuid(known.rawValue) {
                handles[known] = each.value
            }
        }
        guard let end = found.map(\.value).max(), end < last else { return listed() }
        return [.request(AttributeRequest.listCharacteristics(from: end + 1, to: last).octets)]
    }

    private mutating func listed() -> [Action] {
        guard operations.isEmpty, Characteristic.allCases.allSatisfy({ handles[$0] != nil }) else {
            return fail(.notConfigurable(address: address))
        }
        operations = [.read(.lockState)]
        return next()
    }

    /// What is written and read when the beacon is unlocked.
    private var work: [Operation] {
        var writes = [Operation.write(.slot, [change.slot])]
        if let frame = change.frame { writes.append(.write(.frame, frame)) }
        if let interval = change.interval { writes.append(.write(.interval, interval.littleEndianOctets.reversed())) }
        if let power = change.radioPower { writes.append(.write(.radioPower, [UInt8(bitPattern: power)])) }
        if let power = change.claimedPower { writes.append(.write(.claimedPower, [UInt8(bitPattern: power)])) }
        let reads: [Characteristic] = [.capabilities, .interval, .radioPower, .claimedPower, .frame]
        return writes + reads.map(Operation.read)
    }

    private enum Done { case read, write }

    private mutating func proceed(after done: Done, _ value: [UInt8]) -> [Action] {
        switch (operations.first, done) {
        case (.read(let characteristic), .read):
            operations.removeFirst()
            return take(value, of: characteristic)
        case (.write, .write):
            operations.removeFirst()
            return next()
        default: return []
        }
    }

    private mutating func take(_ value: [UInt8], of characteristic: Characteristic) -> [Action] {
        let number = Int(value.first.map { Int8(bitPattern: $0) } ?? 0)
        switch characteristic {
        case .lockState:
            guard value.first == 0 else {
                operations = work[...]
                return next()
            }
            guard lockCode != nil else { return fail(.beaconLocked(address: address, hasCode: false)) }
            operations = [.read(.unlock)]
        case .unlock:
            guard let lockCode, value.count == 16 else { return fail(.notConfigurable(address: address)) }
            return [.encrypt(value, key: lockCode)]
        case .capabilities:
            settings.slots = value.count > 1 ? Int(value[1]) : 0
            settings.powers = value.dropFirst(6).map { Int(Int8(bitPattern: $0)) }
        case .interval: settings.interval = value.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        case .radioPower: settings.radioPower = number
        case .claimedPower: settings.claimedPower = number
        case .frame: settings.frame = value == [0] ? [] : value
        case .slot: break
        }
        return next()
    }

    private mutating func next() -> [Action] {
        switch operations.first {
        case .read(let characteristic): return [.request(AttributeRequest.read(handles[characteristic] ?? 0).octets)]
        case .write(let characteristic, let value):
            return [.request(AttributeRequest.write(handles[characteristic] ?? 0, value).octets)]
        case nil:
            isOver = true
            settings.slot = Int(change.slot)
            return [.finished(settings)]
        }
    }

    private mutating func refused(_ code: UInt8) -> [Action] {
        switch operations.first {
        case .write(.unlock, _): return fail(.beaconLocked(address: address, hasCode: true))
        case .write(let characteristic, _), .read(let characteristic):
            return fail(.beaconRefused(setting: "\(characteristic)", code: code))
        case nil: return fail(.notConfigurable(address: address))
        }
    }

    private mutating func fail(_ error: BluetoothError) -> [Action] {
        isOver = true
        return [.fail(error)]
    }
}
