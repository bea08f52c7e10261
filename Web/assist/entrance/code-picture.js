// A QR code as an image of the page.

/** Shows a code, the text of an SVG, in an image; hides the image without one. */
export function showCode(image, code) {
    image.hidden = !code;
    if (code) image.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
}
