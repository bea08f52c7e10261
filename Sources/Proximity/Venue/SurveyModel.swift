/// What a venue's survey says about its fixed receivers: a law of its own for each, corrected where the survey was.
///
/// Levels are relative to the tag's power at 1 m.
struct SurveyModel: Sendable {
    /// One for each receiver, in their order.
    let stations: [Station]
    /// The field of levels.
    let field: SurveyedField

    /// The side of a cell of the field, m, if the plan is not too large for it.
    private static let finestCell = 0.5
    /// How many cells of one station a field may have: 320 kB.
    private static let mostCells = 40_000.0

    /// A model of the receivers, all with a position; `nil` without a sample of any of them.
    init?(_ survey: [SurveySample], receivers: [VenueReceiver], plan: FloorPlan, radio: VenueRadio) {
        let known = Dictionary(grouping: survey, by: \.receiver)
        guard receivers.contains(where: { known[$0.identifier] != nil }) else { return nil }
        stations = receivers.map { receiver in
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
            cell: cell,
            radius: cell * 1.4
        )
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

/// The field by which a walker is located: the law alone, or a survey's.
enum VenueField: SignalField {
    case law(PathLossField)
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
}
