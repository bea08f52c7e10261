// Browsers' images have different names for their size.

/** The display width and height of a VideoFrame, an ImageBitmap or a canvas. */
export const sizeOf = (image) => [image.displayWidth ?? image.width, image.displayHeight ?? image.height];
