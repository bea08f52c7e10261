"""A simulated recording as a phone's live sensors: a video that the browser takes for the camera, and motion events that a script sends.

Every image bears its number as black and white blocks in its lowest rows, so that the script knows which moment of the recording the
camera shows and sends the motion of the same moment. At its end the recording goes backwards, with the motion that belongs to that, and at
its beginning forwards again, so that a busy machine has the time it needs.
"""
import base64
import functools
import json
import subprocess

import cv2
import numpy

import recordings

RATE = 30
BITS = 12
BLOCK = (16, 6)
"""Width and height of one bit's block, pixels."""
SCRIPT = recordings.ROOT / "Tests/web/live-feed.js"


def numbered(picture, number):
    """An image with its number in the lowest rows, the highest bit first, then whether the number of ones is odd."""
    bits = [number >> bit & 1 for bit in reversed(range(BITS))]
    bits.append(sum(bits) % 2)
    width, height = BLOCK
    for place, bit in enumerate(bits):
        picture[-height:, place * width:(place + 1) * width] = 255 * bit
    return picture


def write_video(recording, output):
    """
    Writes the images, forwards and backwards, at an even rate as Chromium's fake camera reads them; a lost image's moment shows the one before it.

    Gives the stamp of each, nanoseconds.
    """
    files = recordings.picture_files(recording)
    stamps = numpy.array([int(file.stem) for file in files])
    grid = stamps[0] + numpy.arange(int((stamps[-1] - stamps[0]) * RATE / 1e9) + 1) * 1e9 / RATE
    chosen = numpy.searchsorted(stamps, grid + 0.5e9 / RATE, side="right") - 1
    chosen = numpy.concatenate([chosen, chosen[-2:0:-1]])
    assert len(chosen) < 1 << BITS, "the recording has more images than their numbers have bits"
    with open(output, "wb") as video:
        for number, index in enumerate(chosen):
            video.write(cv2.imencode(".jpg", numbered(cv2.imread(str(files[index])), number), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return [int(stamp) for stamp in stamps[chosen]]


def motion_events(recording, start, end):
    """
    What a browser tells of the motion while the recording goes from `start` to `end`, stamps of images, and back: milliseconds since `start`,
    then six numbers in the device's axes, 60 times a second, rounded: degrees per second and m/s².
    """
    rows = numpy.loadtxt(recording / "mav0/imu0/data.csv", delimiter=",", comments="#")
    truth = json.loads((recording / "truth/scene.json").read_text())["camera"]
    x, y, z, w = truth["bodyFromOpticalQuaternion"]
    body_from_optical = numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    # The page takes the camera for that of an upright device: the image's right is the device's right, its down the device's bottom.
    device_from_body = numpy.diag([1, -1, -1]) @ body_from_optical.T
    step = max(1, round(1e9 / 60 / numpy.median(numpy.diff(rows[:, 0]))))
    # On the clock of the samples.
    first, last = (stamp + 1e9 * truth["timeOffset"] for stamp in (start, end))
    rows = rows[(rows[:, 0] >= first) & (rows[:, 0] <= last)][::step]
    back = rows[::-1].copy()
    back[:, 0] = 2 * last - back[:, 0]
    # Backwards the device turns the other way; the gyroscope's bias stays.
    bias = numpy.loadtxt(recording / "mav0/state_groundtruth_estimate0/data.csv", delimiter=",", comments="#", usecols=(11, 12, 13)).mean(axis=0)
    back[:, 1:4] = 2 * bias - back[:, 1:4]
    rows = numpy.vstack([rows, back])
    rates = numpy.degrees(rows[:, 1:4] @ device_from_body.T).round(1)
    forces = (rows[:, 4:7] @ device_from_body.T).round(1)
    return numpy.hstack([(rows[:, :1] - start) / 1e6, rates, forces]).tolist()


class LiveFeed:
    """The files and the script of one recording's feed."""

    def __init__(self, recording, folder):
        self.recording = recording
        self.video = folder / "camera.mjpeg"
        self.stamps = write_video(recording, self.video)
        start, end = self.stamps[0], max(self.stamps)
        motion = motion_events(recording, start, end)
        turn = self.stamps.index(end)
        times = [(stamp - start if number <= turn else 2 * end - start - stamp) / 1e6 for number, stamp in enumerate(self.stamps)]
        self._given = {"motion": motion, "pictures": times, "period": 2 * (end - start) / 1e6, "bits": BITS, "block": BLOCK}
        self.script = script(self._given)

    @functools.cached_property
    def script_with_video(self):
        """The script with the video itself, for browsers whose camera cannot show a file."""
        output = self.video.with_suffix(".webm")
        encoding = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "4M"]
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-r", str(RATE), "-i", self.video, *encoding, output], check=True)
        return script({**self._given, "video": base64.b64encode(output.read_bytes()).decode()})


def script(given):
    return f"globalThis.feedData = {json.dumps(given)};\n{SCRIPT.read_text()}"
