import Foundation
import Hummingbird

extension AssistPart {
    /// Coming in, waiting, letting in, leaving.
    func addDoorRoutes(to router: Router<StudioContext>) {
        let room = router.group("api/assist/rooms/:room")
        room.post("join") { request, context in
            let asking = try await request.decodeBody(as: JoinRequest.self, limit: 8_192)
            return try await join(try context.roomName, asking: asking, by: request)
        }
        room.get("waiting") { request, context in
            try await waiting(at: try context.roomName, by: request)
        }
        room.post("waiting/:member") { request, context in
            let decision = try await request.decodeBody(as: DecisionRequest.self, limit: 1_024)
            let member = try context.parameters.require("member")
            return try await decide(member, decision, at: try context.roomName, by: request)
        }
        room.post("leave") { request, context in
            let name = try context.roomName
            let pass = try await keys.read(request.callPass, kinds: [.inside, .waiting], room: name)
            await door.leaveSite(of: name, pass.sub ?? "")
            await door.leave(pass.sub ?? "", at: name)
            await tellWaiting(at: name)
            await webhooks.tell(.init(event: "member.left", room: name.text, pass: pass))
            return Response(status: .noContent)
        }
    }

    private func join(_ name: CallRoomName, asking: JoinRequest, by request: Request) async throws -> JoinAnswer {
        let person = try asking.personName
        let earlier = try? await keys.read(asking.pass ?? "", kinds: [.inside], room: name)
        let room = try await rooms.find(name, orOpen: ground.configuration.opensRooms)
        let isOwner = ground.owner.isOwner(request)
        var role = asking.role
        var isInvited = false
        if earlier == nil, !isOwner {
            let invite = try await invitation(asking, to: room, name)
            isInvited = invite != nil
            role = invite?.role ?? role
        } else if let earlier {
            role = earlier.role
        }
        let member = earlier?.sub ?? CallRoomStore.newMember()
        if room.hasWaitingRoom, role == .expert, earlier == nil, !isOwner, !isInvited || room.access == .open {
            return try await wait(as: member, person, role, at: name)
        }
        let isTrusted = isOwner || isInvited || earlier?.isInvited == true
        return try await enter(as: member, person, role, room, name, isInvited: isTrusted)
    }

    /// The invitation that somebody shows; nil where none is needed.
    private func invitation(_ asking: JoinRequest, to room: CallRoom, _ name: CallRoomName) async throws -> CallPass? {
        guard let text = asking.invite, !text.isEmpty else {
            guard room.access == .open else {
                throw StudioFault(.forbidden, code: "invite_needed", "This room needs an invitation.")
            }
            return nil
        }
        return try await keys.read(text, kinds: [.invite], room: name)
    }

    private func wait(
        as member: String,
        _ person: String,
        _ role: CallRole,
        at name: CallRoomName
    ) async throws -> JoinAnswer {
        guard await door.arrive(CallDoor.Waiting(member: member, name: person, role: role), at: name) else {
            throw StudioFault(.tooManyRequests, code: "door_crowded", "Too many wait at this door already.")
        }
        await tellWaiting(at: name)
        let pass = CallPass(
            kind: .waiting,
            room: name.text,
            role: role,
            name: person,
            sub: member,
            exp: .init(value: Date(timeIntervalSinceNow: CallKeys.waitingSeconds))
        )
        return JoinAnswer(state: "waiting", pass: try await keys.sign(pass), member: member, key: ground.channels.key)
    }

    private func enter(
        as member: String,
        _ person: String,
        _ role: CallRole,
        _ room: CallRoom,
        _ name: CallRoomName,
        isInvited: Bool
    ) async throws -> JoinAnswer {
        if role == .site {
            let isFree = await door.takeSite(of: name, for: member) { holder in
                (try? await ground.channels.isPresent(holder, on: name.channel)) ?? false
            }
            guard isFree else {
                throw StudioFault(.conflict, code: "site_taken", "Somebody is on site already; join as an expert.")
            }
        }
        var pass = insidePass(name, role, person, member)
        pass.isInvited = isInvited
        await webhooks.tell(.init(event: "member.joined", room: name.text, pass: pass))
        return JoinAnswer(
            state: "inside",
            pass: try await keys.sign(pass),
            member: member,
            key: ground.channels.key,
            isHost: role == .site,
            iceServers: ground.configuration.relay.servers(for: member, at: Date()),
            room: JoinAnswer.Room(name: room.name, hasWaitingRoom: room.hasWaitingRoom, access: room.access)
        )
    }

    private func insidePass(_ name: CallRoomName, _ role: CallRole, _ person: String, _ member: String) -> CallPass {
        CallPass(
            kind: .inside,
            room: name.text,
            role: role,
            name: person,
            sub: member,
            isHost: role == .site,
            exp: .init(value: Date(timeIntervalSinceNow: CallKeys.insideSeconds))
        )
    }

    /// The host learns who waits; who waits learns how it stands with them.
    private func waiting(at name: CallRoomName, by request: Request) async throws -> WaitingAnswer {
        let pass = try await keys.read(request.callPass, kinds: [.inside, .waiting], room: name)
        guard pass.kind == .waiting else {
            guard pass.isHost == true else { throw Self.onlyHost }
            return WaitingAnswer(state: "inside", waiting: await door.queue(at: name))
        }
        switch await door.decision(on: pass.sub ?? "") {
        case .admitted: return WaitingAnswer(state: "inside", pass: try await admission(of: pass, name))
        case .pending: return WaitingAnswer(state: "waiting")
        case .refused, .unknown: return WaitingAnswer(state: "refused")
        }
    }

    private func decide(
        _ member: String,
        _ decision: DecisionRequest,
        at name: CallRoomName,
        by request: Request
    ) async throws -> Response {
        let pass = try await keys.read(request.callPass, kinds: [.inside], room: name)
        guard pass.isHost == true else { throw Self.onlyHost }
        guard let person = await door.decide(member, at: name, isAdmitted: decision.admitted) else {
            throw StudioFault(.notFound, code: "unknown_member", "Nobody of this number waits.")
        }
        var told = WaitingAnswer(state: decision.admitted ? "inside" : "refused")
        if decision.admitted {
            told.pass = try await keys.sign(insidePass(name, person.role, person.name, member))
        }
        try ground.channels.publish(event: "decided", on: "private-lobby-\(member)", data: told)
        await tellWaiting(at: name)
        return Response(status: .noContent)
    }

    private func admission(of pass: CallPass, _ name: CallRoomName) async throws -> String {
        try await keys.sign(insidePass(name, pass.role, pass.name ?? "", pass.sub ?? ""))
    }

    /// Tells those inside who waits; the host's page shows it.
    private func tellWaiting(at name: CallRoomName) async {
        let answer = WaitingAnswer(state: "inside", waiting: await door.queue(at: name))
        try? ground.channels.publish(event: "waiting", on: name.channel, data: answer)
    }

    static var onlyHost: StudioFault { StudioFault(.forbidden, code: "host_only", "Only the host may do this.") }
}

extension RequestContext {
    /// The room that a path names.
    var roomName: CallRoomName {
        get throws {
            guard let name = CallRoomName(try parameters.require("room")) else {
                throw CallRoomName.unsound
            }
            return name
        }
    }
}
