import Foundation
import Hummingbird
import Logging

/// Records of sessions: started by a room's host, readable by the owner and by everyone with a record's key.
struct RecordRoutes {
    let call: CallParts

    /// Adds the routes.
    func add(to router: Router<StudioContext>) {
        router.post("api/assist/rooms/:room/records") { request, context in
            try await begin(try context.roomName, by: request)
        }
        router.post("api/assist/rooms/:room/records/consent") { request, context in
            try await consent(in: try context.roomName, by: request)
        }
        router.group("api/assist/records").add(middleware: OwnerOnly(call.core.owner)).get { _, _ in
            RecordList(
                records: try await call.records.all().map { try RecordAnswer($0, files: call.records.files(of: $0)) },
                storage: await call.records.storage.usage
            )
        }
        let record = router.group("api/assist/records/:id")
        record.get { request, context in
            let found = try await self.record(for: request, context)
            return RecordAnswer(found, files: try call.records.files(of: found))
        }
        record.delete { request, context in
            let found = try await self.record(for: request, context)
            try await call.records.delete(found)
            await call.webhooks.send(.init(event: "record.deleted", room: found.room, record: found.id))
            return Response(status: .noContent)
        }
        record.post("consents") { request, context in
            let found = try await self.record(for: request, context)
            let asked = try await request.decodeBody(as: ConsentAnswer.self, limit: 4_096)
            guard let room = CallRoomName(found.room) else { throw CallRoomName.unsound }
            let consent = try await call.access.verify(asked.consent, kinds: [.consent], room: room)
            try await call.records.add(consent.name ?? "", to: found)
            return Response(status: .noContent)
        }
        record.post("finish") { request, context in
            let found = try await self.record(for: request, context)
            try await call.records.finish(found, at: Date())
            await call.webhooks.send(.init(event: "record.finished", room: found.room, record: found.id))
            return Response(status: .noContent)
        }
        addRecordFileRoutes(to: record)
    }

    private func addRecordFileRoutes(to record: RouterGroup<StudioContext>) {
        record.post("video") { request, context in
            let found = try await self.record(for: request, context)
            let bytes = try await request.body.collect(upTo: 64 << 20)
            try await call.records.append(bytes, to: RecordFile.video, of: found)
            return Response(status: .noContent)
        }
        record.post("events") { request, context in
            let found = try await self.record(for: request, context)
            let bytes = try await request.body.collect(upTo: 1 << 20)
            try await call.records.append(try RecordFile.lines(bytes), to: RecordFile.events, of: found)
            return Response(status: .noContent)
        }
        record.put("files/:file") { request, context in
            let found = try await self.record(for: request, context)
            let name = try RecordFile.picture(try context.parameters.require("file"))
            let bytes = try await request.body.collect(upTo: call.records.storage.quota.image)
            try await call.records.keep(bytes, as: name, of: found)
            return Response(status: .noContent)
        }
        let files = LocalFileSystem.byWholePath(logger: call.core.logger)
        record.get("files/:file") { request, context in
            let found = try await self.record(for: request, context)
            let name = try RecordFile.known(try context.parameters.require("file"))
            let path = call.records.folder(of: found).appending(path: name).path
            return try await RecordFile.answer(path, of: files, to: request, context: context)
        }
    }

    private func begin(_ name: CallRoomName, by request: Request) async throws -> EditedResponse<RecordAnswer> {
        let pass = try await call.access.verify(request.callPass, kinds: [.inside], room: name)
        guard pass.isHost == true else { throw RoomAccess.onlyHost }
        let asked = try await request.decodeBody(as: RecordRequest.self, limit: 65_536)
        let consents = try await verified(asked.consents ?? [], in: name) + [pass]
        guard call.core.owner.isOwner(request) || consents.contains(where: { $0.isInvited == true }) else {
            throw StudioError(
                .forbidden,
                code: "owner_needed",
                """
                A session is recorded only if the studio's owner, or somebody whom the owner invited, is among \
                those who agree.
                """
            )
        }
        let present = try await call.core.channels.members(of: name.channel)
        let agreed = Set(consents.compactMap(\.sub))
        guard present.isSubset(of: agreed) else {
            throw StudioError(.conflict, code: "consent_missing", "Not everybody in the room has agreed to the record.")
        }
        let room = try await call.rooms.find(name, orOpen: false)
        guard room.retentionDays > 0 else {
            throw StudioError(.forbidden, code: "records_off", "Sessions of this room are not recorded.")
        }
        let record = try await call.records.begin(room: room, people: Self.names(of: consents), at: Date())
        await call.webhooks.send(.init(event: "record.started", room: name.text, pass: pass, record: record.id))
        return EditedResponse(status: .created, response: RecordAnswer(record, files: [], key: record.key))
    }

    /// A member's own signed consent, which the person who starts the record shows.
    private func consent(in name: CallRoomName, by request: Request) async throws -> ConsentAnswer {
        let pass = try await call.access.verify(request.callPass, kinds: [.inside], room: name)
        var consent = pass
        consent.kind = .consent
        consent.isInvited = pass.isInvited == true || call.core.owner.isOwner(request)
        consent.exp = .init(value: Date(timeIntervalSinceNow: AccessTokenSigner.consentSeconds))
        return ConsentAnswer(consent: try await call.access.signer.sign(consent))
    }

    private func verified(_ consents: [String], in name: CallRoomName) async throws -> [AccessToken] {
        guard consents.count <= 50 else {
            throw StudioError(.badRequest, code: "people", "A record names 1 to 50 people who agreed.")
        }
        var passes: [AccessToken] = []
        for consent in consents { passes.append(try await call.access.verify(consent, kinds: [.consent], room: name)) }
        return passes
    }

    /// The names of the consenting members, each once.
    private static func names(of consents: [AccessToken]) -> [String] {
        var seen: Set<String> = []
        return consents.reversed().filter { seen.insert($0.sub ?? "").inserted }.map { $0.name ?? "" }
    }

    /// The record in a path, for the owner and for requests with its key.
    private func record(for request: Request, _ context: StudioContext) async throws -> SessionRecord {
        let key = request.uri.queryParameters.get("key") ?? request.header("X-Record-Key")
        guard let found = try await call.records.find(try context.parameters.require("id")),
            call.core.owner.isOwner(request) || RecordFile.isSame(key, found.key)
        else { throw StudioError(.notFound, code: "unknown_record", "There is no such record for you.") }
        return found
    }
}

/// A request to start a record, with the other members' results of `records/consent`.
///
/// The request is the sender's own consent.
struct RecordRequest: Decodable, Sendable {
    let consents: [String]?
}

/// A member's signed consent.
struct ConsentAnswer: ResponseCodable, Sendable {
    let consent: String
}

/// A record in an answer; only the person who started it receives its key.
struct RecordAnswer: ResponseCodable, Sendable {
    let id: String
    let room: String
    let people: [String]
    let startedAt: Date
    let endedAt: Date?
    let expiresAt: Date
    let files: [String]
    let key: String?

    init(_ record: SessionRecord, files: [String], key: String? = nil) {
        id = record.id
        room = record.room
        people = record.people.split(separator: "\n").map(String.init)
        startedAt = record.startedAt
        endedAt = record.endedAt
        expiresAt = record.expiresAt
        self.files = files
        self.key = key
    }
}

/// All records, and the space that they take.
struct RecordList: ResponseCodable, Sendable {
    let records: [RecordAnswer]
    let storage: RecordStorage.Usage
}
