/// The pieces that all shaders begin with.
enum FrameShader {
    static let header: StaticString = """
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2DShadow;
        layout(std140) uniform Frame {
            mat4 clipFromWorld;
            mat4 shadowFromWorld;
            vec4 eye;
            vec4 towardsLight;
            vec4 lightColor;
            vec4 skyColor;
            vec4 groundColor;
            vec4 view;
            vec4 shadowShape;
            vec4 clipDepth;
        };

        """

    /// The sRGB curve both ways, by polynomials; the largest error is 0.4 of an 8-bit step.
    static let color: StaticString = """
        vec3 linearOf(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
        vec3 encoded(vec3 c) {
            // A soft shoulder keeps highlights from clipping hard.
            vec3 over = max(c - 0.8, 0.0);
            c = min(c, 0.8) + over / (1.0 + over * 2.2);
            vec3 a = sqrt(max(c, 0.0));
            vec3 b = sqrt(a);
            vec3 d = sqrt(b);
            return clamp(0.662002687 * a + 0.684122060 * b - 0.323583601 * d - 0.0225411470 * c, 0.0, 1.0);
        }

        """
}
