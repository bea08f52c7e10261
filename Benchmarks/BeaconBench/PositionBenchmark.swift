import Foundation
import Proximity

/// Positions in the hall, each track located with a model learnt from the other tracks.
struct PositionBenchmark {
    let hall: PositionHall

    private typealias Moment = (nanoseconds: Int64, packets: ArraySlice<PositionHall.Packet>, truth: SIMD2<Double>)

    func run() {
        print(
            "Positions: mean / 90th percentile of the error in m, [share within the 68.3 % ellipse]; each track held out."
        )
        let columns = ["kNN (k 5, 4 s)", "least squares", "particles", "particles, surveyed"]
        print("track".padded(30) + columns.map { $0.padded(22) }.joined())
        var totals = [Errors](repeating: Errors(), count: columns.count)
        for index in hall.tracks.indices {
            let errors = evaluate(index)
            for column in totals.indices { totals[column].add(errors[column]) }
            print(hall.tracks[index].name.padded(30) + errors.map { text($0).padded(22) }.joined())
        }
        print("all".padded(30) + totals.map { text($0).padded(22) }.joined() + "\n")
    }

    private func text(_ errors: Errors) -> String {
        String(format: "%.2f / %.2f [%.2f]", errors.mean, errors.p90, errors.coverage)
    }

    private func evaluate(_ index: Int) -> [Errors] {
        let track = hall.tracks[index]
        let others = hall.tracks.indices.filter { $0 != index }.map { hall.tracks[$0] }
        let stations = hall.stations(from: others)
        let law = PathLossField(stations: stations, plan: hall.plan)
        let samples = others.flatMap(\.packets).map { packet in
            SurveyedField.Sample(
                station: packet.station,
                position: SIMD2(packet.position.x, packet.position.y),
                rssi: packet.rssi
            )
        }
        let surveyed = SurveyedField(law: law, samples: samples)
        return [
            neighbours(track, others),
            leastSquares(track, stations),
            particles(track, law),
            particles(track, surveyed),
        ]
    }

    private func neighbours(_ track: PositionHall.Track, _ others: [PositionHall.Track]) -> Errors {
        let known = others.flatMap { moments(of: $0, window: 4) }
            .map { NearestNeighbours.Fingerprint(levels: levels($0), position: $0.truth) }
        let baseline = NearestNeighbours(fingerprints: known)
        var errors = Errors()
        for moment in moments(of: track, window: 4) {
            errors.add(length(baseline.locate(levels(moment)) - moment.truth))
        }
        return errors
    }

    private func leastSquares(_ track: PositionHall.Track, _ stations: [Station]) -> Errors {
        let locator = LeastSquaresLocator(stations: stations, plan: hall.plan)
        var errors = Errors()
        for moment in moments(of: track, window: 4) {
            guard let estimate = locator.locate(readings(moment)) else { continue }
            add(estimate, moment.truth, to: &errors)
        }
        return errors
    }

    private func particles(_ track: PositionHall.Track, _ field: some SignalField) -> Errors {
        var locator = ParticleLocator(field: field, plan: hall.plan, seed: 7)
        var errors = Errors()
        let start = track.packets[0].nanoseconds + 4_000_000_000
        for moment in moments(of: track, window: 1, from: 1) {
            let estimate = locator.update(readings(moment), at: moment.nanoseconds)
            if moment.nanoseconds >= start { add(estimate, moment.truth, to: &errors) }
        }
        return errors
    }

    private func add(_ estimate: PositionEstimate, _ truth: SIMD2<Double>, to errors: inout Errors) {
        let scale = (estimate.squaredSigmas(of: truth) / 2.2957).squareRoot()
        let error = length(estimate.position - truth)
        errors.add(error, sigma: scale <= 1 ? .infinity : 0)
    }

    /// Times once per second, with the packets of the last seconds and the position at the last packet.
    private func moments(of track: PositionHall.Track, window: Int64, from first: Int64 = 4) -> [Moment] {
        let (start, end) = (track.packets[0].nanoseconds, track.packets[track.packets.count - 1].nanoseconds)
        let second: Int64 = 1_000_000_000
        return stride(from: start + first * second, to: end, by: Int(second)).compactMap { time in
            let from = track.packets.firstIndex { $0.nanoseconds > time - window * second } ?? 0
            let to = track.packets.firstIndex { $0.nanoseconds > time } ?? track.packets.count
            guard from < to else { return nil }
            let place = track.packets[to - 1].position
            return (time, track.packets[from..<to], SIMD2(place.x, place.y))
        }
    }

    private func readings(_ moment: Moment) -> [StationReading] {
        Dictionary(grouping: moment.packets, by: \.station).sorted { $0.key < $1.key }.map { station, packets in
            let mean = packets.reduce(0) { $0 + $1.rssi } / Double(packets.count)
            return StationReading(
                station: station,
                level: SignalLevel(mean: mean, variance: 25 / Double(packets.count))
            )
        }
    }

    private func levels(_ moment: Moment) -> [Double] {
        var levels = [Double](repeating: -100, count: hall.receivers.count)
        for reading in readings(moment) { levels[reading.station] = reading.level.mean }
        return levels
    }

    private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
