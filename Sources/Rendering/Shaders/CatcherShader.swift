/// The shadow on a real surface: worked out once over the surface as the light sees it, then laid on the picture.
///
/// A core with a soft edge inside a wide, faint one, as a large window throws it.
enum CatcherShader {
    static let mapVertex: StaticString = """
        layout(location = 0) in vec4 cell;
        layout(location = 1) in vec4 plane;
        out vec2 place;
        flat out vec4 itsPlane;
        void main() {
            place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
            itsPlane = plane;
            gl_Position = vec4((cell.xy + place * cell.z) * 2.0 - 1.0, 0.0, 1.0);
        }
        """

    static let mapFragment: StaticString = """
        in vec2 place;
        flat in vec4 itsPlane;
        out vec4 result;
        void main() {
            vec3 point = vec3(place, dot(itsPlane.xyz, vec3(place, 1.0)));
            int rounds = point.z > 0.0 ? 1 : 0;
            float core = covered(point, max(0.035 * shadowShape.y, shadowShape.x), 6 * rounds);
            float wide = covered(point, max(0.16 * shadowShape.y, shadowShape.x), 10 * rounds);
            result = vec4(0.45 * core + 0.55 * wide);
        }
        """

    static let fragment: StaticString = """
        in vec3 worldPosition;
        in vec3 worldNormal;
        in vec2 metres;
        flat in vec4 itsColor;
        flat in vec4 itsSurface;
        flat in vec2 halfSize;
        uniform sampler2D occlusion;
        out vec4 result;
        void main() {
            vec2 place = (shadowFromWorld * vec4(worldPosition, 1.0)).xy;
            bool isInside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
            float dark = texture(occlusion, itsSurface.xy + place * itsSurface.z).r;
            float edge = 1.0 - smoothstep(0.8, 1.0, max(abs(metres.x) / halfSize.x, abs(metres.y) / halfSize.y));
            float opacity = isInside ? itsColor.a * dark * towardsLight.w * edge : 0.0;
            if (opacity < 0.004) discard;
            result = vec4(0.0, 0.0, 0.0, opacity);
        }
        """
}
