"""Sequences for trackers that nothing was tuned on: things pasted into panned photographs, hidden for a while, shaken and turned.

Every sequence follows from its seed. Seeds below 1000 were used while the tracker was written; `make bench-shapes` measures others.
"""
import cv2
import numpy as np

SIZE = (480, 360)


def thing(random, photos):
    """A colour patch of a photograph and its mask: an ellipse, a box or a blob."""
    photo = photos[random.integers(0, len(photos))]
    width, height = (int(v) for v in random.uniform(45, 100, 2))
    reach = int(max(width, height) * random.uniform(1, 2.5))
    y, x = (int(random.integers(0, max(1, n - reach))) for n in photo.shape[:2])
    patch = cv2.resize(photo[y:y + reach, x:x + reach], (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    if random.random() < 0.4:
        patch = np.clip((patch - patch.mean()) * random.uniform(1, 1.6) + random.uniform(70, 180, 3), 0, 255).astype(np.float32)
    mask = np.zeros((height, width), np.float32)
    kind = random.integers(0, 3)
    if kind == 0:
        cv2.ellipse(mask, (width // 2, height // 2), (width // 2 - 1, height // 2 - 1), 0, 0, 360, 1, -1, cv2.LINE_AA)
    elif kind == 1:
        mask[1:-1, 1:-1] = 1
    else:
        angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        radii = random.uniform(0.7, 1, 12)
        points = np.stack([np.cos(angles) * radii * width / 2 + width / 2, np.sin(angles) * radii * height / 2 + height / 2], 1)
        cv2.fillPoly(mask, [points.astype(np.int32)], 1, cv2.LINE_AA)
    return patch, mask


def smooth(random, count, scale, size):
    """A smooth random path of a given spread."""
    steps = np.cumsum(random.normal(0, 1, (count + 60, size)), 0)
    kernel = np.hanning(61)
    path = np.stack([np.convolve(steps[:, i], kernel / kernel.sum(), "valid") for i in range(size)], 1)
    path -= path[0]
    return path / max(1e-6, np.abs(path).max()) * scale


def sequence(seed, photos):
    """Colour images, boxes (x, y, width, height), and whether the thing shows in each."""
    random = np.random.default_rng(seed)
    count = int(random.integers(150, 320))
    patch, mask = thing(random, photos)
    height, width = mask.shape
    photo = photos[random.integers(0, len(photos))]
    factor = max(SIZE[0] / photo.shape[1], SIZE[1] / photo.shape[0]) * random.uniform(1.4, 2)
    ground = cv2.resize(photo, None, fx=factor, fy=factor).astype(np.float32)
    room = np.array([ground.shape[1] - SIZE[0], ground.shape[0] - SIZE[1]]) / 2 - 8
    pan = smooth(random, count, 1, 2) * room * random.uniform(0.2, 0.9) + room + 8 + random.normal(0, random.uniform(0, 2.5), (count, 2))
    reach = np.array(SIZE) / 2 - 60
    turn = smooth(random, count, random.uniform(0, 40), 1)[:, 0]
    scale = np.exp(smooth(random, count, random.uniform(0, 0.45), 1)[:, 0])
    light = 1 + smooth(random, count, random.uniform(0, 0.35), 1)[:, 0]
    hidden = np.zeros(count, bool)
    covers = []
    for _ in range(int(random.integers(1, 4))):
        start, length = int(random.integers(30, count - 50)), int(random.integers(10, 41))
        covers.append((start, length, random.uniform(20, 230, 3), random.random() < 0.5))
    # While it is hidden the thing moves on, at times far.
    pace = np.ones(count)
    for start, length, _, _ in covers:
        pace[start:start + length] = random.choice([1, 4, 8])
    way = smooth(random, int(pace.sum()) + 1, 1, 2) * reach + np.array(SIZE) / 2
    path = way[np.cumsum(pace).astype(int) - 1]
    pictures, boxes = [], []
    for i in range(count):
        origin = np.clip(pan[i], 0, 2 * room + 15)
        moved = cv2.warpAffine(ground, np.float32([[1, 0, -origin[0]], [0, 1, -origin[1]]]), SIZE, borderMode=cv2.BORDER_REFLECT)
        matrix = cv2.getRotationMatrix2D((width / 2 - .5, height / 2 - .5), turn[i], scale[i])
        matrix[:, 2] += path[i] - [width / 2, height / 2]
        weight = cv2.warpAffine(mask, matrix, SIZE)[..., None]
        gone = any(not is_board and start <= i < start + length for start, length, _, is_board in covers)
        shown = weight * (0 if gone else 1)
        picture = moved * (1 - shown) + cv2.warpAffine(patch, matrix, SIZE) * shown
        columns, rows = np.nonzero(weight[..., 0].max(0) > .5)[0], np.nonzero(weight[..., 0].max(1) > .5)[0]
        box = [columns[0], rows[0], columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]]
        for start, length, shade, is_board in covers:
            if not is_board:
                hidden[i] |= start <= i < start + length
            elif start - 8 <= i < start + length + 8:
                # A board comes from the left, covers the object and moves off to the right.
                away = -1 if i < start else 1 if i >= start + length else 0
                part = (start - i) / 8 if away < 0 else (i - start - length + 1) / 8 if away > 0 else 0
                side = 1.5 * max(box[2], box[3])
                middle = path[i] + [away * part * side * 1.3, 0]
                low, high = (middle - side / 2).astype(int), (middle + side / 2).astype(int)
                noise = np.random.default_rng(seed + start).normal(0, 14, (40, 40, 1))
                x0, y0, x1, y1 = max(0, low[0]), max(0, low[1]), min(SIZE[0], high[0]), min(SIZE[1], high[1])
                if x1 > x0 and y1 > y0:
                    picture[y0:y1, x0:x1] = shade + cv2.resize(noise, (x1 - x0, y1 - y0))[..., None]
                hidden[i] |= away == 0
        picture = picture * light[i] + random.normal(0, 3, picture.shape)
        pictures.append(picture.clip(0, 255).astype(np.uint8))
        boxes.append(box)
    return pictures, np.array(boxes, float), ~hidden
