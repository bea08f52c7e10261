/// The fixed ends of a venue as they are received on each of its floors: stations, a survey's fields, and how well levels
/// fit a floor.
struct VenueRadioMap: Sendable {
    /// The floors, lowest first.
    let floors: [VenueFloor]
    /// The receivers that hang.
    let receivers: [VenueReceiver]
    /// The beacons that hang.
    let beacons: [VenueBeacon]

    private let radio: VenueRadio
    private let survey: [SurveySample]
    /// What the survey says about the receivers, floor by floor.
    private let surveys: [SurveyModel?]
    /// Floor by floor, of the receivers and of the beacons; empty if there is one floor.
    private let receiverGrids: [FloorGrid]
    private let beaconGrids: [FloorGrid]

    /// The map of a venue; what a map before has of the same things is taken over.
    init(_ configuration: VenueConfiguration, before: VenueRadioMap? = nil) {
        let floors = configuration.floors.sorted { ($0.level, $0.identifier) < ($1.level, $1.identifier) }
        let receivers = configuration.receivers.filter { $0.position != nil }
        let beacons = configuration.beacons.filter { $0.position != nil }
        let radio = configuration.radio
        (self.floors, self.receivers, self.beacons, self.radio) = (floors, receivers, beacons, radio)
        survey = configuration.survey
        let ends = Ends(floors: floors, radio: radio)
        let isSameFloor = before?.floors == floors && before?.radio == radio
        let isSameReceivers = isSameFloor && before?.receivers == receivers && before?.survey == survey
        if let before, isSameReceivers {
            (surveys, receiverGrids) = (before.surveys, before.receiverGrids)
        } else {
            let known = Dictionary(grouping: survey) { ends.index(of: $0.floor) }
            let views = floors.indices.map { floor in receivers.map { ends.station($0, on: floor, power: 0) } }
            let surveys = floors.indices.map { floor in
                SurveyModel(
                    known[floor] ?? [],
                    receivers: receivers.map(\.identifier),
                    stations: views[floor],
                    plan: floors[floor].plan
                )
            }
            self.surveys = surveys
            receiverGrids =
                floors.count < 2
                ? []
                : floors.indices.map { floor in
                    let plan = floors[floor].plan
                    return surveys[floor].map { FloorGrid($0.field, plan: plan) }
                        ?? FloorGrid(PathLossField(stations: views[floor], plan: plan), plan: plan)
                }
        }
        if let before, isSameFloor, before.beacons == beacons {
            beaconGrids = before.beaconGrids
        } else {
            beaconGrids =
                floors.count < 2
                ? []
                : floors.enumerated().map { index, floor in
                    let stations = beacons.map { ends.station($0, on: index, gain: 0) }
                    return FloorGrid(PathLossField(stations: stations, plan: floor.plan), plan: floor.plan)
                }
        }
    }

    private var ends: Ends { Ends(floors: floors, radio: radio) }

    /// The place among the floors of the one with an identifier, or of the one nearest to the ground.
    func index(of floor: String?) -> Int? { ends.index(of: floor) }

    /// What a survey says about a floor.
    func survey(on floor: Int) -> SurveyModel? { surveys[floor] }

    /// The receivers as a tag of a power at 1 m, dBm, is received by them on a floor.
    func receiverStations(on floor: Int, power: Double?) -> [Station] {
        receivers.map { ends.station($0, on: floor, power: power ?? -59) }
    }

    /// The beacons as a receiver of a gain, dB, receives them on a floor.
    func beaconStations(on floor: Int, gain: Double) -> [Station] {
        beacons.map { ends.station($0, on: floor, gain: gain) }
    }

    /// How well the levels of a tag fit each floor, as logarithms; `nil` if there is nothing to decide.
    func floorLikelihoods(ofTag readings: [StationReading], silent: [Int], power: Double?) -> [Double]? {
        guard floors.count > 1, !readings.isEmpty else { return nil }
        return receiverGrids.map { $0.logLikelihood(readings, silent: silent, offset: power ?? -59) }
    }

    /// How well the levels that a carried receiver reads fit each floor, as logarithms; `nil` if there is nothing to
    /// decide.
    ///
    /// That a beacon is not received says nothing here: its battery may be empty.
    func floorLikelihoods(ofReceiver readings: [StationReading], gain: Double) -> [Double]? {
        guard floors.count > 1, !readings.isEmpty else { return nil }
        return beaconGrids.map { $0.logLikelihood(readings, silent: [], offset: gain) }
    }
}

/// Fixed ends as stations of somebody on a floor, who carries the other end about 1 m above it.
private struct Ends {
    let floors: [VenueFloor]
    let radio: VenueRadio

    func index(of floor: String?) -> Int? {
        floors.firstIndex { $0.identifier == floor }
            ?? floors.indices.min { (abs(floors[$0].level), $0) < (abs(floors[$1].level), $1) }
    }

    func station(_ receiver: VenueReceiver, on floor: Int, power: Double) -> Station {
        station(receiver.position, receiver.height, of: receiver.floor, on: floor, power: power + receiver.gain)
    }

    func station(_ beacon: VenueBeacon, on floor: Int, gain: Double) -> Station {
        station(beacon.position, beacon.height, of: beacon.floor, on: floor, power: (beacon.power ?? -59) + gain)
    }

    private func station(
        _ position: SIMD2<Double>?,
        _ height: Double,
        of own: String?,
        on floor: Int,
        power: Double
    ) -> Station {
        let storeys = floors[index(of: own) ?? floor].level - floors[floor].level
        let ceilings = radio.ceilings
        let spread = storeys == 0 ? 0 : ceilings.sigma
        return Station(
            position: position ?? .zero,
            heightDifference: height - 1 + Double(storeys) * ceilings.storeyHeight,
            power: power - radio.carrierLoss - ceilings.loss(storeys: Double(abs(storeys))),
            exponent: radio.exponent,
            shadowing: (radio.shadowing * radio.shadowing + spread * spread).squareRoot(),
            isThroughCeiling: storeys != 0
        )
    }
}
