import BenchmarkSupport
import Foundation
import Geometry
import Imaging
import Shapes

/// Runs `ShapesBenchmark rectangles [--camera fx,fy,cx,cy,k1,k2[,p1,p2]] [--count N]
/// [--minimum-size S] [--repeat N] PGM...`.
func rectangles(_ arguments: [String]) {
    var options = QuadrilateralOptions()
    var files: [String] = []
    var camera: [Double]?
    var repeats = 1
    var i = 0
    while i < arguments.count {
        switch arguments[i] {
        case "--camera":
            camera = arguments[i + 1].split(separator: ",").map { Double($0) ?? 0 }
            i += 1
        case "--count":
            options.maximumObservations = Int(arguments[i + 1]) ?? 1
            i += 1
        case "--minimum-size":
            options.minimumSize = Double(arguments[i + 1]) ?? options.minimumSize
            i += 1
        case "--repeat":
            repeats = Int(arguments[i + 1]) ?? 1
            i += 1
        default: files.append(arguments[i])
        }
        i += 1
    }
    let detector = QuadrilateralDetector(options: options)
    for file in files {
        let picture = NetpbmFile(path: file)
        if let c = camera {
            detector.options.camera = CameraModel(
                width: picture.width,
                height: picture.height,
                focalLengthPixels: Vector2(c[0], c[1]),
                principalPointPixels: Vector2(c[2], c[3]),
                distortion: .radialTangential(
                    k1: c[4],
                    k2: c[5],
                    p1: c.count > 6 ? c[6] : 0,
                    p2: c.count > 7 ? c[7] : 0
                )
            )
        }
        let gray = GrayImage(width: picture.width, height: picture.height, pixels: picture.bytes)
        var found: [Quadrilateral] = []
        var best = Double.infinity
        for _ in 0..<repeats {
            let start = processorMilliseconds()
            found = detector.detect(in: gray)
            best = min(best, processorMilliseconds() - start)
        }
        let quads = found.map { quad in
            let corners = (0..<4).map { "[\(quad[$0].x),\(quad[$0].y)]" }.joined(separator: ",")
            return "{\"confidence\":\(quad.confidence),\"corners\":[\(corners)]}"
        }
        let evidence = detector.lastEvidence.map { "\($0)" }.joined(separator: ",")
        print(
            "{\"milliseconds\":\(best),\"evidence\":[\(evidence)],\"quadrilaterals\":[\(quads.joined(separator: ","))]}"
        )
    }
}

/// A colour image from a file's bytes.
func colorPicture(_ path: String) -> ColorImage {
    let file = NetpbmFile(path: path)
    var bytes = [UInt8](repeating: 255, count: file.width * file.height * 4)
    for i in 0..<file.width * file.height {
        for c in 0..<3 { bytes[4 * i + c] = file.bytes[file.channels * i + (file.channels == 1 ? 0 : c)] }
    }
    return ColorImage(width: file.width, height: file.height, bytes: bytes)
}

/// A box that is given as X,Y,W,H.
func box(_ text: String) -> ImageBox {
    let numbers = text.split(separator: ",").map { Double($0) ?? 0 }
    return ImageBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

/// Runs `ShapesBenchmark follow fast|accurate|fingertip X,Y,W,H PPM...`; the box is that of the first image.
func follow(_ arguments: [String]) {
    let start = box(arguments[1])
    var tracker: ObjectTracker?
    var fingertip: FingertipTracker?
    for file in arguments.dropFirst(2) {
        let picture = colorPicture(file)
        let begin = processorMilliseconds()
        var found = ObjectObservation(box: start, confidence: 1)
        if let tracker {
            found = tracker.follow(into: picture)
        } else if let fingertip {
            found = fingertip.follow(into: picture)
        } else if arguments[0] == "fingertip" {
            fingertip = FingertipTracker(image: picture, box: start)
        } else {
            tracker = ObjectTracker(level: arguments[0] == "fast" ? .fast : .accurate, image: picture, box: start)
        }
        let milliseconds = processorMilliseconds() - begin
        let b = found.box
        print(
            "{\"box\":[\(b.x),\(b.y),\(b.width),\(b.height)],\"confidence\":\(found.confidence),"
                + "\"milliseconds\":\(milliseconds)}"
        )
    }
}

/// Runs `ShapesBenchmark hands X,Y,W,H PPM MASK.pgm`: of every region tried as the hand its evidence and score, and how far
/// it is the mask.
func hands(_ arguments: [String]) {
    let truth = NetpbmFile(path: arguments[2]).bytes
    let found = FingertipTracker.handCandidates(image: colorPicture(arguments[1]), box: box(arguments[0]))
    for (evidence, mask) in found {
        precondition(mask.count == truth.count, "the mask has the size of the tracker's map, half the image's")
        let common = mask.indices.count { mask[$0] != 0 && truth[$0] != 0 }
        let all = mask.indices.count { mask[$0] != 0 || truth[$0] != 0 }
        print(
            "{\"evidence\":[\(evidence.tipness),\(evidence.size),\(evidence.solidity),\(evidence.border)],"
                + "\"score\":\(evidence.score),\"jaccard\":\(Double(common) / Double(max(1, all)))}"
        )
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "rectangles": rectangles(Array(arguments.dropFirst()))
case "follow": follow(Array(arguments.dropFirst()))
case "hands": hands(Array(arguments.dropFirst()))
default:
    FileHandle.standardError.write(Data("usage: ShapesBenchmark rectangles PGM... | follow LEVEL BOX PPM... | hands BOX PPM MASK.pgm\n".utf8))
    exit(64)
}
