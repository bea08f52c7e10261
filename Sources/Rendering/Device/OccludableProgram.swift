/// A program in two forms: one that draws all, and one that hides what lies behind the surface in the texture of
/// `OcclusionPass`.
struct OccludableProgram {
    private let vertex: [StaticString]
    private let fragment: [StaticString]
    private let samplers: [(StaticString, Int32)]
    private let plain: ShaderProgram
    /// Made when it is first used.
    private var occluded: ShaderProgram?

    /// The pieces of both shaders without the header `FrameShader.header` and without `OcclusionShader`'s own.
    init(
        vertex: [StaticString],
        fragment: [StaticString],
        samplers: [(StaticString, Int32)] = []
    ) throws(RenderingError) {
        self.vertex = [FrameShader.header] + vertex
        self.fragment = [OcclusionShader.visible] + fragment
        self.samplers = samplers + [("surroundings", OcclusionPass.unit)]
        plain = try ShaderProgram(
            vertex: self.vertex,
            fragment: [FrameShader.header] + self.fragment,
            samplers: self.samplers
        )
    }

    mutating func use(isOccluded: Bool) throws(RenderingError) {
        guard isOccluded else { return plain.use() }
        let program: ShaderProgram
        if let occluded {
            program = occluded
        } else {
            program = try ShaderProgram(
                vertex: vertex,
                fragment: [FrameShader.header, OcclusionShader.isWanted] + fragment,
                samplers: samplers
            )
            occluded = program
        }
        program.use()
    }
}
