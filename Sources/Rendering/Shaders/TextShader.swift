/// Letters from a texture of distances, and the rounded panels behind them.
///
/// C. Green, "Improved alpha-tested magnification for vector textures and special effects", 2007.
enum TextShader {
    static let vertex: StaticString = """
        layout(location = 0) in vec4 origin;
        layout(location = 1) in vec4 right;
        layout(location = 2) in vec4 up;
        layout(location = 3) in vec4 rectangle;
        layout(location = 4) in vec4 color;
        out vec2 coordinate;
        flat out vec4 itsColor;
        flat out vec4 panel;

        void main() {
            vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
            bool isPanel = origin.w > 0.5;
            if (isPanel) {
                // A pixel more on every side, for the edge to fade out.
                float pixel = max((clipFromWorld * vec4(origin.xyz, 1.0)).w, 0.0) / eye.w;
                corner += (corner * 2.0 - 1.0) * pixel / vec2(length(right.xyz), length(up.xyz));
            }
            vec3 position = origin.xyz + right.xyz * corner.x + up.xyz * corner.y;
            coordinate = isPanel ? (corner * 2.0 - 1.0) * rectangle.xy : mix(rectangle.xy, rectangle.zw, corner);
            panel = isPanel ? vec4(rectangle.xyz, 1.0) : vec4(0.0);
            itsColor = color;
            gl_Position = clipFromWorld * vec4(position, 1.0);
        }
        """

    static let fragment: StaticString = """
        in vec2 coordinate;
        flat in vec4 itsColor;
        flat in vec4 panel;
        uniform sampler2D letters;
        out vec4 result;

        void main() {
            // Both distances grow inwards.
            vec2 corner = abs(coordinate) - panel.xy + panel.z;
            float toPanel = panel.z - length(max(corner, 0.0)) - min(max(corner.x, corner.y), 0.0);
            float toLetter = texture(letters, coordinate).r - 0.5;
            float distance = panel.w > 0.5 ? toPanel : toLetter;
            float opacity = clamp(distance / max(fwidth(distance), 1e-5) + 0.5, 0.0, 1.0) * itsColor.a;
            if (opacity < 0.004) discard;
            result = vec4(itsColor.rgb * opacity, opacity);
        }
        """
}
