import Foundation
import Logging
import Proximity

/// One venue: its settings, its receivers, the beacons near by, and its events.
actor BeaconVenue {
    /// The receiver of the studio's own machine.
    static let ownReceiver = "here"
    /// The maximum number of published beacons.
    private static let beaconLimit = 200

    let store: BeaconStore
    private let clock: @Sendable () -> Int64
    private let publish: @Sendable (VenueUpdate, _ isPublic: Bool) -> Void
    private let actions: ActionDispatcher
    private let notices: NoticeSender?
    private var tracker: VenueTracker
    private var presences: [String: ReceiverPresence] = [:]
    private var names: [String: String] = [:]
    private var receiverIDs: [String] = []
    /// Empty if there is one floor.
    private var floorNames: [String: String] = [:]
    private var calibration: RunningCalibration?
    private var truth: [LiveTruth]?
    private var survey: SurveyRecorder?
    private var trackedSurvey: TrackedSurvey?
    private var senders = SenderTable()
    private var powers: [BeaconIdentity: Double] = [:]
    private var isLoaded = false
    private var isPublic = false
    private var nextState: Int64 = 0

    /// A venue over a store; `publish` receives every update, and whether it is public.
    ///
    /// A venue without `notices` sends none.
    init(
        store: BeaconStore,
        regionLimit: Int = 20,
        actions: ActionDispatcher,
        notices: NoticeSender? = nil,
        clock: @escaping @Sendable () -> Int64,
        publish: @escaping @Sendable (VenueUpdate, _ isPublic: Bool) -> Void
    ) {
        self.store = store
        self.actions = actions
        self.notices = notices
        self.clock = clock
        self.publish = publish
        tracker = VenueTracker(regionLimit: regionLimit)
    }

    /// The most regions.
    var regionLimit: Int { tracker.regionLimit }

    /// Loads the settings from the store; unchanged parts keep their state.
    ///
    /// Throws a `StudioError` where there are too many regions.
    func load() async throws {
        let (plan, floors, receivers, beacons) = try await (
            store.floors.plan(), store.floors.all(), store.all(ReceiverSetting.self), store.all(KnownBeacon.self)
        )
        let (regions, zones) = try await (store.all(RegionSetting.self), store.all(ZoneSetting.self))
        let configuration = VenueConfiguration(
            floors: floors.map(\.venueFloor),
            receivers: receivers.map(\.venueReceiver),
            beacons: beacons.compactMap(\.venueBeacon),
            regions: regions.compactMap(\.venueRegion),
            zones: zones.map(\.venueZone),
            method: plan.method.flatMap(PositionMethod.init) ?? .particles,
            radio: plan.radio,
            survey: try await store.survey()
        )
        do {
            try tracker.configure(configuration, at: clock())
        } catch {
            throw StudioError(.conflict, code: "too_many_regions", "\(error)")
        }
        let calibrated = configuration.beacons.compactMap { known in known.power.map { (known.identity, $0) } }
        powers = Dictionary(calibrated) { $1 }
        isPublic = plan.isPublic ?? false
        receiverIDs = receivers.map(\.key)
        presences = presences.filter { receiverIDs.contains($0.key) }
        let named =
            receivers.map { ($0.key, $0.name) } + beacons.map { ($0.beacon, $0.name) }
            + regions.map { ($0.key, $0.name) } + zones.map { ($0.key, $0.name) }
        names = Dictionary(named) { first, _ in first }
        floorNames = floors.count < 2 ? [:] : Dictionary(floors.map { ($0.key, $0.name) }) { $1 }
        await actions.use(try await store.all(ActionSetting.self))
        await notices?.use(try await store.all(NoticeSetting.self), for: beacons)
        isLoaded = true
    }

    /// Stores a setting, if it is valid for the venue.
    ///
    /// Throws a `StudioError` where there are too many regions, and keeps nothing then.
    func keep(_ setting: some BeaconSetting) async throws {
        if let region = setting as? RegionSetting {
            let regions = try await store.all(RegionSetting.self).filter { $0.id != region.id }
            guard regions.count < regionLimit else {
                let fault = ProximityError.tooManyRegions(limit: regionLimit)
                throw StudioError(.conflict, code: "too_many_regions", "\(fault)")
            }
        }
        let setting = try await store.floors.onFloor(setting)
        if let receiver = setting as? ReceiverSetting {
            try await store.saveMoved(receiver)
        } else {
            try await store.save(setting)
        }
        try await settingsChanged()
    }

    /// The last results of the actions.
    var outcomes: [String: ActionDispatcher.Outcome] {
        get async { await actions.lastOutcomes }
    }

    /// What became of the notices, the last time.
    var noticeOutcomes: [String: ActionDispatcher.Outcome] {
        get async { await notices?.lastOutcomes ?? [:] }
    }

    /// The settings have been changed in the store.
    func settingsChanged() async throws {
        try await load()
        publish(.changed, isPublic)
    }

    /// Creates the studio's own receiver if it is missing.
    func welcomeOwnReceiver() async throws {
        if try await !store.has(ReceiverSetting.self, id: Self.ownReceiver) {
            try await store.save(ReceiverSetting(id: Self.ownReceiver, name: "This machine").checked())
        }
        try await load()
    }

    /// Processes a receiver's report.
    ///
    /// Throws a `StudioError` where the report is not understood.
    func take(_ report: ReceiverReport, from receiver: String) async throws {
        if !isLoaded { try await load() }
        let now = clock()
        let packets = try report.packets(receivedAt: now)
        let details = try report.details(receivedAt: now)
        senders.take(receiverIDs.contains(receiver) ? details : [], by: receiver)
        presences[receiver, default: ReceiverPresence()].take(report, packets: packets.count, at: now)
        var events: [VenueEvent] = []
        if report.authorisation == .allowed {
            try tracker.greet(receiver, at: now)
            for packet in packets {
                calibration?.receive(packet, by: receiver)
                survey?.receive(packet, by: receiver, power: powers[packet.beacon])
                trackedSurvey?.receive(packet, by: receiver, power: powers[packet.beacon])
                events += tracker.receive(packet, by: receiver)
            }
        } else {
            let fault = report.authorisation == .notDetermined ? ReceiverError.adapterLost : .denied
            events += tracker.lose(receiver, fault, at: now)
        }
        await note(events)
    }

    /// Advances the time: call it once per second or more often; publishes the state once per second.
    func tick() async throws {
        if !isLoaded { try await load() }
        let now = clock()
        senders.advance(to: now)
        await note(tracker.advance(to: now))
        try await finishCalibration(at: now)
        guard now >= nextState || nextState - now > 1_000_000_000 else { return }
        nextState = now + 900_000_000
        try await notices?.take(stays(at: now), at: now / 1_000_000)
        publish(.state(state()), isPublic)
    }

    /// The live state.
    func state() -> LiveState {
        let now = clock()
        let snapshot = tracker.snapshot(at: now)
        let details = senders.byIdentity(at: now)
        let beacons = snapshot.beacons.prefix(Self.beaconLimit).map { beacon in
            LiveBeacon(beacon, name: names[beacon.identity.key], details: details[beacon.identity])
        }
        let regions = snapshot.regions.map { LivePlace(id: $0.key, state: $0.value.rawValue) }
        let zones = tracker.configuration.zones.map { zone in
            let who = (snapshot.zones[zone.identifier] ?? []).map(Self.key)
            return LivePlace(id: zone.identifier, state: who.isEmpty ? "outside" : "inside", who: who)
        }
        return LiveState(
            time: now / 1_000_000,
            total: snapshot.beacons.count,
            beacons: Array(beacons),
            receivers: receiverIDs.map { live($0, snapshot, at: now) },
            places: regions.sorted { $0.id < $1.id } + zones,
            calibration: calibration?.told(at: now),
            truth: truth,
            senders: senders.unnamed(at: now)
        )
    }

    /// The beacons in each region and zone.
    private func stays(at now: Int64) -> Set<Stay> {
        let snapshot = tracker.snapshot(at: now)
        var stays: Set<Stay> = []
        for (zone, walkers) in snapshot.zones {
            for case .beacon(let identity) in walkers { stays.insert(Stay(place: zone, who: identity.key)) }
        }
        for region in tracker.configuration.regions where snapshot.regions[region.region.identifier] == .inside {
            let inside = snapshot.beacons.filter { beacon in
                region.region.contains(beacon.identity)
                    && beacon.links.contains { tracker.configuration.counts($0.receiver, for: region) }
            }
            for beacon in inside { stays.insert(Stay(place: region.region.identifier, who: beacon.identity.key)) }
        }
        return stays
    }

    /// Shows with the next states where simulated persons truly are.
    func reveal(_ truth: [LiveTruth]) { self.truth = truth }

    /// The tag of a survey is at a point of the plan now: what was received since the point before is kept.
    ///
    /// Returns the number of samples that it gave.
    func survey(with beacon: BeaconIdentity, at point: SIMD2<Double>, floor: String? = nil) async throws -> Int {
        let floors = try await store.floors.all()
        if let floor, !floors.contains(where: { $0.key == floor }) { throw BeaconError.unknown("floor") }
        let ground = try await store.floors.nearestGround()?.key
        if survey?.beacon != beacon { survey = SurveyRecorder(beacon: beacon) }
        let samples = survey?.mark(point, floor: floor ?? ground, at: clock()) ?? []
        guard !samples.isEmpty else { return 0 }
        try await store.add(samples)
        try await settingsChanged()
        return samples.count
    }

    /// Begins a survey by a walk with a tag and a device whose camera tracks it; any walk before is dropped.
    func beginTrackedSurvey(with beacon: BeaconIdentity, floor: String?) async throws {
        let floors = try await store.floors.all()
        guard !floors.isEmpty else { throw BeaconError.noPlan }
        if let floor, !floors.contains(where: { $0.key == floor }) { throw BeaconError.unknown("floor") }
        let ground = try await store.floors.nearestGround()?.key
        trackedSurvey = TrackedSurvey(beacon: beacon, floor: floor ?? ground, at: clock())
    }

    /// Ends the walk: what was received along its path is added to the survey.
    ///
    /// Throws a `StudioError` if the marks do not tie the path to the plan; the walk stays then, so that other marks can be sent.
    func endTrackedSurvey(_ walk: TrackedWalk) async throws -> TrackedSurvey.Outcome {
        guard let survey = trackedSurvey else { throw BeaconError.noTrackedSurvey }
        guard let floor = try await store.floors.all().first(where: { $0.key == survey.floor }) else {
            throw BeaconError.unknown("floor")
        }
        let outcome: TrackedSurvey.Outcome
        do {
            outcome = try survey.outcome(
                along: walk.path(from: survey.began),
                marks: walk.marks(from: survey.began),
                on: floor.venueFloor.plan
            )
        } catch {
            throw BeaconError.untied(error)
        }
        trackedSurvey = nil
        guard !outcome.samples.isEmpty else { return outcome }
        try await store.add(outcome.samples)
        try await settingsChanged()
        return outcome
    }

    /// Drops the walk.
    func dropTrackedSurvey() { trackedSurvey = nil }

    /// Forgets the survey.
    func forgetSurvey() async throws {
        (survey, trackedSurvey) = (nil, nil)
        try await store.forgetSurvey()
        try await settingsChanged()
    }

    /// Starts to calibrate a beacon's power at 1 m with a receiver.
    func calibrate(_ beacon: BeaconIdentity, with receiver: String) {
        calibration = RunningCalibration(beacon: beacon, receiver: receiver)
    }

    /// Removes the calibration.
    func endCalibration() { calibration = nil }

    private func live(_ receiver: String, _ snapshot: VenueSnapshot, at now: Int64) -> LiveReceiver {
        let presence = presences[receiver] ?? ReceiverPresence()
        return LiveReceiver(
            id: receiver,
            authorisation: presence.authorisation.rawValue,
            reason: presence.reason,
            source: presence.source,
            isConnected: presence.isConnected(at: now),
            packets: presence.packetRate(at: now),
            position: snapshot.carriedReceivers[receiver].map(LivePosition.init)
        )
    }

    /// Stores events, publishes them and runs their actions.
    private func note(_ events: [VenueEvent]) async {
        guard !events.isEmpty else { return }
        let crossings = events.map(crossing)
        do {
            try await store.note(crossings)
        } catch {
            await actions.complain("the history could not be kept: \(error)")
        }
        for crossing in crossings {
            publish(.crossing(crossing), isPublic)
            await actions.carryOut(PlaceNotice(crossing))
        }
    }

    private func crossing(_ event: VenueEvent) -> Crossing {
        let who = event.walker.map(Self.key)
        let (name, detail): (String, String?) =
            switch event.kind {
            case .entered: ("enter", nil)
            case .exited: ("exit", nil)
            case .determined(let state): ("determined", state.rawValue)
            case .failed(let fault): ("failed", fault.rawValue)
            }
        let configuration = tracker.configuration
        let place =
            configuration.zones.first { $0.identifier == event.place }?.floor
            ?? configuration.receivers.first { $0.identifier == event.receiver }?.floor
        let floor = place.flatMap { floorNames[$0] == nil ? nil : $0 }
        return Crossing(
            time: event.nanoseconds / 1_000_000,
            place: event.place,
            name: names[event.place] ?? event.place,
            event: name,
            who: who,
            whoName: who.flatMap { names[$0] },
            receiver: event.receiver,
            floor: floor,
            floorName: floor.flatMap { floorNames[$0] },
            detail: detail
        )
    }

    private static func key(_ walker: VenueWalker) -> String {
        switch walker {
        case .beacon(let identity): identity.key
        case .receiver(let name): name
        }
    }

    /// Stores the power after a calibration is done.
    private func finishCalibration(at now: Int64) async throws {
        guard let (beacon, power) = calibration?.takeResult(at: now) else { return }
        let known = try await store.all(KnownBeacon.self).first { $0.beacon == beacon.key }
        var setting = known ?? KnownBeacon(id: KnownBeacon.makeID(), name: beacon.shortName, beacon: beacon.key)
        setting.power = (power * 10).rounded() / 10
        try await store.save(setting.checked())
        try await settingsChanged()
    }
}
