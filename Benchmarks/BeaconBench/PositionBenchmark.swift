import Foundation
import Proximity

/// Positions in the hall, each track located with a model learnt from the other tracks.
struct PositionBenchmark {
    let hall: PositionHall

    private typealias Moment = (nanoseconds: Int64, packets: ArraySlice<PositionHall.Packet>, truth: SIMD2<Double>)

    func run() throws {
        print(
            "Positions: mean / 90th percentile of the error in m, [share within the 68.3 % ellipse]; each track held out."
        )
        print(
            "Centroid: weights 10^(level / 10), the best of seven powers in hindsight. Least squares: laws fitted to the"
        )
        print("other tracks. Venue: as the studio sets it up, without and with a survey by taps on the other tracks.")
        let columns = ["kNN (k 5, 4 s)", "weighted centroid", "least squares", "venue", "venue, surveyed"]
        print("track".padded(30) + columns.map { $0.padded(22) }.joined())
        var totals = [Errors](repeating: Errors(), count: columns.count)
        for index in hall.tracks.indices {
            let errors = try evaluate(index)
            for column in totals.indices { totals[column].add(errors[column]) }
            print(hall.tracks[index].name.padded(30) + errors.map { text($0).padded(22) }.joined())
        }
        print("all".padded(30) + totals.map { text($0).padded(22) }.joined() + "\n")
    }

    private func text(_ errors: Errors) -> String {
        String(format: "%.2f / %.2f [%.2f]", errors.mean, errors.p90, errors.coverage)
    }

    private func evaluate(_ index: Int) throws -> [Errors] {
        let track = hall.tracks[index]
        let others = hall.tracks.indices.filter { $0 != index }.map { hall.tracks[$0] }
        return try [
            neighbours(track, others),
            centroid(track),
            leastSquares(track, hall.stations(from: others)),
            venue(track, surveyed: []),
            venue(track, surveyed: others),
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

    /// The baseline without a survey: the receivers' mean position, weighted by their levels.
    private func centroid(_ track: PositionHall.Track) -> Errors {
        var errors = Errors()
        for moment in moments(of: track, window: 4) {
            let weighted = readings(moment).map { reading in
                let place = hall.receivers[reading.station]
                return (weight: pow(10, reading.level.mean / 10), place: SIMD2(place.x, place.y))
            }
            let sum = weighted.reduce(0) { $0 + $1.weight }
            let mean = weighted.reduce(SIMD2<Double>.zero) { $0 + $1.place * ($1.weight / sum) }
            errors.add(length(mean - moment.truth))
        }
        return errors
    }

    /// The venue as it is set up on the page: receivers with their places, nothing calibrated; and its survey.
    private func venue(_ track: PositionHall.Track, surveyed: [PositionHall.Track]) throws -> Errors {
        let receivers = hall.receivers.enumerated().map { index, place in
            VenueReceiver(identifier: "r\(index)", position: SIMD2(place.x, place.y), height: place.z)
        }
        let survey = surveyed.flatMap(survey)
        var (tracker, errors) = (VenueTracker(), Errors())
        try tracker.configure(VenueConfiguration(plan: hall.plan, receivers: receivers, survey: survey), at: 0)
        let begin = track.packets[0].nanoseconds
        for moment in moments(of: track, window: 1, from: 1) {
            for receiver in receivers { try tracker.greet(receiver.identifier, at: moment.nanoseconds) }
            for packet in moment.packets { _ = tracker.receive(received(packet), by: "r\(packet.station)") }
            _ = tracker.advance(to: moment.nanoseconds)
            guard moment.nanoseconds >= begin + 4_000_000_000,
                let found = tracker.snapshot(at: moment.nanoseconds).beacons.first?.position
            else { continue }
            add(found, moment.truth, to: &errors)
        }
        return errors
    }

    /// The survey of somebody who walks a track and taps every five seconds where they are.
    private func survey(_ track: PositionHall.Track) -> [SurveySample] {
        var recorder = SurveyRecorder(beacon: hall.beacon)
        var (samples, due) = ([SurveySample](), track.packets[0].nanoseconds)
        for packet in track.packets {
            recorder.receive(received(packet), by: "r\(packet.station)")
            guard packet.nanoseconds >= due else { continue }
            samples += recorder.mark(SIMD2(packet.position.x, packet.position.y), at: packet.nanoseconds)
            due = packet.nanoseconds + 5_000_000_000
        }
        return samples
    }

    private func received(_ packet: PositionHall.Packet) -> ReceivedPacket {
        ReceivedPacket(
            beacon: hall.beacon,
            rssi: Int(packet.rssi),
            measuredPower: -59,
            nanoseconds: packet.nanoseconds
        )
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
