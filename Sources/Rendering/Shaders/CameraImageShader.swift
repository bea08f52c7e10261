/// The camera's image behind everything.
enum CameraImageShader {
    static let vertex: StaticString = """
        layout(location = 0) in vec2 position;
        layout(location = 1) in vec2 coordinate;
        out vec2 mapCoordinate;
        void main() {
            mapCoordinate = coordinate;
            gl_Position = vec4(position, 1.0, 1.0);
        }
        """

    static let colorFragment: StaticString = """
        in vec2 mapCoordinate;
        uniform sampler2D cameraImage;
        out vec4 result;
        void main() { result = vec4(texture(cameraImage, mapCoordinate).rgb, 1.0); }
        """

    static let grayFragment: StaticString = """
        in vec2 mapCoordinate;
        uniform sampler2D cameraImage;
        out vec4 result;
        void main() { result = vec4(texture(cameraImage, mapCoordinate).rrr, 1.0); }
        """
}
