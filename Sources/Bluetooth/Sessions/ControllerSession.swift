/// A session with a controller: reset, query of its features, start of the task, reports, end.
///
/// A value without socket and clock: the host passes packets and the time to it and executes its actions.
package struct ControllerSession: Sendable {
    /// What the host must do.
    package enum Action: Hashable, Sendable {
        /// Send this command.
        case send(HCICommand)
        /// The task has begun, with extended or legacy commands.
        case began(extended: Bool)
        /// Advertisements were received.
        case report([AdvertisingReport])
        /// The task has ended as requested.
        case ended
        /// The session has failed.
        case fail(BluetoothError)
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case preparing
        case beginning
        case working
        case ending
        case over
    }

    private let task: ControllerTask
    private let mode: ControllerMode
    private var phase = Phase.idle
    private var steps: ArraySlice<ControllerStep> = []
    private var current: ControllerStep?
    private var sentAt: Int64 = 0
    private var isExtended = false

    /// The controller's time limit for an answer to a command, ns.
    static let patience: Int64 = 3_000_000_000

    /// Creates a session that has not begun.
    package init(task: ControllerTask, mode: ControllerMode = .automatic) {
        self.task = task
        self.mode = mode
    }

    /// Begins the session.
    package mutating func begin(at nanoseconds: Int64) -> [Action] {
        guard phase == .idle else { return [] }
        phase = .preparing
        steps = [
            ControllerStep(.reset), ControllerStep(.setEventMask),
            ControllerStep(.setLowEnergyEventMask, toleratesRefusal: true),
            ControllerStep(.readLowEnergyFeatures, toleratesRefusal: true),
        ]
        return next(at: nanoseconds)
    }

    /// Advertises other data from now on; has no effect before the task has begun and while a command is under way.
    package mutating func advertise(_ data: [UInt8], at nanoseconds: Int64) -> [Action] {
        guard phase == .working, current == nil, case .advertise = task else { return [] }
        steps = [ControllerStep(isExtended ? .setExtendedAdvertisingData(data) : .setAdvertisingData(data))]
        return next(at: nanoseconds)
    }

    /// Ends the task.
    package mutating func end(at nanoseconds: Int64) -> [Action] {
        guard phase == .working || phase == .beginning || phase == .preparing else {
            phase = .over
            return [.ended]
        }
        phase = .ending
        steps = [task.stop(extended: isExtended)]
        return current == nil ? next(at: nanoseconds) : []
    }

    /// Processes a packet of the controller.
    package mutating func receive(_ packet: HCIPacket, at nanoseconds: Int64) -> [Action] {
        guard phase != .over, case .event(let code, let parameters) = packet,
            let event = HCIEvent(code: code, parameters: parameters)
        else { return [] }
        switch event {
        case .commandComplete(let opcode, let returned):
            return answer(opcode, status: returned.first ?? 0, returned: returned, at: nanoseconds)
        case .commandStatus(let opcode, let status):
            // Status 0 means only that the command is accepted; a complete event follows.
            return status == 0 ? [] : answer(opcode, status: status, returned: [], at: nanoseconds)
        case .reports(let reports):
            return phase == .working && task == .scan && !reports.isEmpty ? [.report(reports)] : []
        case .hardwareError: return fail(.commandRefused(opcode: current?.command.opcode ?? 0, status: 0x03))
        case .connected, .disconnected, .other: return []
        }
    }

    /// Advances the time.
    package mutating func advance(to nanoseconds: Int64) -> [Action] {
        guard let current, phase != .over, nanoseconds - sentAt > Self.patience else { return [] }
        return fail(.controllerSilent(opcode: current.command.opcode))
    }

    private mutating func answer(
        _ opcode: UInt16,
        status: UInt8,
        returned: [UInt8],
        at nanoseconds: Int64
    ) -> [Action] {
        guard let step = current, step.command.opcode == opcode else { return [] }
        current = nil
        if status != 0, !step.toleratesRefusal { return fail(.commandRefused(opcode: opcode, status: status)) }
        if opcode == HCICommand.readLowEnergyFeatures.opcode { chooseMode(returned) }
        return next(at: nanoseconds)
    }

    /// Extended advertising is bit 12 of the features that follow the status.
    private mutating func chooseMode(_ returned: [UInt8]) {
        let isAble = returned.count > 2 && returned[0] == 0 && returned[2] & 0x10 != 0
        isExtended = mode == .extended || (mode == .automatic && isAble)
    }

    private mutating func next(at nanoseconds: Int64) -> [Action] {
        if let step = steps.popFirst() {
            current = step
            sentAt = nanoseconds
            return [.send(step.command)]
        }
        switch phase {
        case .preparing:
            phase = .beginning
            steps = task.start(extended: isExtended)[...]
            return next(at: nanoseconds)
        case .beginning:
            phase = .working
            return [.began(extended: isExtended)]
        case .ending:
            phase = .over
            return [.ended]
        case .idle, .working, .over: return []
        }
    }

    private mutating func fail(_ error: BluetoothError) -> [Action] {
        phase = .over
        current = nil
        return [.fail(error)]
    }
}
