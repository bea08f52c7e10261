import Foundation
import Geometry
import Odometry

/// A `sensor.yaml` of the EuRoC layout, or a section of Kalibr's `camchain.yaml`: flat keys whose values are words,
/// numbers or lists of numbers.
///
/// It reads only a part of YAML: `key: value` per line, lists in brackets that may span several lines, list items that
/// begin with `-`, `#` comments, sections whose name is not indented.
struct SensorDescription {
    /// The file's path, for errors.
    let path: String
    private struct Entry {
        let line: Int
        var text: String
    }
    private var entries: [String: Entry] = [:]

    /// Reads a description, or one of its sections; throws `unreadable`, or `badData` if a list has no end.
    init(path: String, section: String? = nil) throws(RecordingError) {
        self.path = path
        let lines = try LineReader(path: path)
        var open: String?
        var last = ""
        var isInside = section == nil
        while let raw = try lines.next() {
            let line = String(raw.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)
            if let section, open == nil, raw.first?.isLetter == true { isInside = line == section + ":" }
            guard isInside else { continue }
            if let key = open {
                entries[key]?.text += " " + line
            } else if line.hasPrefix("- ") {
                entries[last]?.text += " " + line
            } else if let colon = line.firstIndex(of: ":") {
                let key = String(line[..<colon])
                entries[key] = Entry(line: lines.lineNumber, text: String(line[line.index(after: colon)...]))
                (open, last) = (key, key)
            }
            if let key = open, let text = entries[key]?.text, !text.contains("[") || text.contains("]") { open = nil }
        }
        if let key = open, let entry = entries[key] {
            throw .badData(file: path, line: entry.line, reason: "the list of `\(key)` has no end")
        }
    }

    /// The word of a key; nil if the key is missing.
    func word(_ key: String) -> String? {
        entries[key]?.text.trimmingCharacters(in: .whitespaces)
    }

    /// The numbers of a key, a single one without brackets too; nil if the key is missing.
    func numbers(_ key: String) throws(RecordingError) -> [Double]? {
        guard let entry = entries[key] else { return nil }
        let fields = entry.text.split { "[], \t".contains($0) }.filter { $0 != "-" }
        var numbers: [Double] = []
        for field in fields {
            guard let number = Double(field), number.isFinite else {
                throw .badData(file: path, line: entry.line, reason: "`\(key)`: “\(field)” is not a finite number")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Exactly `count` numbers of a required key.
    func requiredNumbers(_ key: String, count: Int) throws(RecordingError) -> [Double] {
        guard let numbers = try numbers(key) else {
            throw .badData(file: path, line: 1, reason: "`\(key)` is missing")
        }
        guard numbers.count == count else {
            throw dataError(key, "has \(numbers.count) numbers, not \(count)")
        }
        return numbers
    }

    /// One number of a key; nil if the key is missing.
    func number(_ key: String) throws(RecordingError) -> Double? {
        guard entries[key] != nil else { return nil }
        return try requiredNumbers(key, count: 1)[0]
    }

    /// An error about a key.
    func dataError(_ key: String, _ reason: String) -> RecordingError {
        .badData(file: path, line: entries[key]?.line ?? 1, reason: "`\(key)` \(reason)")
    }

    /// The transform of the key `data` under `T_BS`, 4 × 4 by rows; throws if it is not a rigid transform.
    func rigFromSensor<Sensor: Space>() throws(RecordingError) -> RigidTransform<RigSpace, Sensor> {
        try transform("data")
    }

    /// The transform of a key, 4 × 4 by rows; throws if it is not a rigid transform.
    func transform<A: Space, B: Space>(_ key: String) throws(RecordingError) -> RigidTransform<A, B> {
        let rows = try requiredNumbers(key, count: 16)
        guard let transform: RigidTransform<A, B> = Self.transform(rows: rows) else {
            throw dataError(key, "is not a rotation and a translation")
        }
        return transform
    }

    /// A 4 × 4 matrix by rows as a rigid transform; nil if its rotation is not orthonormal (to 1 part in 100).
    static func transform<A: Space, B: Space>(rows m: [Double]) -> RigidTransform<A, B>? {
        let matrix = Matrix3(
            rows: Vector3(m[0], m[1], m[2]),
            Vector3(m[4], m[5], m[6]),
            Vector3(m[8], m[9], m[10])
        )
        let gram = matrix * matrix.transposed - .identity
        let worst = max(gram.column0.maximumMagnitude, gram.column1.maximumMagnitude, gram.column2.maximumMagnitude)
        guard worst < 0.01, matrix.determinant > 0 else { return nil }
        let translation = Vector3(m[3], m[7], m[11])
        guard translation.maximumMagnitude < CameraPlausibility.longestLeverArm else { return nil }
        return RigidTransform(rotation: Rotation(matrix: matrix), translation: translation)
    }

    /// The lens of a camera's description; converts the principal point to our convention (half a pixel more).
    func camera() throws(RecordingError) -> CameraModel {
        let size = try requiredNumbers("resolution", count: 2)
        let intrinsics = try requiredNumbers("intrinsics", count: 4)
        guard size[0] >= 1, size[1] >= 1, size[0] <= 1e5, size[1] <= 1e5 else {
            throw dataError("resolution", "is not an image's size")
        }
        if let reason = CameraPlausibility.objection(
            width: Int(size[0]),
            height: Int(size[1]),
            focalLengthPixels: Vector2(intrinsics[0], intrinsics[1]),
            principalPointPixels: Vector2(intrinsics[2], intrinsics[3])
        ) {
            throw dataError("intrinsics", reason)
        }
        return CameraModel(
            width: Int(size[0]),
            height: Int(size[1]),
            focalLengthPixels: Vector2(intrinsics[0], intrinsics[1]),
            principalPointPixels: Vector2(intrinsics[2] + 0.5, intrinsics[3] + 0.5),
            distortion: try distortion()
        )
    }

    private func distortion() throws(RecordingError) -> Distortion {
        let model = word("distortion_model") ?? "none"
        if model == "none" || model.isEmpty { return .none }
        let key = entries["distortion_coeffs"] == nil ? "distortion_coefficients" : "distortion_coeffs"
        let c = try requiredNumbers(key, count: 4)
        switch model {
        case "radial-tangential", "radtan", "plumb_bob":
            return .radialTangential(k1: c[0], k2: c[1], p1: c[2], p2: c[3])
        case "equidistant": return .equidistant(k1: c[0], k2: c[1], k3: c[2], k4: c[3])
        default: throw dataError("distortion_model", "“\(model)” is not known")
        }
    }

    /// A time in seconds; 0 if the key is missing, `badData` if it is more than ten seconds either way.
    func seconds(_ key: String) throws(RecordingError) -> Double {
        let value = try number(key) ?? 0
        guard abs(value) < CameraPlausibility.longestSeconds else { throw dataError(key, "is not a time under 10 s") }
        return value
    }

    /// The noise of an inertial sensor's description; nil if it has none.
    func noise() throws(RecordingError) -> InertialNoise? {
        guard let gyroscope = try number("gyroscope_noise_density"),
            let accelerometer = try number("accelerometer_noise_density"),
            let gyroscopeWalk = try number("gyroscope_random_walk"),
            let accelerometerWalk = try number("accelerometer_random_walk")
        else { return nil }
        for key in ["gyroscope_noise_density", "accelerometer_noise_density"] {
            guard let density = try number(key), density > 0, density < 1e3 else {
                throw dataError(key, "is not a sensor's noise")
            }
        }
        return InertialNoise(
            gyroscopeDensity: gyroscope,
            accelerometerDensity: accelerometer,
            gyroscopeWalk: gyroscopeWalk,
            accelerometerWalk: accelerometerWalk
        )
    }
}

/// The body frame of the EuRoC layout, which may be any frame that is fixed to the device.
///
/// Our body frame is the inertial sensor's.
enum RigSpace: Space {}

extension SIMD3<Double> {
    /// The largest absolute component.
    var maximumMagnitude: Double { Swift.max(abs(x), abs(y), abs(z)) }
}
