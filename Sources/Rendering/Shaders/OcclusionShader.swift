/// How much of a virtual thing the surroundings leave visible.
enum OcclusionShader {
    /// Switches the use on in a shader.
    static let isWanted: StaticString = "#define OCCLUSION\n"

    /// Compares a fragment with the four nearest cells of `OcclusionGrid`: between two cells that differ the edge is as
    /// soft as a cell is wide.
    static let visible: StaticString = """
        #ifdef OCCLUSION
        uniform sampler2D surroundings;
        float hiddenByCell(ivec2 cell, float depth) {
            vec4 code = texelFetch(surroundings, clamp(cell, ivec2(0), textureSize(surroundings, 0) - 1), 0) * 255.0;
            float inverseDepth = (code.r * 256.0 + code.g) / 6553.5;
            float margin = max(code.b, 1.0) / 1020.0;
            return inverseDepth > 0.0 ? smoothstep(margin, 2.0 * margin, depth * inverseDepth - 1.0) : 0.0;
        }
        float visibleShare() {
            float depth = clipDepth.y / (clipDepth.x - (gl_FragCoord.z * 2.0 - 1.0));
            vec2 place = vec2(gl_FragCoord.x, view.y - gl_FragCoord.y) * view.zw * vec2(textureSize(surroundings, 0)) - 0.5;
            ivec2 cell = ivec2(floor(place));
            vec2 part = place - vec2(cell);
            float above = mix(hiddenByCell(cell, depth), hiddenByCell(cell + ivec2(1, 0), depth), part.x);
            float below = mix(hiddenByCell(cell + ivec2(0, 1), depth), hiddenByCell(cell + ivec2(1, 1), depth), part.x);
            return 1.0 - mix(above, below, part.y);
        }
        #endif

        """
}
