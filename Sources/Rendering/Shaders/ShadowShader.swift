import RealModule

/// How much of the light reaches a point.
///
/// Percentage-closer filtering (W. Reeves et al., "Rendering antialiased shadows with depth maps", 1987) on a spiral of
/// samples (H. Vogel, "A better way to construct the sunflower head", 1979), from a map coarse enough that few samples
/// leave no steps; without noise and without a search for what is in the way, both of which a still image shows.
enum ShadowShader {
    /// The size of the map, counted down from the whole, that an edge is read from whose radius is so many of its
    /// pixels.
    static func level(ofPixels pixels: Double) -> Double { min(max(Double.log2(max(pixels, 1)) - 0.6, 0), 2) }

    /// The radii that edges are read with, as parts of their spread: on things, and on real surfaces the core and the
    /// wide edge.
    static let radii = [0.06, 0.035, 0.16]

    static let covered: StaticString = """
        uniform highp sampler2DShadow shadowMap;

        // The part of the samples within a radius that is covered.
        float covered(vec3 pointInMap, float radius, int rounds) {
            const mat2 golden = mat2(-0.737368878, 0.675490294, -0.675490294, -0.737368878);
            float level = floor(clamp(log2(radius / shadowShape.x) - 0.6, 0.0, 2.0));
            float depth = min(pointInMap.z, 0.9999) - 0.0006 * exp2(level);
            vec2 spoke = vec2(1.0, 0.0);
            float count = float(rounds);
            float sum = 0.0;
            for (int i = 0; i < rounds; i++) {
                vec2 at = pointInMap.xy + spoke * (radius * sqrt((float(i) + 0.5) / count));
                sum += 1.0 - textureLod(shadowMap, vec3(at, depth), level);
                spoke = golden * spoke;
            }
            return rounds > 0 ? sum / count : 0.0;
        }

        """

    /// On the things themselves: one soft edge.
    static let light: StaticString = """
        uniform highp sampler2DShadow shadowMap;
        const mat2 golden = mat2(-0.737368878, 0.675490294, -0.675490294, -0.737368878);

        float lightReaching(vec3 position, vec3 normal) {
            vec3 pointInMap = (shadowFromWorld * vec4(position + normal * shadowShape.x * shadowShape.w * 3.0, 1.0)).xyz;
            bool isLit = dot(normal, towardsLight.xyz) > 0.0;
            // A loop of zero rounds is the cheap way out; the size to read is the only one bound, which software reads
            // faster.
            int rounds = lightColor.w > 0.0 && isLit ? 5 : 0;
            float radius = max(0.06 * shadowShape.y, shadowShape.x);
            float depth = min(pointInMap.z, 0.9999) - 0.0006 * exp2(clipDepth.z);
            vec2 spoke = vec2(radius, 0.0);
            float sum = 0.0;
            for (int i = 0; i < rounds; i++) {
                vec2 at = pointInMap.xy + spoke * sqrt((float(i) + 0.5) * 0.2);
                sum += textureLod(shadowMap, vec3(at, depth), 0.0);
                spoke = golden * spoke;
            }
            return rounds > 0 ? sum * 0.2 : 1.0;
        }

        """
}
