import Foundation

extension TrackReport {
    /// The summary for a person.
    func text(name: String) -> String {
        let terminal = Terminal.standardOutput
        var rows: [(String, String)] = [
            ("recording", "\(name), \(number(seconds, 1)) s, \(frames) pictures")
        ]
        if let firstPoseSeconds {
            rows.append(("first pose", "after \(number(firstPoseSeconds, 2)) s"))
            let percent = number(coverage * 100, 1)
            let losses = lostTimes == 0 ? "never lost" : terminal.styled("doubtful \(lostTimes)×", .yellow)
            rows.append(("tracked", "\(trackedFrames) pictures, \(percent) % from there on, \(losses)"))
            rows.append(("path", "\(number(pathLength, 2)) m"))
        } else {
            rows.append(("tracked", terminal.styled("no pose", .red)))
        }
        let time = millisecondsPerFrame
        rows.append(
            (
                "a picture took",
                "\(number(time.mean, 1)) ms, 95 % under \(number(time.p95, 1)) ms, at most \(number(time.max, 1)) ms"
            )
        )
        if let calibration {
            let offset = number(calibration.timeOffset * 1e3, 1)
            let focal = number(calibration.focalLengthPixels[0], 1)
            rows.append(("calibration", "time offset \(offset) ms, focal length \(focal) px"))
        }
        if let map { rows.append(("map", map.text)) }
        if refused > 0 { rows.append(("refused", terminal.styled("\(refused) samples or pictures", .yellow))) }
        rows += errorRows
        return rows.map { terminal.styled($0.0.padding(toLength: 16, withPad: " ", startingAt: 0), .dim) + $0.1 }
            .joined(separator: "\n")
    }

    private var errorRows: [(String, String)] {
        var rows: [(String, String)] = []
        if let ate {
            let share =
                ate.pathLength > 0
                ? ", \(number(ate.rmse / ate.pathLength * 100, 2)) % of \(number(ate.pathLength, 1)) m" : ""
            rows.append(
                (
                    "position error",
                    "\(number(ate.rmse * 100, 1)) cm RMS, at most \(number(ate.max * 100, 1)) cm\(share)"
                )
            )
            let scale = (1 / ate.scale - 1) * 100
            rows.append(("scale error", "\(scale >= 0 ? "+" : "")\(number(scale, 2)) %"))
        }
        if let rpe {
            let degrees = number(rpe.rotation * 180 / .pi, 2)
            rows.append(("drift in \(Int(rpe.seconds)) s", "\(number(rpe.translation * 100, 1)) cm, \(degrees)°"))
        }
        if let nees { rows.append(("in sigmas", "\(number(nees.squareRoot(), 1)) (1 where the stated error fits)")) }
        return rows
    }

    private func number(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
