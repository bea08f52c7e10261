// A headset that tracks by itself and keeps its camera's images: the parts of WebXR that the pages use, played by a test. A classic script that
// runs before a page's own. `emulatedHeadset` moves the viewer and the hands, and has what the page drew for the eyes.

(() => {
    const eyeSize = 640;
    const joints = ["wrist", ...["thumb"].flatMap((finger) => ["metacarpal", "phalanx-proximal", "phalanx-distal", "tip"].map((part) => `${finger}-${part}`)),
        ...["index", "middle", "ring", "pinky"].flatMap((finger) => ["metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip"].map((part) => `${finger}-finger-${part}`))];

    const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const unit = (v) => v.map((value) => value / Math.hypot(...v));
    function matrixOf([x, y, z, w], [tx, ty, tz]) {
        return Float32Array.of(
            1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0, 2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
            2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, tx, ty, tz, 1);
    }
    function inverseOf(m) {
        const moved = [0, 1, 2].map((k) => -(m[4 * k] * m[12] + m[4 * k + 1] * m[13] + m[4 * k + 2] * m[14]));
        return Float32Array.of(m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, ...moved, 1);
    }
    function transformOf({ rotation, translation }) {
        const [[x, y, z, w], [px, py, pz]] = [rotation, translation];
        const matrix = matrixOf(rotation, translation);
        return { orientation: { x, y, z, w }, position: { x: px, y: py, z: pz, w: 1 }, matrix, inverse: { matrix: inverseOf(matrix) } };
    }
    /** The pose at a place that looks at another: its −Z points there, its +X is level. */
    function looking(from, to) {
        const back = unit(from.map((value, axis) => value - to[axis]));
        const right = unit(cross(Math.abs(back[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0], back));
        const up = cross(back, right);
        const w = Math.sqrt(Math.max(1e-12, 1 + right[0] + up[1] + back[2])) / 2;
        return { rotation: w > 1e-3 ? [(up[2] - back[1]) / (4 * w), (back[0] - right[2]) / (4 * w), (right[1] - up[0]) / (4 * w), w] : [0, 1, 0, 0], translation: from };
    }

    class Layer {
        constructor(session, gl) {
            this.gl = gl;
            this.framebuffer = gl.createFramebuffer();
            const [color, depth] = [gl.createRenderbuffer(), gl.createRenderbuffer()];
            gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
            for (const [buffer, format, place] of [[color, gl.RGBA8, gl.COLOR_ATTACHMENT0], [depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
                gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
                gl.renderbufferStorage(gl.RENDERBUFFER, format, 2 * eyeSize, eyeSize);
                gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
            }
            session.layer = this;
        }
        getViewport({ eye }) {
            return { x: eye === "left" ? 0 : eyeSize, y: 0, width: eyeSize, height: eyeSize };
        }
    }

    class Session extends EventTarget {
        visibilityState = "visible";
        inputSources = [];
        isOver = false;
        constructor(options) {
            super();
            const missing = options.requiredFeatures.find((name) => !emulatedHeadset.features.includes(name));
            if (missing) throw new DOMException(`The feature ${missing} is not supported.`, "NotSupportedError");
            const wanted = new Set([...options.requiredFeatures, ...options.optionalFeatures]);
            this.enabledFeatures = [...wanted].filter((name) => emulatedHeadset.features.includes(name));
        }
        updateRenderState() {}
        async requestReferenceSpace() { return { pose: { rotation: [0, 0, 0, 1], translation: [0, 0, 0] } }; }
        requestAnimationFrame(call) {
            return requestAnimationFrame((time) => {
                if (this.isOver) return;
                call(time, new Frame(this));
                emulatedHeadset.frames += 1;
            });
        }
        async end() {
            if (this.isOver) throw new DOMException("The session has ended.", "InvalidStateError");
            this.isOver = true;
            this.dispatchEvent(new Event("end"));
        }
    }

    class Frame {
        constructor(session) {
            this.session = session;
            this.detectedPlanes = new Set(emulatedHeadset.planes);
        }
        getViewerPose() {
            const { rotation, translation } = emulatedHeadset.viewer;
            const matrix = matrixOf(rotation, translation);
            // The usual distance between eyes; a field of view of 90°, a little wider on the outside.
            const views = [["left", -1], ["right", 1]].map(([eye, side]) => ({
                eye,
                transform: transformOf({ rotation, translation: translation.map((value, axis) => value + side * 0.0315 * matrix[axis]) }),
                projectionMatrix: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0.1 * side, 0, -1.002, -1, 0, 0, -0.1, 0),
            }));
            return { transform: transformOf(emulatedHeadset.viewer), views };
        }
        getPose({ pose }) {
            return pose && { transform: transformOf(pose) };
        }
        getJointPose(joint) {
            return joint.pose && { transform: transformOf(joint.pose), radius: 0.008 };
        }
    }

    globalThis.emulatedHeadset = {
        features: ["local", "plane-detection", "hand-tracking"],
        frames: 0,
        session: null,
        viewer: { rotation: [0, 0, 0, 1], translation: [0, 1.5, 0] },
        planes: [],
        /** Adds a surface: its middle, the lengths of its sides, its normal [0, 1, 0] or any. */
        addPlane(middle, [width, depth], normal = [0, 1, 0]) {
            const [x, z] = [width / 2, depth / 2];
            const polygon = [[-x, -z], [-x, z], [x, z], [x, -z]].map(([a, b]) => ({ x: a, y: 0, z: b, w: 1 }));
            const w = Math.sqrt((1 + normal[1]) / 2);
            const rotation = [normal[2] / (2 * w), 0, -normal[0] / (2 * w), w];
            this.planes.push({ planeSpace: { pose: { rotation, translation: middle } }, polygon, lastChangedTime: performance.now(), orientation: normal[1] > 0.5 ? "horizontal" : "vertical" });
        },
        look(from, to) {
            this.viewer = looking(from, to);
        },
        /** Adds a controller, or a tracked hand with its joints; returns its number. */
        addInput({ isHand = false, mode = "tracked-pointer" } = {}) {
            const hand = isHand ? new Map(joints.map((name) => [name, { pose: null }])) : null;
            const source = { targetRayMode: mode, targetRaySpace: { pose: null }, gripSpace: null, hand, handedness: this.session.inputSources.length ? "left" : "right", profiles: [] };
            const added = new Event("inputsourceschange");
            this.session.inputSources.push(source);
            this.session.dispatchEvent(Object.assign(added, { added: [source], removed: [] }));
            return this.session.inputSources.length - 1;
        },
        /** Points an input from a place at another; a hand's fingertip is at `tip`. */
        point(index, from, to, tip = from) {
            const source = this.session.inputSources[index];
            source.targetRaySpace.pose = looking(from, to);
            for (const [name, joint] of source.hand ?? []) joint.pose = { rotation: [0, 0, 0, 1], translation: name === "index-finger-tip" ? tip : from };
        },
        select(index, kind) {
            const event = new Event(kind);
            this.session.dispatchEvent(Object.assign(event, { inputSource: this.session.inputSources[index], frame: new Frame(this.session) }));
        },
        /** A promise of the time when the page has drawn some more frames. */
        async wait(count = 3) {
            const until = this.frames + count;
            while (this.frames < until) await new Promise((done) => requestAnimationFrame(done));
        },
        /** Presses a button of the page's panel with an input. */
        async press(index, panel, button) {
            const [x, y] = panel.placeOf(button);
            const [width, height] = panel.size;
            const m = matrixOf(panel.pose.rotation, panel.pose.translation);
            const [a, b] = [(x - 0.5) * width, (0.5 - y) * height];
            const at = [0, 1, 2].map((k) => m[12 + k] + a * m[k] + b * m[4 + k]);
            this.point(index, this.viewer.translation, at);
            await this.wait();
            this.select(index, "selectstart");
            this.select(index, "selectend");
            await this.wait();
        },
        /** What the page drew for both eyes beside each other, as the address of a PNG over a room's grey; and how many pixels are not empty. */
        picture() {
            const { gl, framebuffer } = this.session.layer;
            const bytes = new Uint8Array(4 * 2 * eyeSize * eyeSize);
            gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
            gl.readPixels(0, 0, 2 * eyeSize, eyeSize, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
            const canvas = Object.assign(document.createElement("canvas"), { width: 2 * eyeSize, height: eyeSize });
            const image = new ImageData(2 * eyeSize, eyeSize);
            const counts = [0, 0];
            for (let y = 0; y < eyeSize; y++) {
                for (let x = 0; x < 2 * eyeSize; x++) {
                    const from = 4 * ((eyeSize - 1 - y) * 2 * eyeSize + x);
                    const to = 4 * (y * 2 * eyeSize + x);
                    const opacity = bytes[from + 3] / 255;
                    if (opacity > 0) counts[x < eyeSize ? 0 : 1] += 1;
                    for (let k = 0; k < 3; k++) image.data[to + k] = bytes[from + k] + (1 - opacity) * (120 + 60 * (y / eyeSize));
                    image.data[to + 3] = 255;
                }
            }
            canvas.getContext("2d").putImageData(image, 0, 0);
            return { address: canvas.toDataURL("image/png"), counts };
        },
    };
    Object.defineProperty(navigator, "xr", {
        configurable: true,
        value: {
            isSessionSupported: async (mode) => mode === "immersive-ar",
            requestSession: async (_, options) => (emulatedHeadset.session = new Session(options)),
        },
    });
    globalThis.XRWebGLLayer = Layer;
})();
