// Teaches the engine the posters that billboards are recognised by.

import { bitmapOf } from "./sources.js";

const side = 360;

/** A picture as gray bytes, the engine's weights, at the size that posters are learned at. */
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

/** Teaches the posters of boards that have a reference picture, each by its place in the list; gives how many are known. */
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
