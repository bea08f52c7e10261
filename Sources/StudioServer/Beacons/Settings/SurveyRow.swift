import GRDB
import Proximity

/// A sample of the venue's survey as it is kept.
struct SurveyRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "beaconSurvey"
    /// The most samples that are kept: forty minutes of walking among ten receivers.
    static let most = 20_000

    private var id: Int64?
    private let receiver: String
    private let x: Double
    private let y: Double
    private let floor: String?
    private let level: Double
    private let count: Int

    /// A row of a sample.
    init(_ sample: SurveySample) {
        receiver = sample.receiver
        (x, y) = (sample.position.x.hundredths, sample.position.y.hundredths)
        floor = sample.floor
        (level, count) = (sample.level.hundredths, sample.count)
    }

    /// The sample.
    var sample: SurveySample {
        SurveySample(receiver: receiver, position: SIMD2(x, y), floor: floor, level: level, count: count)
    }
}
