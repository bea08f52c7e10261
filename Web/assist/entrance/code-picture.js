// A code to scan, as a picture of the page.

/** Shows a code, an SVG's text, in a picture; hides the picture without one. */
export function showCode(image, code) {
    image.hidden = !code;
    if (code) image.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
}
