// Sizes of images, and their rotation by quarters.

/** The display width and height of a VideoFrame, an ImageBitmap or a canvas. */
export const sizeOf = (image) => [image.displayWidth ?? image.width, image.displayHeight ?? image.height];

/** Made with the first rotation: a browser without it can still show images. */
let canvas = null;

/**
 * An image rotated clockwise by a number of quarters, as a bitmap; the given one is closed. Without a rotation it is
 * the given one.
 */
export function turned(image, quarters) {
    if (quarters === 0) return image;
    const isAcross = quarters % 2 === 1;
    const [width, height] = sizeOf(image);
    canvas ??= new OffscreenCanvas(1, 1);
    canvas.width = isAcross ? height : width;
    canvas.height = isAcross ? width : height;
    const context = canvas.getContext("2d", { alpha: false });
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((quarters * Math.PI) / 2);
    context.drawImage(image, -width / 2, -height / 2);
    image.close();
    return canvas.transferToImageBitmap();
}
