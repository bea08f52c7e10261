/// One run as a line of JSON; unknown values are omitted.
struct ResultLine: Encodable {
    let recording: String
    let `case`: String
    let change: String
    /// Position error (ATE), metres, and how much too long the path came out, percent.
    let ate: Double?
    let scalePercent: Double?
    let nees: Double?
    /// Seconds to the first pose, the share of frames tracked after it, and how often tracking was lost.
    let firstPoseSeconds: Double?
    let coverage: Double
    let lost: Int
    /// When a sensor's fault was noticed, seconds after it began; how many frames showed one; what it is.
    let noticedSeconds: Double?
    let faultFrames: Int
    let fault: String?
    let millisecondsPerFrame: Double

    init(_ measurement: Measurement, recording: String, case name: String, change: String) {
        self.recording = recording
        self.case = name
        self.change = change
        ate = measurement.error?.rmse
        scalePercent = measurement.error.map { 100 * (1 / $0.scale - 1) }
        nees = measurement.nees
        firstPoseSeconds = measurement.firstPose.isNaN ? nil : measurement.firstPose
        coverage = measurement.coverage
        lost = measurement.lostCount
        noticedSeconds = measurement.noticedSeconds
        faultFrames = measurement.faultFrames
        fault = measurement.faultMessage
        let times = measurement.milliseconds
        millisecondsPerFrame = times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
    }
}
