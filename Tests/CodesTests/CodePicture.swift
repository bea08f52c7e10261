import CQREncode
import Geometry
import Imaging

@testable import Codes

/// An image of a code on pale paper with exactly known corners.
struct CodePicture {
    /// Row by row, true for dark.
    var modules: [Bool]
    var size: Int
    /// From modules to pixels.
    var homography: Homography
    var dark = 30.0
    var light = 220.0
    var noise = 2.0
    var isMirrored = false
    var width = 320
    var height = 240

    /// The modules of a QR code by libqrencode; the bytes in one of its modes.
    static func qr(
        _ bytes: [UInt8],
        version: Int32,
        level: QRecLevel = QR_ECLEVEL_M,
        mode: QRencodeMode = QR_MODE_8,
        extended: UInt32? = nil
    ) -> (modules: [Bool], size: Int)? {
        guard let input = QRinput_new2(version, level) else { return nil }
        defer { QRinput_free(input) }
        if let extended, QRinput_appendECIheader(input, extended) != 0 { return nil }
        guard QRinput_append(input, mode, Int32(bytes.count), bytes) == 0, let code = QRcode_encodeInput(input) else {
            return nil
        }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        return ((0..<size * size).map { code.pointee.data[$0] & 1 == 1 }, size)
    }

    /// The homography of a square of `size` modules, `pitch` pixels each, turned and tilted about its middle (radians).
    static func view(size: Int, pitch: Double, turn: Double, tilt: Double, middle: Vector2) -> Homography {
        let half = Double(size) / 2
        let rotation = Rotation(exp: Vector3(tilt, 0, 0)).matrix * Rotation(exp: Vector3(0, 0, turn)).matrix
        let distance = 500 / pitch
        let offset = rotation * Vector3(-half, -half, 0) + Vector3(0, 0, distance)
        let plane = Matrix3(columns: rotation.column0, rotation.column1, offset)
        let camera = Matrix3(rows: Vector3(500, 0, middle.x), Vector3(0, 500, middle.y), Vector3(0, 0, 1))
        return Homography(matrix: camera * plane)
    }

    /// The code's corners, in the order of `CodeCorners`.
    var corners: [Vector2] {
        let side = Double(size)
        let corners = [Vector2(0, 0), Vector2(side, 0), Vector2(side, side), Vector2(0, side)].map { homography($0) }
        return isMirrored ? [corners[0], corners[3], corners[2], corners[1]] : corners
    }

    /// The greatest distance of a detected corner from its true position.
    func error(of found: CodeCorners) -> Double {
        (0..<4).map { (found[$0] - corners[$0]).length }.max() ?? .infinity
    }

    /// The image; each pixel is the mean of 16 points.
    func image(seed: UInt64 = 1) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        guard let inverse = homography.matrix.inverse else { preconditionFailure("a homography has an inverse") }
        let back = Homography(matrix: inverse)
        var image = GrayImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0.0
                for step in 0..<16 {
                    let at = Vector2(Double(x) + (Double(step % 4) + 0.5) / 4, Double(y) + (Double(step / 4) + 0.5) / 4)
                    sum += gray(at: back(at))
                }
                image[x, y] = UInt8(max(0, min(255, sum / 16 + noise * random.nextNormal())))
            }
        }
        return image
    }

    private func gray(at place: Vector2) -> Double {
        let margin = 4.0
        let side = Double(size)
        guard place.x >= -margin, place.y >= -margin, place.x < side + margin, place.y < side + margin else {
            return 120
        }
        guard place.x >= 0, place.y >= 0, place.x < side, place.y < side else { return light }
        let (x, y) = (Int(place.x), Int(place.y))
        return modules[isMirrored ? x * size + y : y * size + x] ? dark : light
    }
}
