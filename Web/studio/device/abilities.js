// The browser's features that the library uses, tested one by one.

import { translated } from "../language/language.js";

/** Each feature: `key` for the report, its name, whether it is there, and what is missing without it. */
export async function abilities() {
    const hasXR = await navigator.xr?.isSessionSupported("immersive-ar").catch(() => false);
    return [
        ["secureAddress", translated("Secure address"), isSecureContext, translated("no camera and no sensors")],
        ["camera", translated("Camera"), Boolean(navigator.mediaDevices?.getUserMedia), translated("recordings alone")],
        ["motionSensors", translated("Motion sensors"), "DeviceMotionEvent" in globalThis, translated("no tracking of the camera")],
        ["workerDrawing", translated("Drawing in a worker"), await drawsInWorker(), translated("the page draws")],
        ["webGL2", translated("WebGL 2"), Boolean(document.createElement("canvas").getContext("webgl2")), translated("lines and labels alone")],
        ["workerImages", translated("Camera images in the worker"), "MediaStreamTrackProcessor" in globalThis, translated("the page copies images")],
        ["imageTimes", translated("Time of each image"), "requestVideoFrameCallback" in HTMLVideoElement.prototype, translated("images are timed when they come")],
        ["videoDecoding", translated("Decoding of videos"), "VideoDecoder" in globalThis, translated("recordings with single images alone")],
        ["ownWebXR", translated("WebXR of its own"), Boolean(hasXR), translated("pages use ours")],
        ["wakeLock", translated("Keeping the screen on"), "wakeLock" in navigator, translated("the screen may turn dark")],
        ["calls", translated("Calls"), "RTCPeerConnection" in globalThis, translated("no Assist")],
    ].map(([key, name, isThere, without]) => ({ key, name, isThere, without }));
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
