// Holds the drawing tool and the billboard over simulated recordings to their truth.
// usage: ToolsBenchmark draw|billboard RECORDING...

import Foundation

@main
struct ToolsBenchmark {
    private var drawings: [DrawingRun] = []
    private var boards: [BillboardRun.Board] = []
    private var times: [Double] = []
    private var scaled: [Double] = []
    private var scaledSizes: [Double] = []

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let kind = arguments.first, arguments.count > 1, ["draw", "billboard"].contains(kind) else {
            FileHandle.standardError.write(Data("usage: ToolsBenchmark draw|billboard RECORDING...\n".utf8))
            exit(64)
        }
        var benchmark = ToolsBenchmark()
        for folder in arguments.dropFirst() {
            if kind == "draw" { try benchmark.draw(folder) } else { try benchmark.billboard(folder) }
        }
        if kind == "draw" { benchmark.sumDrawing() } else { benchmark.sumBillboards() }
    }

    private mutating func draw(_ folder: String) throws {
        let run = try DrawingRun(folder: folder)
        drawings.append(run)
        let name = URL(filePath: folder).lastPathComponent
        print(
            "\(name): ink \(millimetres(run.inkErrors, 0.5)) mm median, \(millimetres(run.inkErrors, 0.9)) mm at 90 %, scaled right \(millimetres(run.scaledErrors, 0.5)) mm "
                + "(scale \(percent(run.scale - 1)) off), \(percent(run.covered)) of the path; pulled height \(percent(share(run.heightErrors.map { abs($0) }, 0.5))) median, "
                + "\(percent(share(run.heightErrors.map { abs($0) }, 0.9))) at 90 % of \(run.heightErrors.count); "
                + "tip \(text(share(run.tipErrors, 0.5))) px off, \(text(share(run.tipErrors, 0.9))) px; \(text(share(run.milliseconds, 0.5))) ms a frame"
        )
    }

    private func sumDrawing() {
        let ink = drawings.flatMap(\.inkErrors)
        let heights = drawings.flatMap(\.heightErrors).map { abs($0) }
        print("\n| | median | 90 % |\n|---|---|---|")
        print("| ink from the true path | \(millimetres(ink, 0.5)) mm | \(millimetres(ink, 0.9)) mm |")
        let scaled = drawings.flatMap(\.scaledErrors)
        print(
            "| the same, the session's scale made right | \(millimetres(scaled, 0.5)) mm | \(millimetres(scaled, 0.9)) mm |"
        )
        print(
            "| the same, led by the true pixels | \(millimetres(drawings.flatMap(\.pointerErrors), 0.5)) mm "
                + "| \(millimetres(drawings.flatMap(\.pointerErrors), 0.9)) mm |"
        )
        print("| pulled height | \(percent(share(heights, 0.5))) | \(percent(share(heights, 0.9))) |")
    }

    private mutating func billboard(_ folder: String) throws {
        let run = try BillboardRun(folder: folder)
        boards += run.boards
        let seen = run.boards.flatMap(\.sights)
        scaled += seen.map { ($0.seen * run.scale - $0.truly).length }
        scaledSizes += run.boards.compactMap(\.signedSize).map { abs((1 + $0) * run.scale - 1) }
        times += run.milliseconds
        let name = URL(filePath: folder).lastPathComponent
        for board in run.boards {
            print(
                "\(name) \(board.name): size \(percent(board.sizeError ?? .nan)) off, corners \(millimetres(board.errors, 0.5)) mm median, "
                    + "\(millimetres(board.errors, 0.9)) mm at 90 %, seen to slip \(millimetres(board.sideways, 0.5)) mm, "
                    + "\(millimetres(board.sideways, 0.9)) mm, in the world \(millimetres(board.placeErrors, 0.5)) mm; too far by \(millimetres(depths(board), 0.5)) mm "
                    + "at \(text(share(board.sights.map(\.truly.length), 0.5))) m, scale \(percent(run.scale - 1)) off; \(board.tool.sightCount) sights"
            )
        }
        if run.boards.isEmpty { print("\(name): nothing anchored, \(run.refused) taps refused") }
    }

    /// How far away corners truly are against where they are seen, metres; more means seen too far.
    private func depths(_ board: BillboardRun.Board) -> [Double] {
        board.sights.map { $0.seen.length - $0.truly.length }
    }

    private func sumBillboards() {
        let sizes = boards.compactMap(\.sizeError)
        let (errors, sideways) = (boards.flatMap(\.errors), boards.flatMap(\.sideways))
        print("\n| \(boards.count) rectangles | median | 90 % |\n|---|---|---|")
        print("| metric size | \(percent(share(sizes, 0.5))) | \(percent(share(sizes, 0.9))) |")
        print(
            "| the same, the session's scale made right | \(percent(share(scaledSizes, 0.5))) | \(percent(share(scaledSizes, 0.9))) |"
        )
        print("| corners while walking round | \(millimetres(errors, 0.5)) mm | \(millimetres(errors, 0.9)) mm |")
        let places = boards.flatMap(\.placeErrors)
        print(
            "| the same in the world, aligned by heading and place | \(millimetres(places, 0.5)) mm | \(millimetres(places, 0.9)) mm |"
        )
        print(
            "| the same, the session's scale made right | \(millimetres(scaled, 0.5)) mm | \(millimetres(scaled, 0.9)) mm |"
        )
        print(
            "| corners as they are seen to slip | \(millimetres(sideways, 0.5)) mm | \(millimetres(sideways, 0.9)) mm |"
        )
        print("| a frame's work | \(text(share(times, 0.5))) ms | \(text(share(times, 0.9))) ms |")
    }
}

private func share(_ values: [Double], _ fraction: Double) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(values.count - 1, Int(fraction * Double(values.count)))]
}
private func text(_ value: Double) -> String { String(format: "%.1f", value) }
private func percent(_ part: Double) -> String { String(format: "%.1f %%", 100 * part) }
private func millimetres(_ metres: [Double], _ fraction: Double) -> String { text(1000 * share(metres, fraction)) }
