/// Lines with round ends and joints: each piece is a rectangle that faces the camera and is cut round in the fragment
/// shader.
enum LineShader {
    static let vertex: StaticString = """
        layout(location = 0) in vec4 before;
        layout(location = 1) in vec4 start;
        layout(location = 2) in vec4 end;
        layout(location = 3) in vec4 after;
        layout(location = 4) in vec4 color;
        layout(location = 5) in vec3 style;
        flat out vec2 from;
        flat out vec2 to;
        flat out vec4 radii;
        flat out vec4 joints;
        flat out vec4 itsColor;
        flat out vec4 itsStyle;

        vec2 screen(vec4 clip) { return clip.xy / clip.w * view.xy * 0.5; }
        vec2 towards(vec2 a, vec2 b) {
            vec2 d = b - a;
            float l = length(d);
            return l > 1e-4 ? d / l : vec2(0.0);
        }

        void main() {
            // A radius below zero marks a point that no piece starts or ends at; below −1.5 it still gives a joint's
            // direction.
            if (start.w < 0.0 || end.w < 0.0) {
                gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
                return;
            }
            vec4 a = clipFromWorld * vec4(start.xyz, 1.0);
            vec4 b = clipFromWorld * vec4(end.xyz, 1.0);
            const float nearest = 0.02;
            if (a.w < nearest && b.w < nearest) {
                gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
                return;
            }
            if (a.w < nearest) a = mix(a, b, (nearest - a.w) / (b.w - a.w));
            if (b.w < nearest) b = mix(b, a, (nearest - b.w) / (a.w - b.w));
            from = screen(a);
            to = screen(b);
            bool isInPixels = style.z > 1.75;
            float ra = isInPixels ? start.w : start.w * eye.w / a.w;
            float rb = isInPixels ? end.w : end.w * eye.w / b.w;
            radii = vec4(max(ra, 0.6), max(rb, 0.6), min(ra / 0.6, 1.0), min(rb / 0.6, 1.0));
            vec2 along = towards(from, to);
            joints = vec4(0.0);
            bool isBefore = before.w >= 0.0 || before.w < -1.5;
            bool isAfter = after.w >= 0.0 || after.w < -1.5;
            if (isBefore) joints.xy = along + towards(screen(clipFromWorld * vec4(before.xyz, 1.0)), from);
            if (isAfter) joints.zw = along + towards(to, screen(clipFromWorld * vec4(after.xyz, 1.0)));
            if (along == vec2(0.0)) along = vec2(1.0, 0.0);
            vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1) * 2.0 - 1.0);
            float reach = max(radii.x, radii.y) + 1.0;
            vec2 point = mix(from, to, corner.x) + along * (corner.x * 2.0 - 1.0) * reach
                + vec2(-along.y, along.x) * corner.y * reach;
            itsColor = color;
            itsStyle = vec4(style.x, style.y, fract(style.z), length(end.xyz - start.xyz));
            // The line lies before the surface it is drawn on by its own radius.
            vec4 shown = mix(a, b, corner.x);
            float radius = isInPixels ? 0.0 : max(start.w, end.w);
            float depth = max(shown.w - radius, nearest);
            gl_Position = vec4(point / (view.xy * 0.5), clipDepth.x - clipDepth.y / depth, 1.0);
        }
        """

    static let fragment: StaticString = """
        flat in vec2 from;
        flat in vec2 to;
        flat in vec4 radii;
        flat in vec4 joints;
        flat in vec4 itsColor;
        flat in vec4 itsStyle;
        out vec4 result;

        void main() {
            // Exactly the same for both pieces at a joint, so that none of its pixels is drawn twice or not at all.
            vec2 pixel = gl_FragCoord.xy - view.xy * 0.5;
            vec2 axis = to - from;
            float lengthSquared = max(dot(axis, axis), 1e-8);
            float part = dot(pixel - from, axis) / lengthSquared;
            float inside = clamp(part, 0.0, 1.0);
            float radius = mix(radii.x, radii.y, inside);
            float distance = length(pixel - from - axis * inside);
            if (itsStyle.y > 0.0) {
                // Dashes with round ends: the distance to the middle line of the nearest dash.
                float perMetre = sqrt(lengthSquared) / max(itsStyle.w, 1e-6);
                float along = fract((itsStyle.x + inside * itsStyle.w) / (2.0 * itsStyle.y)) * 2.0 * itsStyle.y;
                float half_ = max(itsStyle.y * 0.5 - radius / perMetre, 0.0);
                float gap = max(abs(along - itsStyle.y) - half_, 0.0) * perMetre;
                distance = length(vec2(distance, gap));
            }
            float opacity = clamp(radius - distance + 0.5, 0.0, 1.0) * mix(radii.z, radii.w, inside) * itsColor.a;
            // Where a line bends, each piece keeps to its side of the joint.
            bool isOfBefore = joints.xy != vec2(0.0) && dot(pixel - from, joints.xy) < 0.0;
            bool isOfAfter = joints.zw != vec2(0.0) && dot(pixel - to, joints.zw) >= 0.0;
            if (isOfBefore || isOfAfter) discard;
        #ifdef OCCLUSION
            opacity *= visibleShare();
        #endif
            if (opacity < 0.01) discard;
            float bent = min(distance / max(radius, 0.5), 1.0);
            float shade = mix(1.0, 0.72 + 0.34 * sqrt(1.0 - bent * bent * 0.96), itsStyle.z * 2.0);
            result = vec4(itsColor.rgb * shade * opacity, opacity);
        }
        """
}
