/// The shadow on a real surface: computed once on the surface in the light's view, then drawn over the image.
///
/// A core with a soft edge inside a wide, faint one, as a large window throws it.
enum ShadowCatcherShader {
    static let mapVertex: StaticString = """
        layout(location = 0) in vec4 cell;
        layout(location = 1) in vec4 plane;
        out vec2 corner;
        flat out vec4 itsPlane;
        void main() {
            corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
            itsPlane = plane;
            gl_Position = vec4((cell.xy + corner * cell.z) * 2.0 - 1.0, 0.0, 1.0);
        }
        """

    static let mapFragment: StaticString = """
        in vec2 corner;
        flat in vec4 itsPlane;
        out vec4 result;
        void main() {
            vec3 point = vec3(corner, dot(itsPlane.xyz, vec3(corner, 1.0)));
            int rounds = point.z > 0.0 ? 1 : 0;
            float core = covered(point, max(0.035 * shadowShape.y, shadowShape.x), 6 * rounds);
            float wide = covered(point, max(0.16 * shadowShape.y, shadowShape.x), 10 * rounds);
            result = vec4(0.45 * core + 0.55 * wide);
        }
        """

    /// All that is linear over the surface is worked out at its corners.
    static let vertex: StaticString = """
        layout(location = 0) in vec3 anchor;
        layout(location = 1) in vec3 offset;
        layout(location = 4) in vec4 row0;
        layout(location = 5) in vec4 row1;
        layout(location = 6) in vec4 row2;
        layout(location = 7) in vec4 extent;
        layout(location = 8) in vec4 color;
        layout(location = 9) in vec4 surface;
        out vec4 coordinates;
        flat out vec4 itsCell;
        void main() {
            vec4 pointInNode = vec4(anchor * extent.xyz + offset * extent.w, 1.0);
            vec4 worldPosition = vec4(dot(row0, pointInNode), dot(row1, pointInNode), dot(row2, pointInNode), 1.0);
            // In the shadow map, and from the middle to the edges, where meshes have none to fade towards.
            coordinates = vec4((shadowFromWorld * worldPosition).xy, extent.w < 0.0 ? vec2(0.0) : pointInNode.xz / extent.xz);
            itsCell = vec4(surface.xyz, color.a * towardsLight.w);
            gl_Position = clipFromWorld * worldPosition;
        }
        """

    static let fragment: StaticString = """
        in vec4 coordinates;
        flat in vec4 itsCell;
        uniform sampler2D shadows;
        out vec4 result;
        void main() {
            bool isInside = clamp(coordinates.xy, 0.0, 1.0) == coordinates.xy;
            float dark = texture(shadows, itsCell.xy + coordinates.xy * itsCell.z).r;
            float edge = 1.0 - smoothstep(0.8, 1.0, max(abs(coordinates.z), abs(coordinates.w)));
            float opacity = isInside ? itsCell.w * dark * edge : 0.0;
        #ifdef OCCLUSION
            opacity *= visibleShare();
        #endif
            if (opacity < 0.004) discard;
            result = vec4(0.0, 0.0, 0.0, opacity);
        }
        """
}
