"""Images of a painted room from inside, with exact poses: keyframes for depth maps without a camera."""
import numpy

SIZE = (160, 120)
FOCAL = 110.0


def noise(x, y, seed):
    """Smooth values in 0…1 of integers' hashes."""
    def at(i, k):
        value = (i.astype(numpy.int64) * 0x9E3779B1 ^ k.astype(numpy.int64) * 0x85EBCA77 ^ seed * 0x27D4EB2F) & 0xFFFFFFFF
        value = ((value ^ value >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
        value = ((value ^ value >> 12) * 0x297A2D39) & 0xFFFFFFFF
        return ((value ^ value >> 15) & 0xFF) / 255
    i, k = numpy.floor(x), numpy.floor(y)
    u, v = x - i, y - k
    top = at(i, k) * (1 - u) + at(i + 1, k) * u
    return top * (1 - v) + (at(i, k + 1) * (1 - u) + at(i + 1, k + 1) * u) * v


def turn(yaw, pitch):
    """World from optical (x right, y down, z ahead; the world's y is up): first down by the pitch, then about the vertical."""
    cy, sy, cp, sp = numpy.cos(yaw), numpy.sin(yaw), numpy.cos(pitch), numpy.sin(pitch)
    optical = numpy.diag([1.0, -1.0, -1.0])
    return numpy.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]) @ numpy.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]]) @ optical


def quaternion(m):
    """x, y, z, w."""
    values, vectors = numpy.linalg.eigh(numpy.array([
        [m[0, 0] - m[1, 1] - m[2, 2], 0, 0, 0], [m[0, 1] + m[1, 0], m[1, 1] - m[0, 0] - m[2, 2], 0, 0],
        [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], m[2, 2] - m[0, 0] - m[1, 1], 0],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m.trace()]]) / 3)
    return vectors[:, values.argmax()]


def meeting(low, high, place, rays):
    """Where rays meet the inside of a box, and the axis of the face."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        ends = (numpy.where(rays > 0, high, low) - place) / rays
    axis = ends.argmin(-1)
    return place + rays * ends.min(-1)[..., None], axis


def shades(points, axis, rays, first):
    """The paint of a box's faces, whose numbers begin with the first."""
    shade = numpy.zeros(axis.shape)
    faces = 2 * axis + (numpy.take_along_axis(rays, axis[..., None], -1)[..., 0] > 0)
    for face in range(6):
        u, v = [points[..., k] for k in range(3) if k != face // 2]
        value = 0.6 * noise(u / 0.06, v / 0.06, first + face) + 0.4 * noise(u / 0.17, v / 0.17, first + face + 9)
        shade = numpy.where(faces == face, value, shade)
    return shade


def image(low, high, door, place, rotation):
    """Gray pixels of the inside of a room, which has a passage 2 m high and long in its wall at high x, from `door[0]` to `door[1]` along z."""
    columns, rows = numpy.meshgrid(numpy.arange(SIZE[0]) + 0.5, numpy.arange(SIZE[1]) + 0.5)
    rays = numpy.stack([(columns - SIZE[0] / 2) / FOCAL, (rows - SIZE[1] / 2) / FOCAL, numpy.ones_like(columns)], -1) @ rotation.T
    points, axis = meeting(low, high, place, rays)
    passage = numpy.array([high[0] - 9, low[1], door[0]]), numpy.array([high[0] + 2, low[1] + 2, door[1]])
    is_through = (axis == 0) & (rays[..., 0] > 0) & (points > passage[0]).all(-1) & (points[..., 1:] < passage[1][1:]).all(-1)
    shade = shades(points, axis, rays, 0)
    beyond, faces = meeting(*passage, points, rays)
    return (20 + 215 * numpy.where(is_through, shades(beyond, faces, rays, 20), shade)).astype(numpy.uint8)


def walk(low, high, door, height=1.4, radius=0.55, pitches=(0.05, -0.55), steps=44):
    """Round the middle of a room, looking outwards: `{ pose: [x, y, z, w, place], pixels }` of each keyframe."""
    for pitch in pitches:
        for step in range(steps):
            yaw = -2 * numpy.pi * step / steps
            rotation = turn(yaw, pitch)
            ahead = numpy.array([-numpy.sin(yaw), 0, -numpy.cos(yaw)])
            place = numpy.array([0, height, 0]) + radius * ahead
            yield {"pose": [*quaternion(rotation), *place], "pixels": image(low, high, door, place, rotation)}
