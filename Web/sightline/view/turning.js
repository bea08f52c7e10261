// Turns pictures by quarters.

import { sizeOf } from "./picture-size.js";

const canvas = new OffscreenCanvas(1, 1);

/** A picture turned clockwise by a number of quarters, as a bitmap; the given one is closed. Without a turn it is the given one. */
export function turned(picture, quarters) {
    if (quarters === 0) return picture;
    const isAcross = quarters % 2 === 1;
    const [width, height] = sizeOf(picture);
    canvas.width = isAcross ? height : width;
    canvas.height = isAcross ? width : height;
    const context = canvas.getContext("2d", { alpha: false });
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((quarters * Math.PI) / 2);
    context.drawImage(picture, -width / 2, -height / 2);
    picture.close();
    return canvas.transferToImageBitmap();
}
