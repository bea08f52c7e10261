/// The lighting model of a material.
public enum LightingModel: Equatable, Sendable {
    /// Its own colour, independent of light: for signs and labels.
    case constant
    /// Lambert's diffuse and Blinn's highlight; `shininess` is the exponent, `specular` the highlight's strength in
    /// 0…1.
    ///
    /// J. Blinn, "Models of light reflection for computer synthesized pictures", 1977.
    case blinn(shininess: Double, specular: Double)
    /// A microfacet surface with roughness and metalness, both in 0…1.
    ///
    /// B. Walter et al., "Microfacet models for refraction through rough surfaces", 2007 (GGX).
    case physicallyBased(roughness: Double, metalness: Double)
}
