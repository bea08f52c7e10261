import Geometry
import SceneGraph

/// Reads a model's skins and animations, and counts their numbers.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, sections 3.7.3 and 3.11.
struct MotionReader {
    private let accessors: AccessorReader
    private let nodeCount: Int
    private let limit: Int
    private var count = 0
    /// What the reader omitted.
    private(set) var omissions = Omissions()

    init(accessors: AccessorReader, nodeCount: Int, limits: ModelLimits) {
        self.accessors = accessors
        self.nodeCount = nodeCount
        limit = limits.animationValues
    }

    /// The joints of a skin, and their rest transforms.
    mutating func skin(_ element: GLTFElement) throws(ModelError) -> Model.Skin {
        let joints = try element.indices("joints", below: nodeCount)
        guard !joints.isEmpty else { throw element.error("it has no joints") }
        guard let accessor = try element.index("inverseBindMatrices", below: accessors.count) else {
            return Model.Skin(joints: joints, jointFromMesh: joints.map { _ in .identity })
        }
        let numbers = try self.numbers(accessor, width: 16, element)
        guard numbers.count >= 16 * joints.count else { throw element.error("a matrix a joint is expected") }
        let matrices = joints.indices.map { NodeTransform.affine(numbers[(16 * $0)..<(16 * $0 + 16)].map(Double.init)) }
        return Model.Skin(joints: joints, jointFromMesh: matrices)
    }

    // MARK: - Animations

    /// An animation of nodes.
    mutating func animation(_ element: GLTFElement) throws(ModelError) -> ModelAnimation {
        let samplers = try element.objects("samplers")
        var channels: [ModelAnimation.Channel] = []
        for channel in try element.objects("channels") {
            let sampler = samplers[try channel.requiredIndex("sampler", below: samplers.count)]
            guard let target = try channel.object("target"), let path = try target.string("path") else {
                throw channel.error("target.path is missing")
            }
            // A channel without a node belongs to an extension.
            guard let node = try target.index("node", below: nodeCount) else { continue }
            guard let property = ModelAnimation.Property(path) else {
                omissions.note("animations of other properties are left out")
                continue
            }
            channels.append(try self.channel(sampler, of: node, property))
        }
        return ModelAnimation(name: try element.string("name") ?? "", channels: channels)
    }

    private mutating func channel(
        _ sampler: GLTFElement,
        of node: Int,
        _ property: ModelAnimation.Property
    ) throws(ModelError) -> ModelAnimation.Channel {
        let word = try sampler.string("interpolation") ?? "LINEAR"
        guard let interpolation = ModelAnimation.Interpolation(word) else {
            throw sampler.error("interpolation \(word) is none of STEP, LINEAR, CUBICSPLINE")
        }
        let times = try numbers(
            try sampler.requiredIndex("input", below: accessors.count),
            width: 1,
            sampler
        )
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), times[0] >= 0 else {
            throw sampler.error("its times do not ascend")
        }
        let width = property == .rotation ? 4 : 3
        let output = try sampler.requiredIndex("output", below: accessors.count)
        let numbers = try self.numbers(output, width: width, sampler)
        let perTime = interpolation == .cubicSpline ? 3 : 1
        guard numbers.count == times.count * width * perTime else {
            throw sampler.error("\(times.count) times have \(numbers.count / width) values")
        }
        let values = (0..<times.count * perTime).map { i in
            SIMD4<Double>((0..<4).map { $0 < width ? Double(numbers[i * width + $0]) : 0 })
        }
        if property == .rotation {
            let keys = interpolation == .cubicSpline ? values.indices.filter { $0 % 3 == 1 } : Array(values.indices)
            guard keys.allSatisfy({ (values[$0] * values[$0]).sum() > 1e-6 }) else {
                throw sampler.error("a rotation has no length")
            }
        }
        return ModelAnimation.Channel(
            node: node,
            property: property,
            interpolation: interpolation,
            times: times,
            values: values
        )
    }

    private mutating func numbers(
        _ accessor: Int,
        width: Int,
        _ element: GLTFElement
    ) throws(ModelError) -> [Float] {
        count += accessors.count(of: accessor) * width
        guard count <= limit else {
            throw .tooLarge("\(element.path): \(count) numbers of animations")
        }
        return try accessors.floats(accessor, width: width)
    }
}

extension ModelAnimation.Property {
    fileprivate init?(_ path: String) {
        let all: [(name: StaticString, property: Self)] = [
            ("translation", .translation), ("rotation", .rotation), ("scale", .scale),
        ]
        guard let found = all.first(where: { path.isExactly($0.name) }) else { return nil }
        self = found.property
    }
}

extension ModelAnimation.Interpolation {
    fileprivate init?(_ word: String) {
        let all: [(name: StaticString, interpolation: Self)] = [
            ("STEP", .step), ("LINEAR", .linear), ("CUBICSPLINE", .cubicSpline),
        ]
        guard let found = all.first(where: { word.isExactly($0.name) }) else { return nil }
        self = found.interpolation
    }
}
