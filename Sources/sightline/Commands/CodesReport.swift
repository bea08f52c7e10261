import Codes
import Foundation
import Geometry

/// The codes of all images; those of a single image are at the top level too.
struct CodesReport: Encodable {
    struct Pose: Encodable {
        /// Unit quaternion x, y, z, w: from the code's axes to the camera's.
        let rotation: [Double]
        /// The code's middle in the camera's axes, metres.
        let translation: [Double]

        init(_ pose: RigidTransform<CameraSpace, CodeSpace>) {
            let (imaginary, real) = (pose.rotation.imaginary, pose.rotation.real)
            rotation = [imaginary.x, imaginary.y, imaginary.z, real]
            translation = [pose.translation.x, pose.translation.y, pose.translation.z]
        }
    }

    struct Code: Encodable {
        let type: String
        var text: String?
        /// The bytes in hexadecimal, if they are not text of a known encoding.
        var bytes: String?
        var id: Int?
        var version: Int?
        /// The number of corrected codewords of a QR code, or bits of an AprilTag.
        let corrected: Int
        /// Pixels, clockwise from the code's own top left.
        let corners: [[Double]]
        let cornerSigma: Double
        let mirrored: Bool
        let lightOnDark: Bool
        var pose: Pose?
        /// The other pose with nearly the same projection, if there is one.
        var alternative: Pose?
        /// Radians about the camera's axes.
        var rotationSigma: [Double]?
        /// Metres along the camera's axes.
        var translationSigma: [Double]?
        var reprojectionError: Double?

        init(_ code: DetectedCode, _ pose: CodePose?) {
            switch code.content {
            case .qr(let content):
                type = "qr"
                text = content.text
                if text == nil { bytes = content.bytes.map { String(format: "%02x", $0) }.joined() }
                version = content.version
                corrected = content.correctedCodewords
            case .aprilTag36h11(let number, let bits):
                type = "aprilTag36h11"
                id = number
                corrected = bits
            }
            corners = (0..<4).map { [code.corners[$0].x, code.corners[$0].y] }
            cornerSigma = code.cornerSigma
            mirrored = code.isMirrored
            lightOnDark = code.isLightOnDark
            guard let pose else { return }
            self.pose = Pose(pose.cameraFromCode)
            alternative = pose.alternative.map { Pose($0) }
            rotationSigma = [pose.rotationSigma.x, pose.rotationSigma.y, pose.rotationSigma.z]
            translationSigma = [pose.translationSigma.x, pose.translationSigma.y, pose.translationSigma.z]
            reprojectionError = pose.reprojectionError
        }

        var line: String {
            let what = text ?? bytes ?? id.map { "tag \($0)" } ?? ""
            let places = corners.map { String(format: "(%.2f, %.2f)", $0[0], $0[1]) }.joined(separator: " ")
            var line = "  \(type) \(what)\n    \(places) ± " + String(format: "%.2f", cornerSigma)
            if let pose, let sigma = translationSigma {
                let (t, s) = (pose.translation, sigma)
                line += String(format: "\n    at %.4f ± %.4f, ", t[0], s[0])
                line += String(format: "%.4f ± %.4f, %.4f ± %.4f m", t[1], s[1], t[2], s[2])
            }
            if alternative != nil { line += "; its tilt may be the other way" }
            return line
        }
    }

    struct Image: Encodable {
        let image: String
        let codes: [Code]
        let milliseconds: Double

        init(_ path: String, _ found: [DetectedCode], _ poses: [CodePose?], _ milliseconds: Double) {
            image = path
            codes = zip(found, poses).map { Code($0, $1) }
            self.milliseconds = milliseconds
        }

        var text: String {
            let time = String(format: "%.1f ms", milliseconds)
            guard !codes.isEmpty else { return "\(image): no code found (\(time))" }
            return (["\(image) (\(time))"] + codes.map(\.line)).joined(separator: "\n")
        }
    }

    let images: [Image]
    var codes: [Code]?
    var milliseconds: Double?

    init(_ images: [Image]) {
        self.images = images
        guard images.count == 1 else { return }
        codes = images[0].codes
        milliseconds = images[0].milliseconds
    }
}
