// Passes the reference images of billboards' posters to the engine.

import { bitmapOf } from "./sources.js";

const side = 360;

/** An image as gray bytes, with the engine's weights, at the size of reference images. */
export async function grayOf(blob) {
    const bitmap = await bitmapOf(blob, side);
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const { data } = context.getImageData(0, 0, width, height);
    const gray = new Uint8Array(width * height);
    for (let i = 0; i < gray.length; i++) gray[i] = (77 * data[4 * i] + 150 * data[4 * i + 1] + 29 * data[4 * i + 2] + 128) >> 8;
    return { gray, width, height };
}

/** Learns the posters of boards with a reference image, each by its index in the list; returns their number. */
export async function learnPosters(billboard, boards) {
    await billboard.forget();
    let known = 0;
    for (const [number, { reference }] of boards.entries()) {
        if (!reference) continue;
        const response = await fetch(reference);
        if (!response.ok) continue;
        const { gray, width, height } = await grayOf(await response.blob());
        if (await billboard.learn(number, gray, width, height)) known += 1;
    }
    return known;
}
