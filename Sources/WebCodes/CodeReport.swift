import Codes
import Geometry

/// The result of the last call of `codes_detect`, as numbers and bytes in memory for the host.
struct CodeReport {
    /// Numbers of one code; Web/sightline/codes.js reads them in this order.
    static let numbersPerCode = 40
    /// `numbersPerCode` for each code.
    private(set) var numbers: [Double] = []
    /// The contents of all QR codes, one after the other.
    private(set) var bytes: [UInt8] = []

    /// Adds a code and its pose, if it has one.
    mutating func add(_ code: DetectedCode, _ pose: CodePose?) {
        let start = numbers.count
        switch code.content {
        case .qr(let content):
            let text = content.text.map { Array($0.utf8) }
            let held = text ?? content.bytes
            numbers += [0, 0, Double(content.version), Double(content.correctedCodewords)]
            numbers += [Double(held.count), text == nil ? 0 : 1]
            bytes += held
        case .aprilTag36h11(let id, let correctedBits):
            numbers += [1, Double(id), 0, Double(correctedBits), 0, 0]
        }
        numbers += [code.isMirrored ? 1 : 0, code.isLightOnDark ? 1 : 0, code.cornerSigma]
        for corner in 0..<4 { numbers += [code.corners[corner].x, code.corners[corner].y] }
        add(pose)
        precondition(numbers.count <= start + Self.numbersPerCode, "a code fills no more than its numbers")
        while numbers.count < start + Self.numbersPerCode { numbers.append(0) }
    }

    private mutating func add(_ pose: CodePose?) {
        guard let pose else { return }
        numbers += [1, pose.reprojectionError]
        add(pose.cameraFromCode)
        let (turn, shift) = (pose.rotationSigma, pose.translationSigma)
        numbers += [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
        numbers.append(pose.alternative == nil ? 0 : 1)
        if let other = pose.alternative { add(other) }
    }

    private mutating func add(_ transform: RigidTransform<CameraSpace, CodeSpace>) {
        let (imaginary, real) = (transform.rotation.imaginary, transform.rotation.real)
        numbers += [imaginary.x, imaginary.y, imaginary.z, real]
        numbers += [transform.translation.x, transform.translation.y, transform.translation.z]
    }
}
