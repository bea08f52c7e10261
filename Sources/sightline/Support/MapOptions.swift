import ArgumentParser
import Foundation
import Recordings
import WorldTracking

/// The saved map in which a session starts, and the file to which its map is saved.
struct MapOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write the map of the place: keyframes, landmarks, anchors.", valueName: "out.map"))
    var map: String?
    @Option(help: ArgumentHelp("Start in a saved map: its place is looked for.", valueName: "in.map"))
    var mapIn: String?

    /// A session if one is requested, in the saved map if there is one.
    func session(for calibration: RecordedCalibration) throws -> Session? {
        guard map != nil || mapIn != nil else { return nil }
        let session = Session()
        // Relocalisation in a saved map has no time limit: there is no other.
        let configuration = SessionConfiguration(relocalizationTimeout: mapIn == nil ? 10 : .infinity)
        session.run(configuration, odometry: calibration.odometryConfiguration)
        if let mapIn { session.world.load(try read(mapIn)) }
        return session
    }

    private func read(_ path: String) throws -> WorldMap {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InputFailure(message: "\(path): cannot be read")
        }
        do throws(WorldMapError) {
            return try WorldMap(decoding: Array(data))
        } catch {
            throw InputFailure(message: "\(path): \(Self.text(error))")
        }
    }

    private static func text(_ error: WorldMapError) -> String {
        switch error {
        case .isNoMap: "is no map"
        case .unknownVersion(let version): "is a map of version \(version), which this program does not know"
        case .cutOff(let offset): "ends in the middle, at byte \(offset)"
        case .badValue(let offset): "is damaged at byte \(offset)"
        }
    }

    /// Saves the map and returns the report on it.
    func finish(_ session: Session) throws -> MapReport {
        let saved = session.world.savedMap
        let bytes = saved.encoded()
        if let map {
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: map))
            } catch {
                throw WorkFailure(message: "\(map): \(error.localizedDescription)")
            }
        }
        let recognised = session.takeEvents().count { if case .relocalized = $0 { true } else { false } }
        return MapReport(
            keyframes: saved.keyframeCount,
            points: saved.pointCount,
            bytes: bytes.count,
            recognised: recognised
        )
    }
}

/// The report on a session's map.
struct MapReport: Encodable {
    let keyframes: Int
    let points: Int
    let bytes: Int
    /// How often a mapped place was recognised and the world corrected.
    let recognised: Int

    var text: String { "\(keyframes) keyframes, \(points) landmarks, \(bytes / 1024) kB, recognised \(recognised)×" }
}
