// Rectifies images in a worker. The page sends `{ port }` and receives `{ canRectify }`; through the port comes
// `{ image, lens }` and goes `{ image }`, in the same order.

import { LensMesh } from "./lens-mesh.js";

let canvas = new OffscreenCanvas(1, 1);
let mesh = LensMesh.on(canvas);
/** A worker's `postMessage` takes one argument here; the type checker has only a window's. @type {any} */
const page = globalThis;

/** The rectified image, and the given one is closed; the same one if WebGL was lost and does not come back. */
function rectified(image, lens) {
    if (mesh.isLost) {
        canvas = new OffscreenCanvas(1, 1);
        mesh = LensMesh.on(canvas) ?? mesh;
    }
    if (mesh.isLost) return image;
    mesh.draw(image, lens);
    const made = canvas.transferToImageBitmap();
    image.close();
    return made;
}

addEventListener("message", ({ data: { port } }) => {
    port.onmessage = ({ data: { image, lens } }) => {
        let made = image;
        try {
            made = rectified(image, lens);
        } catch (error) {
            // Every image is answered: the frames behind it wait.
            reportError(error);
        }
        port.postMessage({ image: made }, [made]);
    };
});
page.postMessage({ canRectify: mesh !== null });
