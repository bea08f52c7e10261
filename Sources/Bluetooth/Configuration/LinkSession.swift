/// A connection to one beacon through a controller: reset, connection, messages of the Attribute Protocol, end.
///
/// A value without socket and clock, as `ControllerSession` is.
package struct LinkSession: Sendable {
    /// What the host must do.
    package enum Action: Hashable, Sendable {
        /// Send this packet.
        case send(HCIPacket)
        /// The connection stands.
        case connected
        /// The beacon has sent a message.
        case received([UInt8])
        /// The controller has encrypted a block of 16 octets.
        case encrypted([UInt8])
        /// The connection has ended.
        case ended
        /// The session has failed.
        case fail(BluetoothError)
    }

    private enum Phase: Hashable, Sendable {
        case preparing
        case connecting
        case connected(UInt16)
        case over
    }

    private let address: BluetoothAddress
    private let isRandom: Bool
    private var phase = Phase.preparing
    private var steps: ArraySlice<ControllerStep> = []
    private var awaited: ControllerStep?
    private var assembler = LinkAssembler()
    private var deadline: Int64 = .max

    /// How long a beacon is waited for, ns: one that advertises every ten seconds comes twice.
    static let connectionPatience: Int64 = 20_000_000_000
    /// How long an answer is waited for, ns; the specification allows a beacon 30 s.
    static let answerPatience: Int64 = 10_000_000_000

    /// Creates a session with a beacon's address, random as most beacons' or public.
    package init(address: BluetoothAddress, isRandom: Bool) {
        (self.address, self.isRandom) = (address, isRandom)
    }

    /// Begins the session.
    package mutating func begin(at nanoseconds: Int64) -> [Action] {
        steps = [
            ControllerStep(.reset), ControllerStep(.setEventMask),
            ControllerStep(.setLowEnergyEventMask, toleratesRefusal: true),
            ControllerStep(.createConnection(to: address, isRandom: isRandom)),
        ]
        return next(at: nanoseconds)
    }

    /// Sends a message; has no effect without a connection.
    mutating func send(_ message: [UInt8], at nanoseconds: Int64) -> [Action] {
        guard case .connected(let handle) = phase else { return [] }
        deadline = nanoseconds + Self.answerPatience
        return [.send(LinkFragment(handle: handle, message: message).packet)]
    }

    /// Has the controller encrypt a block with a key (AES-128), both most significant octet first.
    mutating func encrypt(_ block: [UInt8], key: [UInt8], at nanoseconds: Int64) -> [Action] {
        steps = [ControllerStep(.encrypt(block, key: key))]
        return next(at: nanoseconds)
    }

    /// Ends the connection.
    package mutating func end(at nanoseconds: Int64) -> [Action] {
        guard case .connected(let handle) = phase else {
            phase = .over
            return [.ended]
        }
        deadline = nanoseconds + ControllerSession.patience
        return [.send(.command(.disconnect(handle)))]
    }

    /// Processes a packet of the controller.
    package mutating func receive(_ packet: HCIPacket, at nanoseconds: Int64) -> [Action] {
        switch packet {
        case .other(type: 0x02, let octets):
            guard case .connected(let handle) = phase, let fragment = LinkFragment(packet: octets),
                fragment.handle == handle, let message = assembler.add(fragment)
            else { return [] }
            return [.received(message)]
        case .event(let code, let parameters):
            return HCIEvent(code: code, parameters: parameters).map { react(to: $0, at: nanoseconds) } ?? []
        case .command, .other: return []
        }
    }

    /// Advances the time.
    package mutating func advance(to nanoseconds: Int64) -> [Action] {
        guard phase != .over, nanoseconds > deadline else { return [] }
        if let awaited { return fail(.controllerSilent(opcode: awaited.command.opcode)) }
        return fail(.beaconSilent(address: address.description))
    }

    private mutating func react(to event: HCIEvent, at nanoseconds: Int64) -> [Action] {
        switch (event, phase) {
        case (.commandComplete(let opcode, let returned), _):
            return answer(opcode, returned, at: nanoseconds)
        case (.commandStatus(let opcode, let status), _):
            return status == 0 ? [] : answer(opcode, [status], at: nanoseconds)
        case (.connected(let status, let handle), .connecting):
            guard status == 0 else { return fail(.beaconSilent(address: address.description)) }
            phase = .connected(handle)
            return [.connected]
        case (.disconnected(let handle), .connected(let current)) where handle == current:
            phase = .over
            return [.ended]
        default: return []
        }
    }

    private mutating func answer(_ opcode: UInt16, _ returned: [UInt8], at nanoseconds: Int64) -> [Action] {
        guard let step = awaited, step.command.opcode == opcode else {
            // The command that connects is only accepted at once; it may be refused later.
            guard phase == .connecting, opcode == HCICommand.createConnectionOpcode else { return [] }
            return fail(.commandRefused(opcode: opcode, status: returned.first ?? 0))
        }
        awaited = nil
        let status = returned.first ?? 0
        if status != 0, !step.toleratesRefusal { return fail(.commandRefused(opcode: opcode, status: status)) }
        guard opcode == HCICommand.encryptOpcode else { return next(at: nanoseconds) }
        return [.encrypted(returned.dropFirst().prefix(16).reversed())]
    }

    private mutating func next(at nanoseconds: Int64) -> [Action] {
        guard let step = steps.popFirst() else { return [] }
        deadline = nanoseconds + ControllerSession.patience
        if step.command.opcode == HCICommand.createConnectionOpcode {
            phase = .connecting
            deadline = nanoseconds + Self.connectionPatience
        } else {
            awaited = step
        }
        return [.send(.command(step.command))]
    }

    private mutating func fail(_ error: BluetoothError) -> [Action] {
        // A controller that still waits for the beacon is told to stop.
        let last: [Action] = phase == .connecting ? [.send(.command(.cancelConnection))] : []
        phase = .over
        return last + [.fail(error)]
    }
}

extension HCICommand {
    /// The command that connects.
    static let createConnectionOpcode: UInt16 = 0x200D
    /// The command that encrypts a block.
    static let encryptOpcode: UInt16 = 0x2017

    /// Connects to a beacon: scans without gaps, and asks for 30 to 50 ms between events and 4 s until a loss.
    static func createConnection(to address: BluetoothAddress, isRandom: Bool) -> HCICommand {
        let scan: [UInt8] = [0x60, 0x00, 0x60, 0x00, 0x00, isRandom ? 1 : 0]
        let rates: [UInt8] = [0x00, 0x18, 0x00, 0x28, 0x00, 0x00, 0x00, 0x90, 0x01, 0x00, 0x00, 0x00, 0x00]
        return HCICommand(createConnectionOpcode, scan + address.littleEndian + rates)
    }

    /// Stops connecting.
    static let cancelConnection = HCICommand(0x200E)

    /// Ends a connection, as a user does.
    static func disconnect(_ handle: UInt16) -> HCICommand { HCICommand(0x0406, handle.littleEndianOctets + [0x13]) }

    /// Encrypts a block of 16 octets (AES-128); key and block are most significant octet first here, least in HCI.
    static func encrypt(_ block: [UInt8], key: [UInt8]) -> HCICommand {
        HCICommand(encryptOpcode, key.reversed() + block.reversed())
    }
}
