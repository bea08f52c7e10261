"""Images of codes with known corners: a code drawn on paper, seen through a random homography, with one kind of trouble."""
import cv2
import numpy as np
import segno

KINDS = ["clean", "turned", "perspective", "small", "blur", "noise", "contrast", "glare", "shadow", "hidden", "lens", "inverted", "mirrored",
         "large"]
TAG_KINDS = ["clean", "turned", "perspective", "small", "blur", "noise", "contrast", "glare", "shadow", "hidden"]
WIDTH, HEIGHT = 640, 480


def text_of(random, version):
    """Text of a length that suits a version, in one of the modes."""
    kind = random.integers(4)
    count = int(random.integers(4, 8 + 4 * version))
    if kind == 0:
        return "".join(random.choice(list("0123456789"), 2 * count))
    if kind == 1:
        return "".join(random.choice(list("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"), count)).strip() or "A"
    if kind == 2:
        return "https://example.org/" + "".join(random.choice(list("abcdefghijklmnopqrstuvwxyz0123456789-_"), count))
    return "".join(random.choice(list("äöüßéèñçøå абвгд 漢字"), max(1, count // 3))).strip() or "ä"


def qr_modules(random, kind):
    """The modules of a random QR code, 1 for dark, and its text."""
    while True:
        version = int(random.integers(11, 41)) if kind == "large" else int(random.integers(1, 11))
        text = text_of(random, version)
        level = str(random.choice(list("LMQH")))
        try:
            # Bytes are UTF-8: what a peer makes of other encodings is not what is compared.
            code = segno.make(text, version=version, error=level, micro=False, boost_error=False, encoding=None if text.isascii() else "utf-8")
        except segno.DataOverflowError:
            continue
        return np.array([list(row) for row in code.matrix], dtype=np.uint8), text


def tag_modules(random):
    """The 8 by 8 modules of a random AprilTag, 1 for dark, and its number."""
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    number = int(random.integers(587))
    # OpenCV shows these tags upside down.
    return np.rot90(1 - tags.generateImageMarker(number, 8, borderBits=1) // 255, 2), number


def smooth_ground(random):
    """A ground of soft spots and a few straight edges, as a room or a desk gives."""
    ground = cv2.resize(random.uniform(40, 200, (6, 8)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(random.integers(2, 7))):
        points = random.uniform(0, 1, (4, 2)) * [WIDTH, HEIGHT]
        cv2.fillConvexPoly(ground, cv2.convexHull(points.astype(np.int32)), float(random.uniform(20, 230)))
    return ground


def view_of(random, kind, count, margin):
    """A homography from modules to pixels."""
    turn = random.uniform(-np.pi, np.pi) if kind != "clean" else random.uniform(-.1, .1)
    pitch = {"small": random.uniform(1.8, 2.6), "large": random.uniform(2.6, 3.4)}.get(kind) or random.uniform(3, 9)
    pitch = min(pitch, 0.86 * HEIGHT / (count + 2 * margin) / (1.0 if kind == "clean" else 1.4 if kind == "large" else 1.15))
    tilt = random.uniform(.6, 1.05) if kind == "perspective" else random.uniform(0, .35) if kind != "clean" else 0
    axis = random.uniform(-np.pi, np.pi)
    rotation = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * tilt)[0] @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
    focal = 600.0
    distance = focal / pitch
    to_middle = np.array([[1, 0, -count / 2], [0, 1, -count / 2], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]]) @ to_middle
    homography = np.array([[focal, 0, 0], [0, focal, 0], [0, 0, 1]]) @ plane
    corners = np.array([[-margin, -margin], [count + margin, -margin], [count + margin, count + margin], [-margin, count + margin]], float)
    seen = apply(homography, corners)
    free_x, free_y = WIDTH - np.ptp(seen[:, 0]), HEIGHT - np.ptp(seen[:, 1])
    shift = np.array([-seen[:, 0].min() + random.uniform(0, 1) * max(free_x, 0), -seen[:, 1].min() + random.uniform(0, 1) * max(free_y, 0)])
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ homography


def apply(homography, points):
    p = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return p[:, :2] / p[:, 2:]


def bend(points, amount):
    """Where a lens with one radial coefficient shows points, and the way back by iteration."""
    middle, scale = np.array([WIDTH / 2, HEIGHT / 2]), HEIGHT / 2
    offset = (points - middle) / scale
    return middle + offset * (1 + amount * (offset ** 2).sum(-1, keepdims=True)) * scale


def draw(random, modules, kind, dark, light, margin, homography, amount):
    """The image, each pixel around the code the mean of 25 points; `amount` bends the lens."""
    image = smooth_ground(random)
    count, fine = len(modules), 5
    edge = np.linspace(-margin, count + margin, 50)
    low, high = np.full(50, -margin), np.full(50, count + margin)
    outline = apply(homography, np.column_stack([np.concatenate([edge, edge, low, high]), np.concatenate([low, high, edge, edge])]))
    outline = bend(outline, amount)
    left, top = np.clip(np.floor(outline.min(0)).astype(int) - 1, 0, [WIDTH, HEIGHT])
    right, bottom = np.clip(np.ceil(outline.max(0)).astype(int) + 1, 0, [WIDTH, HEIGHT])
    columns, rows = right - left, bottom - top
    points = np.stack(np.meshgrid(left + (np.arange(columns * fine) + .5) / fine, top + (np.arange(rows * fine) + .5) / fine), -1)
    if amount:
        target, points = points, points.copy()
        for _ in range(8):
            points = points + target - bend(points, amount)
    u, v, w = np.moveaxis(np.concatenate([points, np.ones_like(points[..., :1])], -1) @ np.linalg.inv(homography).T, -1, 0)
    u, v = u / w, v / w
    paper = (u >= -margin) & (v >= -margin) & (u < count + margin) & (v < count + margin) & (w > 0)
    inside = paper & (u >= 0) & (v >= 0) & (u < count) & (v < count)
    large = np.repeat(np.repeat(image[top:bottom, left:right], fine, 0), fine, 1)
    large[paper] = light
    hit = inside.copy()
    hit[inside] = modules[v[inside].astype(int), u[inside].astype(int)] == 1
    large[hit] = dark
    image[top:bottom, left:right] = large.reshape(rows, fine, columns, fine).mean((1, 3))
    return image


def trouble(random, picture, kind, homography, count):
    """Adds the kind's trouble, then a little blur and noise."""
    blur, noise = 0.5, 2.0
    pitch = np.sqrt(abs(np.linalg.det(np.array([apply(homography, np.array([[count / 2 + dx, count / 2 + dy]]))[0] for dx, dy in ((1, 0), (0, 1))])
                                      - apply(homography, np.array([[count / 2, count / 2]])))))
    if kind == "blur":
        blur = random.uniform(.45, .8) * pitch
    if kind == "noise":
        noise = random.uniform(15, 30)
    if kind == "glare":
        place = apply(homography, random.uniform(0, count, (1, 2)))[0]
        xs, ys = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
        radius = random.uniform(2, 6) * pitch
        picture = picture + 220 * np.exp(-((xs - place[0]) ** 2 + (ys - place[1]) ** 2) / (2 * radius ** 2))
    if kind == "shadow":
        place = apply(homography, random.uniform(0, count, (1, 2)))[0]
        angle = random.uniform(-np.pi, np.pi)
        xs, ys = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
        side = (xs - place[0]) * np.cos(angle) + (ys - place[1]) * np.sin(angle)
        picture = picture * (0.3 + 0.7 / (1 + np.exp(-side / random.uniform(1, 12))))
    picture = cv2.GaussianBlur(np.clip(picture, 0, 255), (0, 0), blur)
    return np.clip(picture + random.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def picture(seed, kind, family):
    """An image, what it says, its corners in pixels from the code's top left, clockwise, and how many modules it has."""
    random = np.random.default_rng([seed, (KINDS + ["tags"]).index(kind), 0 if family == "qr" else 1])
    modules, says = qr_modules(random, kind) if family == "qr" else tag_modules(random)
    count = len(modules)
    margin = 4 if family == "qr" else 1.5
    shown = modules.T if kind == "mirrored" else modules
    dark, light = random.uniform(10, 50), random.uniform(190, 245)
    if kind == "contrast":
        dark = random.uniform(80, 130)
        light = dark + random.uniform(22, 40)
    if kind == "inverted":
        dark, light = light, dark
    homography = view_of(random, kind, count, margin)
    amount = random.uniform(-.16, -.06) if kind == "lens" else 0
    if kind == "hidden":
        shown = hide(random, shown, family)
    image = draw(random, shown, kind, dark, light, margin, homography, amount)
    image = trouble(random, image, kind, homography, count)
    corners = apply(homography, np.array([[0, 0], [count, 0], [count, count], [0, count]], float))
    if kind == "mirrored":
        corners = corners[[0, 3, 2, 1]]
    return image, says, bend(corners, amount) if amount else corners, count


def hide(random, modules, family):
    """Covers a piece of the code: of a QR code some of its data, of a tag a corner of its inner bits."""
    shown = modules.copy()
    count = len(modules)
    if family == "qr":
        side = max(2, int(count * random.uniform(.08, .16)))
        x, y = random.integers(9, count - side, 2)
        shown[y:y + side, x:x + side] = random.integers(2)
    else:
        x, y = random.integers(1, 7, 2)
        shown[y, x] ^= 1
    return shown
