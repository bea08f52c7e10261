"""Images for rectangles that nothing was tuned on: sheets whose sides are nearly as bright as the desk, and tags in a grid.

Every image follows from its seed. Seeds below 1000 were used while the detector was written; `make bench-shapes` measures others.
"""
import cv2
import numpy as np

import documents

SIZE = (752, 480)


def chequers(random, columns, rows, square, margin):
    """A printed chequered board with a white margin."""
    board = np.full((rows * square + 2 * margin, columns * square + 2 * margin), 1, np.float32)
    first = random.integers(0, 2)
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2 == first:
                y, x = margin + row * square, margin + column * square
                board[y:y + square, x:x + square] = 0.1
    return board


def tag(random, cell):
    """A black square of eight cells a side with six by six random cells within."""
    bits = np.zeros((8, 8), np.float32)
    bits[1:7, 1:7] = random.integers(0, 2, (6, 6))
    return np.kron(bits, np.ones((cell, cell), np.float32)) * 0.9 + 0.08


def warp(board, corners, size, double=2):
    """A board drawn at its corners, and how much of each pixel it covers."""
    height, width = board.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(source, (corners * double - 0.5).astype(np.float32))
    shape = size[0] * double, size[1] * double
    drawn = cv2.warpPerspective(board, homography, shape, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(shape[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners * double - 0.5) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    smaller = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (drawn, mask)]
    return smaller[0], smaller[1].astype(np.float32) / 255, homography


def placed(points, homography, double=2):
    """Points of a board in the image."""
    moved = cv2.perspectiveTransform(np.float32(points).reshape(-1, 1, 2) - 0.5, homography).reshape(-1, 2)
    return (moved + 0.5) / double


def pose(random, aspect, size, least):
    """Corners of a board held before a camera, wholly in the image."""
    focal = random.uniform(0.6, 1.1) * size[0]
    while True:
        tilt, axis = random.uniform(0, np.radians(45)), random.uniform(0, 2 * np.pi)
        tip, _ = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * tilt)
        spin, _ = cv2.Rodrigues(np.array([0, 0, random.normal(0, 0.3)]))
        board = np.array([[-aspect / 2, -.5, 0], [aspect / 2, -.5, 0], [aspect / 2, .5, 0], [-aspect / 2, .5, 0]])
        points = board @ (tip @ spin).T + [random.normal(0, 0.2), random.normal(0, 0.15), random.uniform(0.8, 2.4)]
        corners = points[:, :2] / points[:, 2:] * focal + np.array(size) / 2
        if (corners > 6).all() and (corners < np.array(size) - 6).all() \
                and cv2.contourArea(corners.astype(np.float32)) > least * size[0] * size[1]:
            return corners


def clutter(random, picture, corners):
    """Dark and pale things that lie about the board."""
    height, width = picture.shape
    blocked = np.zeros(picture.shape, np.uint8)
    cv2.fillConvexPoly(blocked, corners.astype(np.int32), 1)
    blocked = cv2.dilate(blocked, np.ones((15, 15), np.uint8))
    for _ in range(random.integers(2, 9)):
        layer = np.zeros(picture.shape, np.uint8)
        at, extent = random.uniform(0, [width, height]), random.uniform(15, [80, 160])
        turn, shade = random.uniform(0, 180), random.uniform(0.05, 1)
        if random.random() < 0.5:
            cv2.fillConvexPoly(layer, cv2.boxPoints((at.tolist(), extent.tolist(), turn)).astype(np.int32), 255, cv2.LINE_AA)
        else:
            cv2.ellipse(layer, (at.tolist(), extent.tolist(), turn), 255, -1, cv2.LINE_AA)
        weight = layer.astype(np.float32) / 255 * (blocked == 0)
        picture[:] = picture * (1 - weight) + shade * weight


def through_lens(picture, outlines, k1):
    """The same through a lens that bends straight lines: radius times (1 + k1 r²), r in units of 0.8 widths."""
    height, width = picture.shape
    lens, middle = 0.8 * width, np.array([width, height]) / 2
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    seen = np.stack([x, y], -1) - middle
    ideal = seen.copy()
    for _ in range(8):
        ideal = seen / (1 + k1 * (ideal ** 2).sum(-1, keepdims=True) / lens ** 2)
    source = (ideal + middle - 0.5).astype(np.float32)
    bent = cv2.remap(picture.astype(np.float32), source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return bent, [middle + (o - middle) * (1 + k1 * ((o - middle) ** 2).sum(1, keepdims=True) / lens ** 2) for o in outlines]


def faint(seed):
    """A printed sheet on a desk nearly as bright, at times over-exposed: a gray image and the outlines that count."""
    random = np.random.default_rng(seed)
    kind = random.integers(0, 4)
    outlines = []
    if kind < 3:
        columns, rows, margin = random.integers(6, 12), random.integers(5, 9), int(random.uniform(5, 16))
        board = chequers(random, columns, rows, 40, margin)
        height, width = board.shape
        outlines = [[[margin, margin], [width - margin, margin], [width - margin, height - margin], [margin, height - margin]]]
    else:
        width, height = [(700, 990), (990, 700), (800, 800)][random.integers(0, 3)]
        board = documents.page(random, width, height).mean(2)
        board = np.clip(board / board.max(), 0, 1).astype(np.float32)
    height, width = board.shape
    outlines.append([[0, 0], [width, 0], [width, height], [0, height]])
    corners = pose(random, width / height, SIZE, 0.12)
    drawn, mask, homography = warp(board, corners, SIZE)
    y, x = np.mgrid[0:SIZE[1], 0:SIZE[0]].astype(np.float32)
    desk = np.full(SIZE[::-1], random.uniform(0.86, 0.99), np.float32)
    desk += cv2.GaussianBlur(random.normal(0, 1, desk.shape).astype(np.float32), (0, 0), random.uniform(1, 8)) * random.uniform(0, 0.02)
    clutter(random, desk, corners)
    if random.random() < 0.7:
        soft = cv2.GaussianBlur(mask, (0, 0), random.uniform(1.5, 6))
        shift = np.float32([[1, 0, random.uniform(-4, 4)], [0, 1, random.uniform(-4, 4)]])
        desk *= 1 - random.uniform(0.05, 0.4) * cv2.warpAffine(soft, shift, SIZE)
    picture = desk * (1 - mask) + drawn * mask
    angle, strength = random.uniform(0, 2 * np.pi), random.uniform(0, 0.6)
    ramp = 1 + strength * (np.cos(angle) * (x / SIZE[0] - .5) + np.sin(angle) * (y / SIZE[1] - .5))
    picture = picture * ramp * random.uniform(185, 255)
    if random.random() < 0.8:
        side = random.integers(0, 4)
        spot = (corners[side] + corners[(side + 1) % 4]) / 2
        away = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * random.uniform(80, 200) ** 2)
        picture *= 1 + random.uniform(0.1, 0.6) * np.exp(-away)
    outlines = [placed(outline, homography) for outline in outlines]
    if random.random() < 0.5:
        picture, outlines = through_lens(picture, outlines, random.uniform(-0.3, -0.1))
    picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.2)) + random.normal(0, random.uniform(0.4, 2.5), picture.shape)
    return picture.clip(0, 255).astype(np.uint8), outlines


def grid(seed, photos):
    """Tags in rows and columns, at times with small squares that touch their corners: a gray image and each tag's corners."""
    random = np.random.default_rng(seed)
    columns, rows, cell = random.integers(2, 7), random.integers(2, 7), 10
    side, gap = 8 * cell, int(8 * cell * random.uniform(0.15, 0.5))
    step = side + gap
    board = np.ones((rows * step + gap, columns * step + gap), np.float32)
    truths = []
    for row in range(rows):
        for column in range(columns):
            x, y = gap + column * step, gap + row * step
            board[y:y + side, x:x + side] = tag(random, cell)
            truths.append([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
    if random.random() < 0.5:
        for row in range(rows + 1):
            for column in range(columns + 1):
                board[row * step:row * step + gap, column * step:column * step + gap] = 0.08
    corners = pose(random, board.shape[1] / board.shape[0], SIZE, 0.2)
    drawn, mask, homography = warp(board, corners, SIZE)
    photo = cv2.cvtColor(photos[random.integers(0, len(photos))], cv2.COLOR_BGR2GRAY)
    ground = cv2.resize(photo, SIZE).astype(np.float32) / 255
    picture = (ground * (1 - mask) + drawn * mask) * random.uniform(120, 250)
    picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.1)) + random.normal(0, random.uniform(0.5, 4), picture.shape)
    return picture.clip(0, 255).astype(np.uint8), [placed(truth, homography) for truth in truths]
