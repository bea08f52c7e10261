import Foundation
import Hummingbird

/// Routes for joining a room, waiting, admitting, renewing, leaving and removing.
struct JoinRoutes {
    let call: CallParts

    /// Adds the routes.
    func add(to router: Router<StudioContext>) {
        let room = router.group("api/assist/rooms/:room")
        room.post("join") { request, context in
            let address = context.address(of: request)
            if !call.core.owner.isOwner(request) { try call.core.protection.checkJoin(from: address) }
            let asking = try await request.decodeBody(as: JoinRequest.self, limit: 8_192)
            return try await join(try context.roomName, asking: asking, by: request, from: address)
        }
        room.get("waiting") { request, context in
            try await waiting(at: try context.roomName, by: request)
        }
        room.post("waiting/:member") { request, context in
            let decision = try await request.decodeBody(as: DecisionRequest.self, limit: 1_024)
            let member = try context.parameters.require("member")
            return try await decide(member, decision, at: try context.roomName, by: request)
        }
        room.post("pass") { request, context in
            try await renew(at: try context.roomName, by: request)
        }
        room.post("leave") { request, context in
            try await leave(try context.roomName, by: request)
        }
        room.delete("members/:member") { request, context in
            try await sendAway(try context.parameters.require("member"), from: try context.roomName, by: request)
        }
    }

    private func join(
        _ name: CallRoomName,
        asking: JoinRequest,
        by request: Request,
        from address: String?
    ) async throws -> JoinAnswer {
        let person = try asking.personName
        let room = try await call.rooms.find(name, orOpen: call.settings.opensRooms)
        if let earlier = await earlier(asking, in: name) {
            return try await enter(earlier, person, room, name)
        }
        var token = AccessToken(
            kind: .inside,
            room: name.text,
            epoch: room.epoch,
            role: asking.role,
            sub: await formerMember(asking, in: name) ?? CallRoomStore.newMember(),
            exp: .init(value: Date())
        )
        let isOwner = call.core.owner.isOwner(request)
        let invite = isOwner ? nil : try await invitation(asking, to: room, name)
        token.role = invite?.role ?? asking.role
        token.isInvited = isOwner || invite != nil
        let isExpected = isOwner || invite != nil && (room.access == .token || token.role == .site)
        if room.hasWaitingRoom, !isExpected { return try await wait(token, person, at: name, from: address) }
        return try await enter(token, person, room, name, isOwner: isOwner)
    }

    /// The token of a returning member; nil for a new one.
    private func earlier(_ asking: JoinRequest, in name: CallRoomName) async -> AccessToken? {
        if let token = try? await call.access.verify(asking.pass ?? "", kinds: [.inside], room: name) { return token }
        guard let token = try? await call.access.verify(asking.place ?? "", kinds: [.inside], room: name),
            token.role == asking.role, await !isPresent(token.sub ?? "", in: name)
        else { return nil }
        return token
    }

    /// The member of an expired token; it gives no access, it only keeps the identifier.
    private func formerMember(_ asking: JoinRequest, in name: CallRoomName) async -> String? {
        guard let token = await call.access.signer.readEnded(asking.pass ?? "", room: name), token.role == asking.role,
            (try? await call.rooms.checkStanding(of: token)) != nil, let member = token.sub,
            await !isPresent(member, in: name)
        else { return nil }
        return member
    }

    /// The invitation in a request; nil if none is needed.
    private func invitation(_ asking: JoinRequest, to room: CallRoom, _ name: CallRoomName) async throws -> AccessToken?
    {
        guard let text = asking.invite, !text.isEmpty else {
            guard room.access == .open else {
                throw StudioError(.forbidden, code: "invite_needed", "This room needs an invitation.")
            }
            return nil
        }
        return try await call.access.verify(text, kinds: [.invite], room: name)
    }

    private func wait(
        _ token: AccessToken,
        _ person: String,
        at name: CallRoomName,
        from address: String?
    ) async throws -> JoinAnswer {
        let waiting = WaitingRoom.Waiting(member: token.sub ?? "", name: person, role: token.role)
        if await !call.waitingRoom.arrive(waiting, at: name, from: address) {
            await call.waitingRoom.removeAbsent(from: name) { member in
                (try? await call.core.channels.isOccupied(WaitingRoom.channel(of: member))) ?? true
            }
            guard await call.waitingRoom.arrive(waiting, at: name, from: address) else {
                throw StudioError(
                    .tooManyRequests,
                    code: "door_crowded",
                    "Too many people wait for this room already.",
                    retryAfter: 10
                )
            }
        }
        await tellWaiting(at: name)
        var token = token
        token.kind = .waiting
        token.name = person
        token.exp = .init(value: Date(timeIntervalSinceNow: AccessTokenSigner.waitingSeconds))
        return JoinAnswer(
            state: "waiting",
            pass: try await call.access.signer.sign(token),
            expiresIn: Int(AccessTokenSigner.waitingSeconds),
            member: waiting.member,
            key: call.core.channels.key
        )
    }

    private func enter(
        _ token: AccessToken,
        _ person: String,
        _ room: CallRoom,
        _ name: CallRoomName,
        isOwner: Bool = false
    ) async throws -> JoinAnswer {
        let member = token.sub ?? ""
        if token.role == .site {
            // The owner need not wait until an absent member's role expires.
            let seconds = isOwner ? 0 : AccessTokenSigner.insideSeconds
            let isFree = try await call.rooms.takeSite(of: name, for: member, keptFor: seconds) { holder in
                await isPresent(holder, in: name)
            }
            guard isFree else { throw Self.siteTaken }
        }
        let pass = insidePass(token, name: person)
        await call.webhooks.send(.init(event: "member.joined", room: name.text, pass: pass))
        return JoinAnswer(
            state: "inside",
            pass: try await call.access.signer.sign(pass),
            expiresIn: Int(AccessTokenSigner.insideSeconds),
            member: member,
            key: call.core.channels.key,
            isHost: pass.isHost,
            iceServers: call.core.configuration.relay.servers(for: member, at: Date()),
            room: JoinAnswer.Room(name: room.name, hasWaitingRoom: room.hasWaitingRoom, access: room.access)
        )
    }

    /// A member's access token that is valid from now on.
    private func insidePass(_ token: AccessToken, name: String? = nil) -> AccessToken {
        var pass = token
        pass.kind = .inside
        pass.name = name ?? token.name
        pass.isHost = token.role == .site
        pass.exp = .init(value: Date(timeIntervalSinceNow: AccessTokenSigner.insideSeconds))
        return pass
    }

    /// Renews an access token that ends soon; this also keeps the site role.
    private func renew(at name: CallRoomName, by request: Request) async throws -> RenewalAnswer {
        let token = try await call.access.verify(request.callPass, kinds: [.inside], room: name)
        let member = token.sub ?? ""
        try call.core.protection.checkRenewal(of: member)
        if token.role == .site {
            let isHeld = try await call.rooms.takeSite(of: name, for: member) { await isPresent($0, in: name) }
            guard isHeld else { throw Self.siteTaken }
        }
        return RenewalAnswer(
            pass: try await call.access.signer.sign(insidePass(token)),
            expiresIn: Int(AccessTokenSigner.insideSeconds),
            iceServers: call.core.configuration.relay.servers(for: member, at: Date())
        )
    }

    /// The host or the owner receives the list of waiting people; a waiting person receives the decision.
    private func waiting(at name: CallRoomName, by request: Request) async throws -> WaitingAnswer {
        if request.callPass.isEmpty, call.core.owner.isOwner(request) {
            return WaitingAnswer(state: "inside", waiting: await call.waitingRoom.queue(at: name))
        }
        let pass = try await call.access.verify(request.callPass, kinds: [.inside, .waiting], room: name)
        guard pass.kind == .waiting else {
            guard pass.isHost == true else { throw RoomAccess.onlyHost }
            return WaitingAnswer(state: "inside", waiting: await call.waitingRoom.queue(at: name))
        }
        switch await call.waitingRoom.decision(on: pass.sub ?? "") {
        case .admitted: return WaitingAnswer(state: "inside", pass: try await call.access.signer.sign(insidePass(pass)))
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
        try await call.access.checkHost(of: name, request, owner: call.core.owner)
        let room = try await call.rooms.find(name, orOpen: false)
        guard let person = await call.waitingRoom.decide(member, at: name, isAdmitted: decision.admitted) else {
            throw StudioError(.notFound, code: "unknown_member", "Nobody of this number waits.")
        }
        var told = WaitingAnswer(state: decision.admitted ? "inside" : "refused")
        if decision.admitted {
            let token = AccessToken(
                kind: .inside,
                room: name.text,
                epoch: room.epoch,
                role: person.role,
                sub: member,
                exp: .init(value: Date())
            )
            told.pass = try await call.access.signer.sign(insidePass(token, name: person.name))
        }
        try call.core.channels.publish(event: "decided", on: WaitingRoom.channel(of: member), data: told)
        await tellWaiting(at: name)
        return Response(status: .noContent)
    }

    private func leave(_ name: CallRoomName, by request: Request) async throws -> Response {
        let pass = try await call.access.verify(request.callPass, kinds: [.inside, .waiting], room: name)
        let member = pass.sub ?? ""
        await call.waitingRoom.leave(member, at: name)
        if pass.kind == .inside { try await call.rooms.leaveSite(of: name, member) }
        await tellWaiting(at: name)
        await call.webhooks.send(.init(event: "member.left", room: name.text, pass: pass))
        let others = try await call.core.channels.members(of: name.channel).subtracting([member])
        if pass.isHost == true, others.isEmpty, await call.waitingRoom.queue(at: name).isEmpty {
            try await call.rooms.forget(name)
        }
        return Response(status: .noContent)
    }

    /// Revokes a member's tokens and closes their connections.
    private func sendAway(_ member: String, from name: CallRoomName, by request: Request) async throws -> Response {
        try await call.access.checkHost(of: name, request, owner: call.core.owner)
        await call.waitingRoom.leave(member, at: name)
        try await call.rooms.revoke(member, in: name)
        try call.core.channels.disconnect(member, from: name.channel)
        await tellWaiting(at: name)
        return Response(status: .noContent)
    }

    /// Publishes the waiting list to the members; the host's page shows it.
    private func tellWaiting(at name: CallRoomName) async {
        let answer = WaitingAnswer(state: "inside", waiting: await call.waitingRoom.queue(at: name))
        try? call.core.channels.publish(event: "waiting", on: name.channel, data: answer)
    }

    private func isPresent(_ member: String, in name: CallRoomName) async -> Bool {
        (try? await call.core.channels.isPresent(member, on: name.channel)) ?? false
    }

    private static var siteTaken: StudioError {
        StudioError(.conflict, code: "site_taken", "Somebody is on site already; join as an expert.")
    }
}

extension RequestContext {
    /// The room in a path.
    var roomName: CallRoomName {
        get throws {
            guard let name = CallRoomName(try parameters.require("room")) else {
                throw CallRoomName.unsound
            }
            return name
        }
    }
}
