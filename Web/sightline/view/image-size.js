// Browsers' images tell their size by different names.

/** Width and height at which a VideoFrame, an ImageBitmap or a canvas is shown. */
export const sizeOf = (image) => [image.displayWidth ?? image.width, image.displayHeight ?? image.height];
