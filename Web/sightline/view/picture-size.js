// Browsers' pictures tell their size by different names.

/** Width and height at which a VideoFrame, an ImageBitmap or a canvas is shown. */
export const sizeOf = (picture) => [picture.displayWidth ?? picture.width, picture.displayHeight ?? picture.height];
