import Geometry

extension Scene {
    /// The scene as a binary glTF 2.0 file: nodes, shapes as triangles, materials with their maps, lights.
    ///
    /// Text, hidden nodes, occluders and shadow catchers are left out, since they only make sense over a camera's picture; Blinn's
    /// materials become rough ones. Extensions: KHR_lights_punctual, KHR_materials_unlit, KHR_texture_transform.
    public func binaryGLTF() -> [UInt8] {
        GLTFExport(self).file()
    }
}
