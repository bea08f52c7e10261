"""Synthetic documents over real photographs, with exact corners.

Photographs: sample images of scikit-image (public domain or CC0, see its data/README.txt) and, where it is installed, Debian's
mate-backgrounds and gnome-backgrounds (CC-BY-SA). Nothing is committed; images are made again from a seed.
"""
import pathlib

import cv2
import numpy as np

SIZE = (1280, 720)
SCENES = ["astronaut.png", "coffee.png", "chelsea.png", "rocket.jpg", "brick.png", "grass.png", "gravel.png", "camera.png",
          "motorcycle_left.png", "motorcycle_right.png", "coins.png", "ihc.png"]


def photographs(folders=()):
    import skimage
    base = pathlib.Path(skimage.__file__).parent / "data"
    found = [base / name for name in SCENES if (base / name).exists()]
    for folder in folders:
        found += sorted(p for p in pathlib.Path(folder).rglob("*.jpg") if p.stat().st_size > 50_000)
    return [p for p in (cv2.imread(str(f)) for f in found) if p is not None and min(p.shape[:2]) >= 200]


def page(random, width, height):
    """A printed page: margins, headings, lines of text, at times an image or a table; or a plain sheet or a poster."""
    shade = random.uniform(190, 252)
    tint = random.normal(0, 4, 3)
    sheet = np.full((height, width, 3), shade, np.float32) + tint.astype(np.float32)
    kind = random.integers(0, 5)
    if kind == 4:
        colour = random.uniform(20, 235, 3)
        sheet[:] = colour
        for _ in range(6):
            p = random.integers(0, [width, height], 2)
            cv2.circle(sheet, tuple(map(int, p)), int(random.integers(10, width // 4)), random.uniform(0, 255, 3).tolist(), -1)
        return sheet
    if kind == 3:
        return sheet
    y = int(height * random.uniform(0.06, 0.12))
    left = int(width * random.uniform(0.08, 0.14))
    ink = random.uniform(10, 90)
    while y < height * 0.92:
        if random.random() < 0.08:
            h = int(random.uniform(0.06, 0.2) * height)
            w = int(random.uniform(0.3, 0.8) * (width - 2 * left))
            x = int(random.uniform(left, max(left + 1, width - left - w)))
            patch = random.uniform(20, 230, (3, 4, 3)).astype(np.float32)
            bottom = min(height - 10, y + h)
            if bottom > y + 4:
                sheet[y:bottom, x:x + w] = cv2.resize(patch, (w, bottom - y), interpolation=cv2.INTER_CUBIC).clip(0, 255)
            y += h + 12
            continue
        if random.random() < 0.12:
            y += int(random.uniform(10, 30))
            continue
        right = int(width - left - (random.uniform(0, 0.5) * width if random.random() < 0.2 else random.uniform(0, 20)))
        x = left
        while x < right:
            w = int(random.uniform(8, 60))
            for letter in range(x, min(right, x + w), 7):
                top = y - int(random.integers(7, 12))
                sheet[max(0, top):y, letter:letter + int(random.integers(2, 6))] = ink
            x += w + 8
        y += 20
    return sheet


def background(random, photos):
    photo = photos[random.integers(0, len(photos))]
    height, width = photo.shape[:2]
    if random.random() < 0.5:
        photo = photo[:, ::-1]
    scale = max(SIZE[0] / width, SIZE[1] / height) * random.uniform(1, 1.5)
    photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    y = random.integers(0, photo.shape[0] - SIZE[1] + 1)
    x = random.integers(0, photo.shape[1] - SIZE[0] + 1)
    return photo[y:y + SIZE[1], x:x + SIZE[0]].astype(np.float32)


def pose(random, aspect):
    """Corners of a sheet held before a camera, wholly in the image."""
    focal = random.uniform(0.75, 1.2) * SIZE[0]
    while True:
        tilt = random.uniform(0, np.radians(48))
        axis = random.uniform(0, 2 * np.pi)
        tip, _ = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * tilt)
        spin, _ = cv2.Rodrigues(np.array([0, 0, random.normal(0, 0.35) + random.choice([0, np.pi / 2])]))
        plate = np.array([[-aspect / 2, -.5, 0], [aspect / 2, -.5, 0], [aspect / 2, .5, 0], [-aspect / 2, .5, 0]])
        distance = random.uniform(1.0, 2.4)
        centre = np.array([random.normal(0, 0.15), random.normal(0, 0.1), distance])
        points = plate @ (tip @ spin).T + centre
        corners = points[:, :2] / points[:, 2:] * focal + np.array(SIZE) / 2
        inside = (corners > 12).all() and (corners < np.array(SIZE) - 12).all()
        if inside and cv2.contourArea(corners.astype(np.float32)) > 0.06 * SIZE[0] * SIZE[1]:
            return corners


def light(random, picture):
    """Uneven light, at times a soft shadow or a glare."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    direction = random.uniform(0, 2 * np.pi)
    ramp = (np.cos(direction) * (x / width - .5) + np.sin(direction) * (y / height - .5)) * random.uniform(0, 0.7)
    picture *= (1 + ramp)[..., None]
    if random.random() < 0.25:
        angle = random.uniform(0, 2 * np.pi)
        edge = (np.cos(angle) * (x - width * random.uniform(.3, .7)) + np.sin(angle) * (y - height * random.uniform(.3, .7)))
        picture *= (1 - random.uniform(.15, .45) / (1 + np.exp(-edge / random.uniform(4, 30))))[..., None]
    if random.random() < 0.2:
        centre = random.uniform(0.2, 0.8, 2) * [width, height]
        radius = random.uniform(40, 160)
        glow = np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * radius ** 2))
        picture += (random.uniform(40, 160) * glow)[..., None]
    return picture


def finger(random, picture, corners):
    """At times something thick lies over a side."""
    if random.random() > 0.25:
        return
    side = random.integers(0, 4)
    a, b = corners[side], corners[(side + 1) % 4]
    at = a + (b - a) * random.uniform(0.2, 0.8)
    outward = at - corners.mean(0)
    outward /= np.linalg.norm(outward)
    tip = at - outward * random.uniform(15, 60)
    far = at + outward * 900
    cv2.line(picture, tuple(map(int, tip)), tuple(map(int, far)), random.uniform([60, 80, 120], [150, 180, 235]).tolist(),
             int(random.uniform(25, 70)), cv2.LINE_AA)


def scene(seed, photos):
    """A colour image and the true corners, clockwise; the first pixel's centre at (0.5, 0.5)."""
    random = np.random.default_rng(seed)
    aspect = random.choice([0.707, 0.773, 0.63, 0.85, 1.0])
    height = 1000
    width = int(height * aspect)
    sheet = page(random, width, height)
    picture = background(random, photos)
    if random.random() < 0.25:
        # A pale desk: the background's own texture, nearly as bright as paper.
        picture = picture * 0.12 + random.uniform(165, 205)
    corners = pose(random, aspect)
    double = 2
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    target = (corners * double - 0.5).astype(np.float32)
    homography = cv2.getPerspectiveTransform(source, target)
    large = cv2.resize(picture, None, fx=double, fy=double, interpolation=cv2.INTER_LINEAR)
    size = (SIZE[0] * double, SIZE[1] * double)
    drawn = cv2.warpPerspective(sheet, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if random.random() < 0.5:
        shadow = cv2.GaussianBlur(mask, (0, 0), random.uniform(4, 16)).astype(np.float32) / 255
        shift = random.uniform(-10, 10, 2)
        shadow = cv2.warpAffine(shadow, np.float32([[1, 0, shift[0]], [0, 1, shift[1]]]), size)
        large *= (1 - random.uniform(0.1, 0.5) * shadow)[..., None]
    weight = (mask.astype(np.float32) / 255)[..., None]
    large = large * (1 - weight) + drawn * weight
    finger(random, large, corners * double)
    picture = cv2.resize(large, SIZE, interpolation=cv2.INTER_AREA)
    picture = light(random, picture)
    picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.6))
    picture += random.normal(0, random.uniform(0.5, 5), picture.shape)
    return picture.clip(0, 255).astype(np.uint8), corners
