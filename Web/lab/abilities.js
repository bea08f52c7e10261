// The browser's features that the library uses, tested one by one.

/** Each feature by name: whether it is available, and what is missing without it. */
export async function abilities() {
    const hasXR = await navigator.xr?.isSessionSupported("immersive-ar").catch(() => false);
    return [
        ["Secure address", isSecureContext, "no camera and no sensors"],
        ["Camera", Boolean(navigator.mediaDevices?.getUserMedia), "recordings alone"],
        ["Motion sensors", "DeviceMotionEvent" in globalThis, "no tracking of the camera"],
        ["Drawing in a worker", await drawsInWorker(), "the page draws"],
        ["WebGL 2", Boolean(document.createElement("canvas").getContext("webgl2")), "lines and labels alone"],
        ["Camera images in the worker", "MediaStreamTrackProcessor" in globalThis, "the page copies images"],
        ["Time of each image", "requestVideoFrameCallback" in HTMLVideoElement.prototype, "images are timed when they come"],
        ["Decoding of videos", "VideoDecoder" in globalThis, "recordings with single images alone"],
        ["WebXR of its own", Boolean(hasXR), "pages use ours"],
        ["Keeping the screen on", "wakeLock" in navigator, "the screen may turn dark"],
        ["Calls", "RTCPeerConnection" in globalThis, "no Assist"],
    ];
}

/** Tests in a worker whether an OffscreenCanvas can draw. */
function drawsInWorker() {
    if (!("OffscreenCanvas" in globalThis)) return false;
    return new Promise((done) => {
        const worker = new Worker(new URL("./drawing-probe.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => { done(data); worker.terminate(); };
        worker.onerror = () => done(false);
    });
}
