import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Proximity

/// The addresses under `/api/beacons`.
struct BeaconEndpoints: Sendable {
    let venues: BeaconVenues
    let owner: OwnerAccess

    /// Adds all of them to a router.
    func add(to router: Router<StudioContext>) {
        addLooking(to: router)
        router.post("api/beacons/reports") { request, context in
            let receiver = try await receiver(of: request)
            let report = try await request.decodeBody(as: ReceiverReport.self, limit: 1 << 20)
            return try await take(report, from: receiver)
        }
        let own = router.group("api/beacons").add(middleware: OwnerOnly(owner))
        addKeeping(ReceiverSetting.self, to: own)
        addKeeping(KnownBeacon.self, to: own)
        addKeeping(RegionSetting.self, to: own)
        addKeeping(ZoneSetting.self, to: own)
        addKeeping(ActionSetting.self, to: own)
        addKeeping(NoticeSetting.self, to: own)
        addDeeds(to: own)
    }

    // MARK: Looking

    private func addLooking(to router: Router<StudioContext>) {
        router.get("api/beacons/plan/picture") { request, _ in
            let name = request.uri.queryParameters["name"].map(String.init)
            guard let picture = try await visible(request).store.floors.picture(name: name) else {
                throw BeaconError.unknown("picture")
            }
            // By its name a browser keeps it; who may no longer look must not get it from between.
            let headers: HTTPFields = [.contentType: picture.mediaType, .cacheControl: "private, max-age=86400"]
            let body = ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes))
            return Response(status: .ok, headers: headers, body: body)
        }
        router.get("api/beacons") { request, _ in
            let venue = try await visible(request)
            return try await view(of: venue, isOwner: owner.isOwner(request))
        }
        router.get("api/beacons/state") { request, _ in
            let state = try await visible(request).state()
            return owner.isOwner(request) ? state : state.forVisitors
        }
        router.get("api/beacons/history") { request, _ in
            let venue = try await visible(request)
            let query = request.uri.queryParameters
            let crossings = try await venue.store.history(
                place: query["place"].map(String.init),
                before: query["before"].flatMap { Int64($0) },
                limit: query["limit"].flatMap { Int($0) } ?? 50
            )
            return CrossingList(crossings: crossings)
        }
    }

    /// The venue that is shown, if who asks may look.
    private func visible(_ request: Request) async throws -> BeaconVenue {
        guard try await venues.isVisible(toOwner: owner.isOwner(request)) else { throw BeaconError.ownerOnly }
        return await venues.shown(toOwner: owner.isOwner(request))
    }

    private func view(of venue: BeaconVenue, isOwner: Bool) async throws -> BeaconsView {
        let store = venue.store
        var actions: [ActionSetting]?
        if isOwner {
            actions = try await store.all(ActionSetting.self).map { action in
                var action = action
                if action.secret != nil { action.secret = "" }
                return action
            }
        }
        let floors = try await floors(of: store, isOwner: isOwner)
        let ground = try await store.floors.nearestGround()?.key
        let first = floors.first { $0.id == ground }
        return BeaconsView(
            isOwner: isOwner,
            simulation: BeaconsView.Simulation(await venues.simulated(forOwner: isOwner)),
            channel: await venues.channel(forOwner: isOwner).name,
            plan: try await store.floors.plan(),
            planPicture: try await store.floors.pictureNames()[ground].map(PlanPicture.address),
            floors: floors,
            receivers: try await store.all(ReceiverSetting.self),
            beacons: try await store.all(KnownBeacon.self),
            regions: try await store.all(RegionSetting.self),
            zones: try await store.all(ZoneSetting.self),
            actions: actions,
            notices: isOwner ? try await store.all(NoticeSetting.self) : nil,
            survey: isOwner ? first?.survey ?? [] : nil,
            outcomes: isOwner ? await venue.outcomes.merging(venue.noticeOutcomes) { $1 } : nil,
            regionLimit: await venue.regionLimit,
            state: isOwner ? await venue.state() : await venue.state().forVisitors
        )
    }

    /// The floors, with the surveyed places for the owner alone.
    private func floors(of store: BeaconStore, isOwner: Bool) async throws -> [BeaconsView.Floor] {
        let pictures = try await store.floors.pictureNames()
        let survey = isOwner ? Dictionary(grouping: try await store.survey(), by: \.floor) : nil
        return try await store.floors.all().map { floor in
            BeaconsView.Floor(
                id: floor.key,
                name: floor.name,
                level: floor.level,
                width: floor.width,
                depth: floor.depth,
                walls: floor.walls,
                picture: pictures[floor.key].map(PlanPicture.address),
                survey: survey.map { Self.places(of: $0[floor.key] ?? []) }
            )
        }
    }

    /// The places of a survey: one for each half metre.
    private static func places(of survey: [SurveySample]) -> [[Double]] {
        let places = Set(survey.map { ($0.position * 2).rounded(.toNearestOrAwayFromZero) / 2 })
        return places.map { [$0.x, $0.y] }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    }

    // MARK: Receivers

    /// The receiver whose token came with a request; nothing of the body is read before.
    private func receiver(of request: Request) async throws -> String {
        let words = (request.headers[.authorization] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer",
            let receiver = try await venues.own.store.receiver(token: String(words[1]))
        else { throw BeaconError.strangeReceiver }
        return receiver
    }

    /// Takes a receiver's report; it always concerns the own venue.
    private func take(_ report: ReceiverReport, from receiver: String) async throws -> ReceiverLink.Answer {
        try await venues.own.take(report, from: receiver)
        let name = try await venues.own.store.all(ReceiverSetting.self).first { $0.id == receiver }?.name
        return ReceiverLink.Answer(receiver: name ?? receiver)
    }

    // MARK: Keeping

    /// Adds making, changing and deleting one kind of settings.
    private func addKeeping<Setting: BeaconSetting>(_: Setting.Type, to group: RouterGroup<StudioContext>) {
        group.post(RouterPath(Setting.path)) { request, context in
            let id = Setting.makeID()
            try await keep(Setting.self, id: id, request)
            return EditedResponse(status: .created, response: KeptAnswer(id: id))
        }
        group.put(RouterPath("\(Setting.path)/:id")) { request, context in
            let id = try context.parameters.require("id")
            guard try await venues.shown(toOwner: true).store.has(Setting.self, id: id) else {
                throw BeaconError.unknown("setting")
            }
            try await keep(Setting.self, id: id, request)
            return KeptAnswer(id: id)
        }
        group.delete(RouterPath("\(Setting.path)/:id")) { _, context in
            let venue = await venues.shown(toOwner: true)
            guard try await venue.store.delete(Setting.self, id: context.parameters.require("id")) else {
                throw BeaconError.unknown("setting")
            }
            try await venue.settingsChanged()
            return HTTPResponse.Status.noContent
        }
    }

    private func keep<Setting: BeaconSetting>(_: Setting.Type, id: String, _ request: Request) async throws {
        var setting = try await request.decodeBody(as: Setting.self, limit: 1 << 16).checked()
        setting.id = id
        try await venues.shown(toOwner: true).keep(setting)
    }

    private func keep(_ picture: PlanPicture?) async throws {
        let venue = await venues.shown(toOwner: true)
        try await venue.store.floors.save(picture, of: nil)
        try await venue.settingsChanged()
    }

    // MARK: Deeds

    private func addDeeds(to group: RouterGroup<StudioContext>) {
        group.put("plan") { request, context in
            let plan = try await request.decodeBody(as: PlanSetting.self, limit: 1 << 18).checked()
            let venue = await venues.shown(toOwner: true)
            try await venue.store.floors.save(plan)
            try await venue.settingsChanged()
            return HTTPResponse.Status.noContent
        }
        group.put("plan/picture") { request, _ in
            let picture = try PlanPicture(Data(buffer: try await request.body(limit: PlanPicture.largest)))
            try await keep(picture)
            return HTTPResponse.Status.noContent
        }
        group.delete("plan/picture") { _, _ in
            try await keep(PlanPicture?.none)
            return HTTPResponse.Status.noContent
        }
        group.post("receivers/:id/token") { _, context in
            let (id, store) = (try context.parameters.require("id"), venues.own.store)
            guard try await store.has(ReceiverSetting.self, id: id) else { throw BeaconError.unknown("receiver") }
            return TokenAnswer(token: try await store.makeToken(for: id))
        }
        group.post("calibrations") { request, context in
            let wish = try await request.decodeBody(as: CalibrationWish.self, limit: 4_096)
            guard let beacon = BeaconIdentity(key: wish.beacon) else {
                throw BeaconError.invalid("beacon", "not a beacon")
            }
            await venues.shown(toOwner: true).calibrate(beacon, with: wish.receiver)
            return HTTPResponse.Status.accepted
        }
        group.delete("calibrations") { _, _ in
            await venues.shown(toOwner: true).endCalibration()
            return HTTPResponse.Status.noContent
        }
        group.put("simulation") { request, context in
            let wish = try await request.decodeBody(as: SimulationWish.self, limit: 4_096)
            if wish.isShown {
                let name = try wish.tagName.map(KnownBeacon.checkedName)
                try await venues.simulate(wish.venue ?? .museum, tagName: name ?? "Tag")
            } else {
                try await venues.endSimulation(isKept: wish.isKept ?? false)
            }
            return HTTPResponse.Status.noContent
        }
        group.put("simulation/walker") { request, context in
            let wish = try await request.decodeBody(as: WalkerWish.self, limit: 4_096)
            try KnownBeacon.checkPlace(wish.x, wish.y)
            try await venues.lead(wish.who, to: SIMD2(wish.x, wish.y), floor: wish.floor)
            return HTTPResponse.Status.noContent
        }
    }
}
