// Frames on their way to the page while their images are rectified, and how the camera took an image.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RectifierLink } from "../../../Web/sightline/core/rectifier-link.js";
import { FrameLens } from "../../../Web/sightline/view/frame-lens.js";

const bent = { width: 640, height: 480, distortion: { kind: "radialTangential" } };
const ideal = { ...bent, distortion: { kind: "none" } };
const still = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };

/** An image that is closed at most once. */
class Image {
    isClosed = false;

    close() {
        assert.equal(this.isClosed, false, "closed twice");
        this.isClosed = true;
    }
}

/** A link whose other end keeps what it was asked; `answer()` answers the oldest request. */
function linked(calibration, { isLive = false } = {}) {
    const [sent, asked] = [[], []];
    const port = { onmessage: null, postMessage: (message, transfer) => asked.push({ message, transfer }) };
    const link = new RectifierLink((message, transfer) => sent.push({ message, transfer }));
    link.open(port);
    link.begin(calibration, { isLive });
    const answer = () => {
        const { message } = asked.shift();
        message.image.close();
        const image = { of: message.image, close() {} };
        port.onmessage({ data: { image } });
        return image;
    };
    return { link, sent, asked, answer };
}

function frameMessage(number, { image = new Image(), events = [], generation = 1, pose = still } = {}) {
    const frame = { timestampNanoseconds: BigInt(number) * 33_000_000n, intrinsics: [500, 500, 320, 240, 0.1, 0, 0, 0], readoutTime: 0.02, worldFromCamera: pose, events };
    return { kind: "frame", number, generation, frame, image };
}

const numbers = (sent) => sent.map(({ message }) => message.number ?? message.kind);

test("without a rectifier messages go at once, with the camera's own images", () => {
    const sent = [];
    const link = new RectifierLink((message, transfer) => sent.push({ message, transfer }));
    link.begin(bent, { isLive: false });
    const message = frameMessage(1);
    link.pass(message, [message.image]);
    assert.equal(sent[0].message.image, message.image);
    assert.deepEqual(sent[0].transfer, [message.image]);
});

test("frames leave in order, each with its rectified image, and the end of the run after them", () => {
    const { link, sent, asked, answer } = linked(bent);
    const features = new ArrayBuffer(8);
    for (const number of [1, 2]) {
        const message = frameMessage(number);
        link.pass(message, [features, message.image]);
    }
    link.pass({ kind: "ended" });
    assert.equal(sent.length, 0);
    assert.equal(asked.length, 1, "one image is rectified at a time");
    assert.equal(link.count, 3);
    const images = [answer(), answer()];
    assert.deepEqual(numbers(sent), [1, 2, "ended"]);
    assert.deepEqual(sent.slice(0, 2).map(({ message }) => message.image), images);
    assert.deepEqual(sent[0].transfer, [features, images[0]], "the image that was handed over is not transferred again");
    assert.equal(link.count, 0);
});

test("a frame without an image waits for earlier ones, and an ideal camera's image needs nothing", () => {
    const { link, sent, answer } = linked(bent);
    link.pass(frameMessage(1));
    link.pass(frameMessage(2, { image: null }));
    assert.deepEqual(numbers(sent), []);
    answer();
    assert.deepEqual(numbers(sent), [1, 2]);
    const { link: other, sent: here, asked } = linked(ideal);
    other.pass(frameMessage(1));
    assert.deepEqual([numbers(here), asked.length], [[1], 0]);
});

test("of a live camera's frames only the newest waits, with the events of those left out", () => {
    const { link, sent, answer } = linked(bent, { isLive: true });
    const late = [new Image(), new Image()];
    link.pass(frameMessage(1));
    link.pass(frameMessage(2, { image: late[0], events: ["a"] }));
    link.pass(frameMessage(3, { image: late[1], events: ["b"] }));
    link.pass(frameMessage(4, { events: ["c"] }));
    answer();
    answer();
    assert.deepEqual(numbers(sent), [1, 4]);
    assert.deepEqual(sent[1].message.frame.events, ["a", "b", "c"]);
    assert.ok(late.every(({ isClosed }) => isClosed));
    assert.equal(link.count, 0);
});

test("a new run closes what waits of the former one", () => {
    const { link, sent, asked, answer } = linked(bent);
    const waiting = new Image();
    link.pass(frameMessage(1));
    link.pass(frameMessage(2, { image: waiting }));
    link.begin(bent, { isLive: false });
    assert.ok(waiting.isClosed);
    link.pass(frameMessage(3, { generation: 2 }));
    // The image that was under way belongs to the former run, as its message says.
    answer();
    answer();
    assert.deepEqual(sent.map(({ message }) => [message.number, message.generation]), [[1, 1], [3, 2]]);
    assert.equal(asked.length, 0);
});

test("the lens says how fast the camera turned, in its own axes", () => {
    const lens = new FrameLens(bent);
    const frame = (number, pose) => frameMessage(number, { pose }).frame;
    assert.equal(lens.of(frame(0, still)).angularVelocity, null);
    // A turn of 0.033 rad about the camera's +Y in 33 ms.
    const turned = { rotation: [0, Math.sin(0.0165), 0, Math.cos(0.0165)], translation: [1, 2, 3] };
    const { angularVelocity, distortionKind } = lens.of(frame(1, turned));
    assert.equal(distortionKind, "radialTangential");
    angularVelocity.forEach((value, axis) => assert.ok(Math.abs(value - [0, 1, 0][axis]) < 1e-4, angularVelocity.join()));
    // The same with the quaternion's other sign.
    const opposite = new FrameLens(bent);
    opposite.of(frame(0, still));
    const told = opposite.of(frame(1, { ...turned, rotation: turned.rotation.map((value) => -value) }));
    assert.ok(told.angularVelocity[1] > 0.99);
});

test("the lens says how fast the camera moved, in its own axes, and how near a plane that landmarks show is", () => {
    const lens = new FrameLens(bent);
    const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    lens.of(frameMessage(0, { pose: { rotation: quarter, translation: [0, 0, 0] } }).frame);
    // The camera looks along −X; it moves on by 33 mm there and 66 mm up.
    const pose = { rotation: quarter, translation: [-0.033, 0.066, 0] };
    // A leaning plane before it: the depth is 1 / (0.5 + 0.2 x − 0.4 y) in a direction with the tangents x and y.
    const landmarks = new Float32Array(8 * 30);
    for (let index = 0; index < 30; index++) {
        const [x, y] = [((index % 6) - 2.5) / 5, (Math.floor(index / 6) - 2) / 4];
        const depth = 1 / (0.5 + 0.2 * x - 0.4 * y);
        landmarks.set([index, -0.033 - depth, 0.066 + y * depth, -x * depth, 0.01], 8 * index);
    }
    const near = (found, wanted, limit) => found.forEach((value, index) => assert.ok(Math.abs(value - wanted[index]) < limit, `${found} for ${wanted}`));
    const { linearVelocity, inverseDepth } = lens.of({ ...frameMessage(1, { pose }).frame, landmarks });
    near(linearVelocity, [0, 2, -1], 1e-4);
    near(inverseDepth, [0.5, 0.2, -0.4], 0.02);
    // One landmark tells of no slope, and none at all is a scene far away.
    near(lens.of({ ...frameMessage(2, { pose }).frame, landmarks: landmarks.subarray(0, 8) }).inverseDepth, [1 / (-0.033 - landmarks[1]), 0, 0], 1e-4);
    near(lens.of({ ...frameMessage(3, { pose }).frame, landmarks: new Float32Array() }).inverseDepth, [0, 0, 0], 1e-9);
});

test("a pose that is missing, or long ago, says nothing about the camera's turning", () => {
    const lens = new FrameLens(ideal);
    const frame = (number, pose) => frameMessage(number, { pose }).frame;
    assert.equal(lens.of(frame(0, still)), null);
    assert.deepEqual(lens.of(frame(1, still)).angularVelocity, [0, 0, 0]);
    assert.equal(lens.of(frame(2, null)), null);
    assert.equal(lens.of(frame(3, still)), null);
    assert.equal(lens.of(frame(13, still)), null, "a third of a second apart");
    const stopped = frame(14, still);
    assert.equal(new FrameLens(ideal).of({ ...stopped, readoutTime: 0 }), null);
});
