import Geometry
import Rendering

extension EngineSession {
    /// The place in the camera's picture, (0, 0) top left, (1, 1) bottom right, that the view shows at a place; without a view the same place.
    func picturePlace(_ place: Vector2) -> Vector2 {
        guard let viewpoint = view?.viewpoint else { return place }
        return viewpoint.picturePixel(ofView: place) / viewpoint.lens.sizePixels
    }
}
