import RealModule
import SceneGraph

/// The map from a mesh's texture coordinates to the images of its material.
///
/// Khronos Group, "KHR_texture_transform", 2018.
struct MapPlacement: Equatable {
    /// The index of the mesh's list of coordinates.
    var set = 0
    /// Along and across.
    var offset = SIMD2<Float>(0, 0)
    /// Radians, counterclockwise about the image's upper left corner.
    var rotation: Float = 0
    /// Along and across.
    var scale = SIMD2<Float>(1, 1)

    /// Transforms a coordinate: scale, rotation, translation.
    func moved(_ coordinate: SIMD2<Float>) -> SIMD2<Float> {
        let scaled = coordinate * scale
        let (cosine, sine) = (Float.cos(rotation), Float.sin(rotation))
        return SIMD2(cosine * scaled.x + sine * scaled.y, cosine * scaled.y - sine * scaled.x) + offset
    }
}

/// Reads materials.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 3.9.
struct MaterialReader {
    /// A material's reference to a texture.
    private struct MapReference {
        let image: Int
        let isRepeating: Bool
        let placement: MapPlacement
    }

    private let textures: [GLTFElement]
    private let samplers: [GLTFElement]
    private let imageCount: Int
    /// What the reader omitted.
    private(set) var omissions = Omissions()

    init(root: GLTFElement, imageCount: Int) throws(ModelError) {
        textures = try root.objects("textures")
        samplers = try root.objects("samplers")
        self.imageCount = imageCount
    }

    /// A surface, and the map from texture coordinates to its images.
    mutating func surface(_ element: GLTFElement) throws(ModelError) -> (Model.Surface, MapPlacement) {
        let metal = try element.object("pbrMetallicRoughness")
        let factor = try metal?.numbers("baseColorFactor", count: 4) ?? [1, 1, 1, 1]
        let lighting = LightingModel.physicallyBased(
            roughness: bounded(try metal?.number("roughnessFactor")),
            metalness: bounded(try metal?.number("metallicFactor"))
        )
        let isUnlit = try element.extension("KHR_materials_unlit") != nil
        let mode = try element.string("alphaMode") ?? "OPAQUE"
        let isOpaque = mode.isExactly("OPAQUE")
        if mode.isExactly("MASK") { omissions.note("masks are drawn with soft edges") }
        let emitted = try element.numbers("emissiveFactor", count: 3) ?? [0, 0, 0]
        if emitted.contains(where: { $0 > 0 }) { omissions.note("light that a surface gives off is not drawn") }
        if element.contains("occlusionTexture") { omissions.note("maps of hidden light are left out") }
        let material = Material(
            Color(linear: SIMD3(bounded(factor[0]), bounded(factor[1]), bounded(factor[2]))),
            lighting: isUnlit ? .constant : lighting,
            opacity: isOpaque ? 1 : bounded(factor[3]),
            isDoubleSided: try element.bool("doubleSided")
        )
        let diffuse = try metal.flatMap { (metal) throws(ModelError) in try map("baseColorTexture", of: metal) }
        let specular = try metal.flatMap { (metal) throws(ModelError) in try map("metallicRoughnessTexture", of: metal)
        }
        let normal = try map("normalTexture", of: element)
        let all = [diffuse, normal, specular].compactMap { $0 }
        let placement = all.first?.placement ?? MapPlacement()
        if all.contains(where: { $0.placement != placement }) {
            omissions.note("maps of one surface lie all as the first does")
        }
        let surface = Model.Surface(
            material: material,
            diffuseImage: diffuse?.image,
            normalImage: normal?.image,
            specularImage: isUnlit ? nil : specular?.image,
            usesImageOpacity: !isOpaque,
            isRepeating: all.first?.isRepeating ?? true
        )
        return (surface, placement)
    }

    /// A factor in 0…1; the default of glTF's factors is 1.
    private func bounded(_ value: Double?) -> Double { min(1, max(0, value ?? 1)) }

    private func map(_ key: StaticString, of element: GLTFElement) throws(ModelError) -> MapReference? {
        guard let reference = try element.object(key) else { return nil }
        let texture = textures[try reference.requiredIndex("index", below: textures.count)]
        guard let image = try texture.index("source", below: imageCount) else {
            throw .unsupported("\(texture.path) has no PNG or JPEG image")
        }
        var isRepeating = true
        if let sampler = try texture.index("sampler", below: samplers.count) {
            isRepeating = try samplers[sampler].count("wrapS") ?? 10497 != 33071
        }
        return MapReference(image: image, isRepeating: isRepeating, placement: try placement(reference))
    }

    private func placement(_ reference: GLTFElement) throws(ModelError) -> MapPlacement {
        var placement = MapPlacement(set: try reference.count("texCoord") ?? 0)
        guard let change = try reference.extension("KHR_texture_transform") else { return placement }
        if let set = try change.count("texCoord") { placement.set = set }
        if let offset = try change.numbers("offset", count: 2) {
            placement.offset = SIMD2(Float(offset[0]), Float(offset[1]))
        }
        if let scale = try change.numbers("scale", count: 2) {
            placement.scale = SIMD2(Float(scale[0]), Float(scale[1]))
        }
        placement.rotation = Float(try change.number("rotation") ?? 0)
        return placement
    }
}
