// A browser's own AR, played by a recording: the parts of WebXR that the library uses.

class StandInSession extends EventTarget {
    visibilityState = "visible";
    waiting = [];
    constructor(story) {
        super();
        this.story = story;
    }
    updateRenderState() {}
    async requestReferenceSpace() { return {}; }
    requestAnimationFrame(call) { this.waiting.push(call); }
    async end() { this.dispatchEvent(new Event("end")); }
}

/** Runs the library on such a browser and returns the result. */
export async function runXR(story) {
    let session;
    let current = null;
    Object.defineProperty(navigator, "xr", {
        configurable: true,
        value: {
            isSessionSupported: async (mode) => mode === "immersive-ar",
            requestSession: async (mode, options) => {
                if (!options.optionalFeatures.includes("camera-access")) throw new Error("no pictures were asked for");
                return (session = new StandInSession(story));
            },
        },
    });
    globalThis.XRWebGLLayer = class {};
    globalThis.XRWebGLBinding = class {
        constructor(_, gl) {
            this.gl = gl;
            this.texture = gl.createTexture();
        }
        getCameraImage() {
            const { gl } = this;
            gl.bindTexture(gl.TEXTURE_2D, this.texture);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, current.bitmap);
            return this.texture;
        }
    };

    const { Session, isXRAvailable } = await import("/sightline/sightline.js");
    const library = new Session();
    const frames = [];
    const told = { available: await isXRAvailable(), ended: false, failed: null };
    library.onframe = (frame) => frames.push(frame);
    library.onerror = (error) => { told.failed = error.message; };
    library.onend = () => { told.ended = true; };
    await library.run({ xr: true });

    const [width, height] = story.size;
    for (const view of story.views) {
        // WebGL turns no ImageBitmap upside down by itself.
        const bitmap = await createImageBitmap(await (await fetch(view.picture)).blob(), { imageOrientation: "flipY" });
        const [x, y, z, w, px, py, pz] = view.pose;
        const transform = { orientation: { x, y, z, w }, position: { x: px, y: py, z: pz } };
        current = { bitmap };
        const frame = {
            getViewerPose: () => ({ views: [{ camera: { width, height }, transform, projectionMatrix: story.projection }] }),
        };
        const before = frames.length;
        session.waiting.splice(0).forEach((call) => call(view.milliseconds, frame));
        for (let patience = 0; frames.length === before && patience < 200; patience++) await new Promise((done) => setTimeout(done, 10));
        bitmap.close();
    }
    const placed = frames.filter(({ worldFromCamera }) => worldFromCamera);
    const indexOf = (frame) => story.views.findIndex(({ milliseconds }) => BigInt(Math.round(milliseconds * 1e6)) === frame.timestampNanoseconds);
    told.frames = frames.length;
    told.landmarks = Math.max(...frames.map(({ landmarks }) => landmarks.length / 8));
    told.level = placed.at(-1).anchors.filter(({ plane }) => plane?.alignment === "horizontal").length;
    told.first = placed[0].worldFromCamera.translation;
    told.last = placed.at(-1).worldFromCamera.translation;
    told.firstIndex = indexOf(placed[0]);
    told.lastIndex = indexOf(placed.at(-1));
    await session.end();
    return told;
}
