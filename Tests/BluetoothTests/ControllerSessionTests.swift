import Proximity
import Testing

@testable import Bluetooth

@Suite struct ControllerSessionTests {
    private let advertise = ControllerTask.advertise(
        data: [0x02, 0x01, 0x06],
        address: BluetoothAddress(bits: 0xC000_0000_0001),
        interval: 0xA0
    )

    /// Runs a session against the virtual controller; gives the opcodes sent and the last action.
    private func run(
        _ session: inout ControllerSession,
        _ controller: inout VirtualController
    ) -> (opcodes: [UInt16], last: ControllerSession.Action?) {
        var (opcodes, last) = ([UInt16](), ControllerSession.Action?.none)
        var queue = session.begin(at: 0)[...]
        while let action = queue.popFirst() {
            last = action
            guard case .send(let command) = action else { continue }
            opcodes.append(command.opcode)
            for packet in controller.receive(command) { queue += session.receive(packet, at: 0) }
        }
        return (opcodes, last)
    }

    @Test func `Scanning begins with the commands that the controller knows`() {
        for (isExtended, expected) in [(true, [0x2042, 0x2041, 0x2042]), (false, [0x200C, 0x200B, 0x200C])] {
            var (session, controller) = (ControllerSession(task: .scan), VirtualController(isExtended: isExtended))
            let (opcodes, last) = run(&session, &controller)
            #expect(opcodes == [0x0C03, 0x0C01, 0x2001, 0x2003] + expected.map { UInt16($0) })
            #expect(last == .began(extended: isExtended))
            #expect(controller.isScanning)
        }
    }

    @Test func `The legacy commands can be asked for`() {
        var (session, controller) = (ControllerSession(task: .scan, mode: .legacy), VirtualController())
        #expect(run(&session, &controller).last == .began(extended: false))
    }

    @Test func `A controller that refuses says which command`() {
        var session = ControllerSession(task: .scan, mode: .extended)
        var controller = VirtualController(isExtended: false)
        #expect(run(&session, &controller).last == .fail(.commandRefused(opcode: 0x2041, status: 0x01)))
    }

    @Test(arguments: [true, false]) func `Advertising puts the data on the air and takes it off`(isExtended: Bool) {
        var (session, controller) = (
            ControllerSession(task: advertise), VirtualController(isExtended: isExtended)
        )
        #expect(run(&session, &controller).last == .began(extended: isExtended))
        #expect(controller.advertisement == [0x02, 0x01, 0x06])
        guard case .send(let command)? = session.end(at: 1).first else {
            Issue.record("does not stop")
            return
        }
        #expect(controller.receive(command).flatMap { session.receive($0, at: 1) } == [.ended])
        #expect(controller.advertisement == nil)
    }

    @Test(arguments: [true, false]) func `What is advertised can be replaced on the air`(isExtended: Bool) {
        var (session, controller) = (
            ControllerSession(task: advertise), VirtualController(isExtended: isExtended)
        )
        #expect(session.advertise([0x02, 0x01, 0x1A], at: 0).isEmpty)
        _ = run(&session, &controller)
        guard case .send(let command)? = session.advertise([0x02, 0x01, 0x1A], at: 1).first else {
            Issue.record("does not replace")
            return
        }
        #expect(session.advertise([], at: 1).isEmpty)
        #expect(controller.receive(command).flatMap { session.receive($0, at: 1) }.isEmpty)
        #expect(controller.advertisement == [0x02, 0x01, 0x1A])
        var scan = ControllerSession(task: .scan)
        _ = run(&scan, &controller)
        #expect(scan.advertise([0x02, 0x01, 0x1A], at: 1).isEmpty)
    }

    @Test func `A silent controller is given up after three seconds`() {
        var session = ControllerSession(task: .scan)
        _ = session.begin(at: 0)
        #expect(session.advance(to: 2_000_000_000).isEmpty)
        #expect(session.advance(to: 3_100_000_000) == [.fail(.controllerSilent(opcode: 0x0C03))])
        #expect(session.advance(to: 9_000_000_000).isEmpty)
    }

    @Test func `Answers to commands that were not sent are passed over`() {
        var session = ControllerSession(task: .scan)
        _ = session.begin(at: 0)
        let stray = HCIPacket.event(code: 0x0E, parameters: [1, 0x0B, 0x20, 0x0C])
        #expect(session.receive(stray, at: 0).isEmpty)
    }

    @Test func `A session may be ended before it has begun and while a command is under way`() {
        var early = ControllerSession(task: .scan)
        #expect(early.end(at: 0) == [.ended])
        var busy = ControllerSession(task: .scan)
        _ = busy.begin(at: 0)
        #expect(busy.end(at: 0).isEmpty)
        let reset = HCIPacket.event(code: 0x0E, parameters: [1, 0x03, 0x0C, 0])
        #expect(busy.receive(reset, at: 0) == [.send(.setScanEnable(false))])
    }
}
