/// What a survey of one floor says about a venue's fixed receivers: a law of its own for each, corrected where the
/// survey was.
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

    /// A model of a floor's samples; `nil` without a sample of any of the receivers.
    ///
    /// `stations` are the receivers as they are seen from the floor, before the survey.
    init?(_ survey: [SurveySample], receivers: [String], stations: [Station], plan: FloorPlan) {
        let known = Dictionary(grouping: survey, by: \.receiver)
        guard receivers.contains(where: { known[$0] != nil }) else { return nil }
        let samples = receivers.map { known[$0] ?? [] }
        var plan = plan
        plan.walls = Self.walls(of: plan, stations, samples)
        walls = plan.walls
        let fitted = zip(stations, samples).map { [plan] in Self.fitted($0, to: $1, plan: plan) }
        self.stations = fitted
        let size = plan.maximum - plan.minimum
        let cell = Swift.max(Self.finestCell, (size.x * size.y / Self.mostCells).squareRoot())
        field = SurveyedField(
            law: PathLossField(stations: fitted, plan: plan),
            samples: samples.enumerated().flatMap { index, samples in
                samples.map {
                    SurveyedField.Sample(
                        station: index,
                        position: $0.position,
                        rssi: $0.level,
                        count: Double($0.count)
                    )
                }
            },
            cell: cell
        )
    }

    /// The walls with the losses that fit the samples of all receivers of the floor best.
    private static func walls(of plan: FloorPlan, _ stations: [Station], _ samples: [[SurveySample]]) -> [Wall] {
        guard !plan.walls.isEmpty else { return [] }
        let links = zip(stations, samples).enumerated().flatMap { index, end -> [WallFit.Link] in
            let (station, samples) = end
            guard !station.isThroughCeiling else { return [] }
            return samples.map { sample in
                WallFit.Link(
                    station: index,
                    decades: station.decades(to: sample.position),
                    walls: plan.walls.indices.filter { plan.walls[$0].blocks(sample.position, station.position) },
                    level: sample.level,
                    count: Double(sample.count)
                )
            }
        }
        return WallFit().walls(of: plan, stationCount: stations.count, links: links)
    }

    /// A receiver's law, fitted to its samples where there are three.
    private static func fitted(_ station: Station, to samples: [SurveySample], plan: FloorPlan) -> Station {
        let links = samples.map { sample in
            let loss = station.wallLoss(to: sample.position, in: plan)
            return (distance: station.distance(to: sample.position), rssi: sample.level + loss)
        }
        guard let fit = PathLossFit(links) else { return station }
        var station = station
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
