import Foundation
import Geometry
import Rendering
import RenderingScenes
import SceneGraph

// Draws two hundred nodes over a camera image, with every node rotating and the image changing, and prints a frame's
// cost.
// Usage: RenderingBenchmark [WIDTH HEIGHT [FRAMES [NODES]]]
//        RenderingBenchmark --pictures FOLDER WIDTH HEIGHT   writes the reference scenes as plain bytes
if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "--pictures" {
    try writePictures(
        CommandLine.arguments[2],
        Int(CommandLine.arguments[3]) ?? 640,
        Int(CommandLine.arguments[4]) ?? 480
    )
    exit(0)
}
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let size = numbers.count > 1 ? (numbers[0], numbers[1]) : (1280, 720)
let frames = numbers.count > 2 ? numbers[2] : 60

let context = try DrawingContext()
let renderer = try Renderer()
var scene = numbers.count > 3 ? Scene.crowd(count: numbers[3]) : ReferenceScene.crowd.scene
let image = ReferenceScene.crowd.image
let nodes = scene.children(of: nil)
var viewpoint = ReferenceScene.crowd.viewpoint(width: size.0, height: size.1)
var bytes = [UInt8](repeating: 0, count: size.0 * size.1 * 4)
var times: [(drawing: Double, reading: Double)] = []
var processorTime = clock()

for frame in 0..<frames + 5 {
    for node in nodes where scene[node].geometry != nil && scene[node].name != "floor" {
        scene[node].transform.rotation = Rotation(exp: Vector3(0, Double(frame) * 0.05, 0))
    }
    viewpoint.worldFromCamera.translation.x = 0.3 + 0.002 * Double(frame)
    if frame == 5 { processorTime = clock() }
    let start = ContinuousClock.now
    renderer.setImage(image)
    try renderer.draw(scene, from: viewpoint)
    let drawn = ContinuousClock.now
    renderer.readPixels(into: &bytes)
    let read = ContinuousClock.now
    if frame >= 5 { times.append(((drawn - start) / .milliseconds(1), (read - drawn) / .milliseconds(1))) }
}

let spent = Double(clock() - processorTime) / Double(CLOCKS_PER_SEC) * 1000 / Double(frames)
let totals = times.map { $0.drawing + $0.reading }.sorted()
let mean = totals.reduce(0, +) / Double(totals.count)
let cost = renderer.statistics
print(String(format: "%d x %d, %d nodes seen", size.0, size.1, cost.nodes))
print(
    String(
        format: "%.1f frames/s: mean %.1f ms, median %.1f, p95 %.1f",
        1000 / mean,
        mean,
        totals[totals.count / 2],
        totals[totals.count * 95 / 100]
    )
)
print(String(format: "%.1f ms of processor time a frame, all threads together", spent))
print(
    "\(cost.drawCalls) draw calls, \(cost.uploads) uploads of \(cost.uploadedBytes) bytes, \(cost.triangles) triangles a frame"
)
_ = context

func writePictures(_ folder: String, _ width: Int, _ height: Int) throws {
    let context = try DrawingContext()
    let renderer = try Renderer()
    for reference in ReferenceScene.allCases {
        renderer.setImage(reference.image)
        try renderer.draw(reference.scene, from: reference.viewpoint(width: width, height: height))
        let bytes = renderer.readPixels()?.bytes ?? []
        try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(reference).rgba"))
    }
    _ = context
}
