/// Shapes of triangles: all of one shape and one set of maps in one draw call.
enum MeshShader {
    static let vertex: StaticString = """
        layout(location = 0) in vec3 anchor;
        layout(location = 1) in vec3 offset;
        layout(location = 2) in vec3 normal;
        layout(location = 3) in vec2 coordinate;
        layout(location = 4) in vec4 row0;
        layout(location = 5) in vec4 row1;
        layout(location = 6) in vec4 row2;
        layout(location = 7) in vec4 extent;
        layout(location = 8) in vec4 color;
        layout(location = 9) in vec4 surface;
        layout(location = 10) in vec4 pattern;
        out vec3 worldPosition;
        out vec3 worldNormal;
        out vec2 mapCoordinate;
        out vec2 metres;
        flat out vec4 itsColor;
        flat out vec4 itsSurface;
        flat out vec4 itsPattern;
        flat out vec2 halfSize;

        void main() {
            vec4 pointInNode = vec4(anchor * extent.xyz + offset * extent.w, 1.0);
            worldPosition = vec3(dot(row0, pointInNode), dot(row1, pointInNode), dot(row2, pointInNode));
            // Normals go by the cofactors, which a scale that differs along the axes needs.
            worldNormal = vec3(dot(cross(row1.xyz, row2.xyz), normal), dot(cross(row2.xyz, row0.xyz), normal),
                dot(cross(row0.xyz, row1.xyz), normal));
            vec2 scale = vec2(length(vec3(row0.x, row1.x, row2.x)), length(vec3(row0.z, row1.z, row2.z)));
            metres = pointInNode.xz * scale;
            // Meshes have no edge to fade towards.
            halfSize = extent.w < 0.0 ? vec2(1e6) : extent.xz * scale;
            mapCoordinate = coordinate * surface.zw;
            itsColor = color;
            itsSurface = surface;
            itsPattern = pattern;
            gl_Position = MATRIX * vec4(worldPosition, 1.0);
        }
        """

    static let toCamera: StaticString = "#define MATRIX clipFromWorld\n"
    /// The shadow map's coordinates run 0…1, clip space runs −1…1.
    static let toLight: StaticString = """
        #define MATRIX (mat4(2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, -1.0, -1.0, -1.0, 1.0) * shadowFromWorld)

        """

    static let depthFragment: StaticString = """
        out vec4 result;
        void main() { result = vec4(1.0); }
        """

    static let withDiffuseMap: StaticString = "#define DIFFUSE_MAP\n"
    static let withNormalMap: StaticString = "#define NORMAL_MAP\n"
    static let withSpecularMap: StaticString = "#define SPECULAR_MAP\n"
    static let withMirror: StaticString = "#define MIRROR\n"
    static let withSeeThrough: StaticString = "#define SEE_THROUGH\n"

    static let withConstantColor: StaticString = "#define CONSTANT_COLOR\n"
    static let withBlinnLight: StaticString = "#define BLINN_LIGHT\n"

    static let inputs: StaticString = """
        in vec3 worldPosition;
        in vec3 worldNormal;
        in vec2 mapCoordinate;
        in vec2 metres;
        flat in vec4 itsColor;
        flat in vec4 itsSurface;
        flat in vec4 itsPattern;
        flat in vec2 halfSize;
        uniform sampler2D diffuseMap;
        uniform sampler2D normalMap;
        uniform sampler2D specularMap;
        out vec4 result;

        """

    static let patterns: StaticString = """
        float gridAt(vec2 point, float spacing, float width) {
            vec2 pixel = fwidth(point);
            vec2 distance = abs(fract(point / spacing - 0.5) - 0.5) * spacing;
            vec2 drawn = max(vec2(width), pixel * 1.2);
            vec2 lines = clamp((drawn * 0.5 - distance) / pixel + 0.5, 0.0, 1.0) * min(vec2(1.0), width * 1.5 / drawn + 0.25);
            // Far away, where the lines would flicker, their mean is drawn.
            lines = mix(lines, vec2(width / spacing), clamp(pixel / spacing * 2.0 - 0.4, 0.0, 1.0));
            return max(lines.x, lines.y);
        }
        float dotsAt(vec2 point, float spacing, float diameter) {
            vec2 cell = (fract(point / spacing) - 0.5) * spacing;
            float pixel = max(fwidth(point.x), fwidth(point.y));
            float dots = clamp((diameter * 0.5 - length(cell)) / pixel + 0.5, 0.0, 1.0);
            return mix(dots, 0.785 * diameter * diameter / (spacing * spacing), clamp(pixel / spacing * 2.0 - 0.4, 0.0, 1.0));
        }
        float ringAt(vec2 point, float width) {
            float radius = min(halfSize.x, halfSize.y);
            float pixel = max(fwidth(point.x), fwidth(point.y));
            float half_ = radius * width * 0.5;
            return clamp((half_ - abs(length(point) - radius + half_)) / pixel + 0.5, 0.0, 1.0);
        }
        float patternOpacity() {
            float edge = 1.0 - smoothstep(0.55, 1.0, max(abs(metres.x) / halfSize.x, abs(metres.y) / halfSize.y));
            if (itsPattern.x < 1.5) return (0.10 + 0.90 * gridAt(metres, itsPattern.y, itsPattern.z)) * edge;
            if (itsPattern.x < 2.5) return dotsAt(metres, itsPattern.y, itsPattern.z) * edge;
            return ringAt(metres, itsPattern.y);
        }

        """

    static let normals: StaticString = """
        vec3 surfaceNormal() {
            vec3 n = normalize(worldNormal) * (gl_FrontFacing ? 1.0 : -1.0);
        #ifdef NORMAL_MAP
            // C. Schüler, "Normal mapping without precomputed tangents", ShaderX 5, 2006.
            vec3 dp1 = dFdx(worldPosition), dp2 = dFdy(worldPosition);
            vec2 duv1 = dFdx(mapCoordinate), duv2 = dFdy(mapCoordinate);
            vec3 across1 = cross(dp2, n), across2 = cross(n, dp1);
            vec3 tangent = across1 * duv1.x + across2 * duv2.x;
            vec3 bitangent = across1 * duv1.y + across2 * duv2.y;
            float longest = inversesqrt(max(max(dot(tangent, tangent), dot(bitangent, bitangent)), 1e-20));
            vec3 bent = texture(normalMap, mapCoordinate).xyz * 2.0 - 1.0;
            // The map's rows run down, its normals' y runs up.
            n = normalize(tangent * longest * bent.x - bitangent * longest * bent.y + n * bent.z);
        #endif
            return n;
        }

        """

    /// The room as a shiny surface sees it: light sky, dark ground, and the window.
    static let lighting: StaticString = """
        vec3 ambientAt(vec3 n) { return mix(groundColor.rgb, skyColor.rgb, n.y * 0.5 + 0.5); }
        vec3 roomAt(vec3 direction, float roughness) {
        #ifndef MIRROR
            return ambientAt(direction) * 1.3;
        #endif
            float blur = 0.04 + roughness * 0.5;
            // A ceiling that darkens upwards, a floor that darkens towards one's feet, a bright line of walls between.
            vec3 sky = skyColor.rgb * (2.0 - 0.95 * clamp(direction.y, 0.0, 1.0));
            vec3 floor_ = groundColor.rgb * (0.95 + 0.75 * clamp(direction.y, -1.0, 0.0));
            vec3 room = mix(floor_, sky, smoothstep(-blur, blur, direction.y + 0.02));
            vec3 side = normalize(cross(towardsLight.xyz, vec3(0.31, 0.05, -0.95)));
            vec3 across = cross(side, towardsLight.xyz);
            // The window, a rectangle of light with soft edges, and a smaller one behind.
            vec2 point = vec2(dot(direction, side), dot(direction, across)) / max(dot(direction, towardsLight.xyz), 0.05);
            vec2 edge = smoothstep(vec2(0.42 + blur), vec2(0.42 - blur * 0.6), abs(point));
            float facing = step(0.05, dot(direction, towardsLight.xyz));
            float lamp = smoothstep(0.86 - blur * 0.5, 0.93, dot(direction, normalize(vec3(-towardsLight.x, 0.45, -towardsLight.z))));
            return room + lightColor.rgb * (edge.x * edge.y * facing * (1.5 - roughness) + lamp * 0.35 * (1.0 - roughness));
        }
        vec3 shaded(vec3 base, vec3 n, float lit) {
            vec3 toEye = normalize(eye.xyz - worldPosition);
            float nl = max(dot(n, towardsLight.xyz), 0.0);
            vec3 halfway = normalize(toEye + towardsLight.xyz);
            float nh = max(dot(n, halfway), 0.0);
            vec3 received = ambientAt(n) + lightColor.rgb * nl * lit;
        #ifdef BLINN_LIGHT
            float strength = itsSurface.y;
        #ifdef SPECULAR_MAP
            strength *= texture(specularMap, mapCoordinate).r;
        #endif
            return base * received + lightColor.rgb * lit * nl * strength * pow(nh, itsSurface.x);
        #else
            float roughness = itsSurface.x, metalness = itsSurface.y;
        #ifdef SPECULAR_MAP
            vec3 sampled = texture(specularMap, mapCoordinate).rgb;
            roughness *= sampled.g;
            metalness *= sampled.b;
        #endif
            roughness = clamp(roughness, 0.05, 1.0);
            float nv = max(dot(n, toEye), 0.001);
            vec3 f0 = mix(vec3(0.04), base, metalness);
            float a2 = roughness * roughness * roughness * roughness;
            float d = nh * nh * (a2 - 1.0) + 1.0;
            float visible = 0.25 / mix(nl * nv, 1.0, 0.25 + roughness * 0.5);
            float vh = max(dot(toEye, halfway), 0.0);
            float left = 1.0 - vh;
            vec3 fresnel = f0 + (1.0 - f0) * (left * left * left * left * left);
            vec3 highlight = fresnel * min(a2 / (3.14159265 * d * d) * visible, 6.0) * lightColor.rgb * nl * lit;
            // B. Karis, "Physically based shading on mobile", 2014.
            vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
            float a004 = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
            vec2 scaleAndBias = vec2(-1.04, 1.04) * a004 + r.zw;
            vec3 mirror = roomAt(reflect(-toEye, n), roughness) * (f0 * scaleAndBias.x + scaleAndBias.y);
            return base * (1.0 - metalness) * received + highlight + mirror;
        #endif
        }

        """

    static let fragment: StaticString = """
        void main() {
            vec3 base = itsColor.rgb;
            float opacity = itsColor.a;
        #ifdef DIFFUSE_MAP
            vec4 map = texture(diffuseMap, mapCoordinate);
            base *= linearOf(map.rgb);
            opacity *= map.a;
        #endif
        #ifdef SEE_THROUGH
            if (itsPattern.x > 0.5) opacity *= patternOpacity();
            if (opacity < 0.004) discard;
        #endif
        #ifdef OCCLUSION
            opacity *= visibleShare();
            if (opacity < 0.004) discard;
        #endif
        #ifdef CONSTANT_COLOR
            vec3 color = constantEncoded(base);
        #else
            vec3 n = surfaceNormal();
            vec3 color = encoded(shaded(base, n, mix(1.0, lightReaching(worldPosition, n), towardsLight.w)));
        #endif
            result = vec4(color * opacity, opacity);
        }
        """

    /// Colours that light does not change keep their exact value.
    static let constantColor: StaticString = """
        vec3 constantEncoded(vec3 c) {
            vec3 a = sqrt(max(c, 0.0));
            vec3 b = sqrt(a);
            vec3 d = sqrt(b);
            return clamp(0.662002687 * a + 0.684122060 * b - 0.323583601 * d - 0.0225411470 * c, 0.0, 1.0);
        }

        """
}
