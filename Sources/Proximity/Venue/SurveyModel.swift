/// What a venue's survey says about its fixed receivers: a law of its own for each, corrected where the survey was.
///
/// Levels are relative to the tag's power at 1 m.
struct SurveyModel: Sendable {
    /// One for each receiver, in their order.
    let stations: [Station]
    /// The plan's walls with the losses that the survey shows.
    let walls: [Wall]
    /// The field of levels.
    let field: SurveyedField

    /// The side of a cell of the field, m, if the plan is not too large for it.
    private static let finestCell = 0.5
    /// How many cells of one station a field may have: 80 kB, and a twentieth of a second.
    private static let mostCells = 10_000.0

    /// A model of the receivers, all with a position; `nil` without a sample of any of them.
    init?(_ survey: [SurveySample], receivers: [VenueReceiver], plan: FloorPlan, radio: VenueRadio) {
        let known = Dictionary(grouping: survey, by: \.receiver)
        guard receivers.contains(where: { known[$0.identifier] != nil }) else { return nil }
        var plan = plan
        plan.walls = Self.walls(of: plan, receivers, known)
        walls = plan.walls
        stations = receivers.map { [plan] receiver in
            Self.station(of: receiver, known[receiver.identifier] ?? [], plan: plan, radio: radio)
        }
        let samples = receivers.enumerated().flatMap { index, receiver in
            (known[receiver.identifier] ?? []).map {
                SurveyedField.Sample(station: index, position: $0.position, rssi: $0.level, count: Double($0.count))
            }
        }
        let size = plan.maximum - plan.minimum
        let cell = Swift.max(Self.finestCell, (size.x * size.y / Self.mostCells).squareRoot())
        field = SurveyedField(
            law: PathLossField(stations: stations, plan: plan),
            samples: samples,
            cell: cell
        )
    }

    /// The walls with the losses that fit all receivers' samples best.
    private static func walls(
        of plan: FloorPlan,
        _ receivers: [VenueReceiver],
        _ known: [String: [SurveySample]]
    ) -> [Wall] {
        guard !plan.walls.isEmpty else { return [] }
        let links = receivers.enumerated().flatMap { index, receiver -> [WallFit.Link] in
            let place = receiver.position ?? .zero
            let station = Station(position: place, heightDifference: receiver.height - 1)
            return (known[receiver.identifier] ?? []).map { sample in
                WallFit.Link(
                    station: index,
                    decades: station.decades(to: sample.position),
                    walls: plan.walls.indices.filter { plan.walls[$0].blocks(sample.position, place) },
                    level: sample.level,
                    count: Double(sample.count)
                )
            }
        }
        return WallFit().walls(of: plan, stationCount: receivers.count, links: links)
    }

    /// A receiver's law, fitted to its samples where there are three.
    private static func station(
        of receiver: VenueReceiver,
        _ samples: [SurveySample],
        plan: FloorPlan,
        radio: VenueRadio
    ) -> Station {
        var station = Station(
            position: receiver.position ?? .zero,
            heightDifference: receiver.height - 1,
            power: receiver.gain - radio.carrierLoss,
            exponent: radio.exponent,
            shadowing: radio.shadowing
        )
        let links = samples.map { sample in
            let loss = plan.loss(sample.position, station.position)
            return (distance: station.distance(to: sample.position), rssi: sample.level + loss)
        }
        guard let fit = PathLossFit(links) else { return station }
        (station.power, station.exponent, station.shadowing) = (fit.power, fit.exponent, fit.shadowing)
        return station
    }
}

/// The field by which a walker is located: the law, which learns on the way, or a survey's.
enum VenueField: SignalField {
    case law(CalibratingField)
    case surveyed(SurveyedField)

    var stationCount: Int {
        switch self {
        case .law(let field): field.stationCount
        case .surveyed(let field): field.stationCount
        }
    }

    func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel {
        switch self {
        case .law(let field): field.expectation(station: station, at: point)
        case .surveyed(let field): field.expectation(station: station, at: point)
        }
    }

    mutating func learn(from readings: [StationReading], among places: [WeightedPlace], seconds: Double) {
        guard case .law(var field) = self else { return }
        field.learn(from: readings, among: places, seconds: seconds)
        self = .law(field)
    }
}
