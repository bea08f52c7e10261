/// The camera's picture behind everything.
enum CameraImageShader {
    static let vertex: StaticString = """
        layout(location = 0) in vec2 place;
        layout(location = 1) in vec2 coordinate;
        out vec2 mapPlace;
        void main() {
            mapPlace = coordinate;
            gl_Position = vec4(place, 1.0, 1.0);
        }
        """

    static let colorFragment: StaticString = """
        in vec2 mapPlace;
        uniform sampler2D picture;
        out vec4 result;
        void main() { result = vec4(texture(picture, mapPlace).rgb, 1.0); }
        """

    static let grayFragment: StaticString = """
        in vec2 mapPlace;
        uniform sampler2D picture;
        out vec4 result;
        void main() { result = vec4(texture(picture, mapPlace).rrr, 1.0); }
        """
}
