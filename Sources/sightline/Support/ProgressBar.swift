import Foundation

/// A progress bar on standard error; silent if that is not a terminal.
final class ProgressBar {
    private let title: String
    private let unit: String
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private let terminal = Terminal.standardError

    /// A bar for work counted in `unit`s, as in "images".
    init(_ title: String, unit: String) {
        self.title = title
        self.unit = unit
    }

    /// Redraws the bar, at most ten times per second.
    func update(_ done: Int, of total: Int) {
        guard terminal.isInteractive, total > 0 else { return }
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < .milliseconds(100), done < total { return }
        lastDrawn = now
        let elapsed = (now - start) / .seconds(1)
        let rate = elapsed > 0 ? Double(done) / elapsed : 0
        let remaining = rate > 0 ? Double(total - done) / rate : 0
        let width = 28
        let filled = min(width, done * width / total)
        let bar = String(repeating: "━", count: filled)
        let rest = String(repeating: "━", count: width - filled)
        let percent = done * 100 / total
        let counts = "\(done)/\(total) \(unit) · \(Int(rate))/s · \(Int(remaining.rounded(.up))) s left"
        let head = "\(title) " + terminal.styled(bar, .cyan) + terminal.styled(rest, .dim)
        terminal.write("\r\u{1B}[K\(head) \(percent) % " + terminal.styled(counts, .dim))
    }

    /// Removes the bar.
    func finish() {
        if lastDrawn != nil { terminal.write("\r\u{1B}[K") }
    }
}
