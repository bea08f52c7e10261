import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The call: rooms and who may join them, signalling between those inside, records of sessions, webhooks.
struct AssistRoutes: StudioRoutes {
    let call: CallParts
    private let text: TextRoutes
    private let documents: DocumentRoutes

    /// Creates the call's routes; throws if its key can neither be read nor created.
    init(core: StudioCore) throws {
        call = try CallParts(core: core)
        let slots = RoomProgramSlots(most: core.protection.limits.programs)
        text = TextRoutes(
            call: call,
            recognizer: TextRecognizer(folders: core.configuration.programs, limits: core.configuration.programLimits),
            slots: slots
        )
        documents = DocumentRoutes(call: call, slots: slots)
    }

    var services: [any Service] { [RecordRetention(records: call.records, logger: call.core.logger)] }

    var channelPolicies: [ChannelPolicy] { [insidePolicy, lobbyPolicy] }

    func addRoutes(to router: Router<StudioContext>) {
        JoinRoutes(call: call).add(to: router)
        RoomRoutes(call: call).add(to: router)
        RecordRoutes(call: call).add(to: router)
        text.add(to: router)
        documents.add(to: router)
        WebhookRoutes(core: call.core).add(to: router)
    }

    /// Members of a room subscribe to its channel; nobody else may.
    private var insidePolicy: ChannelPolicy {
        ChannelPolicy(prefix: "presence-room-") { [access = call.access] request, _, ask in
            guard let room = CallRoomName(ask.channel.dropFirst("presence-room-".count)),
                let pass = try? await access.verify(request.callPass, kinds: [.inside], room: room),
                let member = pass.sub
            else { return nil }
            let info = ["name": pass.name ?? "", "role": pass.role.rawValue, "isHost": "\(pass.isHost ?? false)"]
            return ChannelGrant(userID: member, userInfo: info)
        }
    }

    /// A waiting person may subscribe only to the channel of their own decision.
    private var lobbyPolicy: ChannelPolicy {
        ChannelPolicy(prefix: "private-lobby-") { [access = call.access] request, _, ask in
            guard let pass = try? await access.verify(request.callPass, kinds: [.waiting]),
                ask.channel == WaitingRoom.channel(of: pass.sub ?? "")
            else { return nil }
            return ChannelGrant()
        }
    }
}

extension Request {
    /// The access token of a request; empty if there is none.
    var callPass: String { header("X-Assist-Pass") }

    /// A header's value; empty if there is none.
    func header(_ name: String) -> String { HTTPField.Name(name).flatMap { headers[$0] } ?? "" }
}
