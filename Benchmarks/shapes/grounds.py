"""Real hands of the clips at hand over other grounds, in other light and with other skin: brick, wood, grass, carpet, sand, tiles.

Every clip follows from its seed. Seeds below 1000 use three of the six hands and four of the six grounds, others the other three hands and all grounds.
What the tracker was written on stands in `hands.py`. Nothing is committed: the hand is cut out of the clip each time.
"""
import pathlib

import cv2
import numpy as np

SIZE = (640, 480)
TUNED_HANDS, OTHER_HANDS = ["rotation_3", "scale_3", "translation_1"], ["rotation_1", "scale_1", "translation_3"]
TUNED_GROUNDS, OTHER_GROUNDS = ["brick", "wood", "grass", "carpet"], ["brick", "wood", "grass", "carpet", "sand", "tiles"]


def mask(name, picture, box):
    """The hand in an image of a clip, 0 or 1, at half size. The rules fit these six clips' own walls and are no use elsewhere."""
    small = cv2.GaussianBlur(cv2.resize(picture, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA), (3, 3), 0.7)
    blue, green, red = (small[..., i].astype(np.float32) for i in range(3))
    total = blue + green + red + 10
    if name == "scale_3":
        inside = (small.max(2) > 178) & ((red - blue) / total > -.02)
    elif name == "scale_1":
        inside = ((red - green) / total > .045) & (red > 45)
    else:
        inside = ((green - blue) / total > -.012) & ((red - green) / total > .05) & (red > 35)
    inside = cv2.morphologyEx(inside.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, label = cv2.connectedComponents(inside, connectivity=4)
    x0, y0, x1, y1 = (max(0, int(v / 2)) for v in box)
    inside = (label == 1 + np.bincount(label[y0:y1, x0:x1][label[y0:y1, x0:x1] > 0] - 1).argmax()).astype(np.uint8)
    count, label, parts, _ = cv2.connectedComponentsWithStats(1 - inside, connectivity=4)
    for hole in range(1, count):
        if parts[hole, 4] < 60:
            inside[label == hole] = 1
    # The finger's rim is lost in the dimmest clips.
    return cv2.dilate(inside, np.ones((3, 3), np.uint8)) if name.endswith("n_3") else inside


def shows_tip(mask, tip):
    """Whether what was cut out has the labelled fingertip: the dimmest images lose it."""
    x, y = np.clip((tip / 2).astype(int), 5, [SIZE[0] // 2 - 6, SIZE[1] // 2 - 6])
    return bool(mask[y - 4:y + 5, x - 4:x + 5].any())


def colored(gray, random, dark, pale):
    """A gray texture, 0…1, between two colours."""
    dark, pale = (np.float32(c) + random.normal(0, 8, 3).astype(np.float32) for c in (dark, pale))
    return dark + (pale - dark) * gray[..., None]


def sample(name):
    import skimage
    picture = cv2.imread(str(pathlib.Path(skimage.__file__).parent / "data" / name), cv2.IMREAD_GRAYSCALE).astype(np.float32)
    low, high = np.percentile(picture, [2, 98])
    return np.clip((picture - low) / (high - low), 0, 1)


def grain(random, across, along, size=900):
    """Smoothed noise, 0…1."""
    noise = cv2.GaussianBlur(random.normal(0, 1, (size, size)).astype(np.float32), (0, 0), sigmaX=along, sigmaY=across)
    return np.clip((noise / noise.std() + 2) / 4, 0, 1)


def ground(kind, random):
    """A colour texture (blue, green, red) larger than the image."""
    if kind == "brick":
        dark, pale = [([45, 50, 95], [90, 110, 175]), ([60, 80, 120], [130, 160, 205]), ([50, 60, 80], [120, 130, 150])][random.integers(0, 3)]
        texture = colored(sample("brick.png"), random, dark, pale)
    elif kind == "grass":
        dark, pale = [([20, 45, 35], [70, 150, 120]), ([40, 70, 80], [120, 180, 190])][random.integers(0, 2)]
        texture = colored(sample("grass.png"), random, dark, pale)
    elif kind == "sand":
        texture = colored(sample("gravel.png") * 0.5 + grain(random, 2, 2, 512) * 0.5, random, [90, 125, 155], [150, 190, 220])
    elif kind == "wood":
        dark, pale = [([40, 65, 105], [85, 130, 185]), ([25, 35, 60], [60, 85, 125]), ([90, 130, 165], [140, 185, 215])][random.integers(0, 3)]
        texture = colored(0.7 * grain(random, 1.5, 60) + 0.3 * grain(random, 40, 200), random, dark, pale)
        for x in range(0, 900, int(random.uniform(90, 200))):
            texture[x:x + 3] *= 0.6
    elif kind == "carpet":
        texture = colored(grain(random, 1.2, 1.2), random, random.uniform(20, 120, 3), random.uniform(60, 200, 3))
        for _ in range(14):
            at, size = random.uniform(0, 900, 2), random.uniform(25, 110, 2)
            layer = np.zeros(texture.shape[:2], np.float32)
            cv2.fillConvexPoly(layer, cv2.boxPoints((at.tolist(), size.tolist(), 45. * random.integers(0, 2))).astype(np.int32), 1)
            texture = texture * (1 - .6 * layer[..., None]) + .6 * layer[..., None] * random.uniform(30, 200, 3)
    else:
        side = int(random.uniform(70, 160))
        shades = random.uniform(0.75, 1, (15, 15)).astype(np.float32)
        texture = colored(cv2.resize(np.kron(shades, np.ones((side, side), np.float32))[:900, :900], (900, 900)) * grain(random, 8, 8) ** 0.2,
                          random, [60, 75, 90], random.uniform([120, 150, 165], [190, 205, 225]))
        texture[::side] *= 0.6
        texture[:, ::side] *= 0.6
    size = 1100
    return cv2.resize(np.clip(texture, 0, 255), (size, size), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def smooth(random, count, spread):
    """A smooth path from 0 with a given reach."""
    steps = np.cumsum(random.normal(0, 1, count + 20))
    path = np.convolve(steps, np.hanning(21) / np.hanning(21).sum(), "valid")[:count]
    path = path - path[0]
    return path / max(1e-6, np.abs(path).max()) * spread


def clip(seed, hands, is_first_only=False):
    """
    A title, colour images, tips in pixels, whether each image shows its tip, where the first was tapped relative to it, and the first image's hand, 0 or 1, at half
    size.

    `hands(name)` gives images, boxes and tips of a clip. The clip starts with the first image that shows the tip. `is_first_only` makes no later image.
    """
    random = np.random.default_rng(seed)
    names, kinds = (TUNED_HANDS, TUNED_GROUNDS) if seed < 1000 else (OTHER_HANDS, OTHER_GROUNDS)
    name, kind = names[seed % len(names)], kinds[seed // len(names) % len(kinds)]
    pictures, boxes, tips = hands(name)
    masks = [mask(name, picture, box) for picture, box in zip(pictures, boxes)]
    shown = np.array([shows_tip(each, tip) for each, tip in zip(masks, tips)])
    texture = ground(kind, random)
    count = len(pictures)
    pan = np.stack([smooth(random, count, random.uniform(10, 160)) + 550, smooth(random, count, random.uniform(10, 120)) + 550], 1)
    pan += random.normal(0, random.uniform(0, 2), pan.shape)
    turn, zoom = smooth(random, count, random.uniform(0, 12)), np.exp(smooth(random, count, random.uniform(0, 0.15)))
    light = 1 + smooth(random, count, random.uniform(0, 0.25))
    skin = random.choice([0.45, 0.7, 1, 1.2]) * np.float32([random.uniform(.85, 1.15), random.uniform(.92, 1.08), 1])
    if name == "scale_3":
        skin = skin / max(1, skin[2]) * 0.8
    is_sunlit, sun_angle, sun_at, sun = random.random() < 0.6, random.uniform(0, 2 * np.pi), random.normal(0, 120), random.uniform(1.4, 2.2)
    y, x = np.mgrid[0:1100, 0:1100].astype(np.float32) - 550
    if is_sunlit:
        # A border of a shadow on the ground.
        edge = 1 / (1 + np.exp(-(np.cos(sun_angle) * x + np.sin(sun_angle) * y - sun_at) / 6))
        texture *= (0.75 + (sun - 0.75) * edge)[..., None] * np.float32([.92, 1, 1.06])
    miss = np.zeros(2) if random.random() < 0.4 else random.uniform(6, 10) * np.array([np.cos(a := random.uniform(0, 2 * np.pi)), np.sin(a)])
    is_mirrored = random.random() < 0.5
    first, made = int(shown.argmax()), []
    for i in range(first + 1 if is_first_only else count):
        matrix = cv2.getRotationMatrix2D(pan[i].tolist(), turn[i], 1.15 * zoom[i])
        matrix[:, 2] += np.array(SIZE) / 2 - pan[i]
        behind = cv2.warpAffine(texture, matrix, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        alpha = cv2.resize(masks[i].astype(np.float32), SIZE)
        alpha = np.clip((cv2.GaussianBlur(alpha, (0, 0), 1.5) - 0.35) / 0.6, 0, 1)
        shadow = cv2.warpAffine(cv2.GaussianBlur(cv2.resize(alpha, (160, 120)), (0, 0), 4), np.float32([[1, 0, 4], [0, 1, 5]]), (160, 120))
        behind *= 1 - 0.3 * cv2.resize(shadow, SIZE)[..., None]
        picture = (behind * (1 - alpha[..., None]) + pictures[i] * skin * alpha[..., None]) * light[i]
        picture = cv2.GaussianBlur(picture, (0, 0), 0.8) + random.normal(0, 2.5, picture.shape)
        picture = picture.clip(0, 255).astype(np.uint8)
        made.append(np.ascontiguousarray(picture[:, ::-1]) if is_mirrored else picture)
    tips, inside = tips.copy(), masks[first]
    if is_mirrored:
        tips[:, 0], inside = SIZE[0] - tips[:, 0], np.ascontiguousarray(inside[:, ::-1])
    title = f"{seed} {name} {kind}{' sun' if is_sunlit else ''}{'' if miss.any() == 0 else ' beside'}"
    return title, made[first:], tips[first:], shown[first:], miss, inside
