// What panels and labels are painted with.

/** Fills a rectangle with round corners. @param {CanvasRenderingContext2D} context */
export function fillRounded(context, x, y, wide, high, radius, fill) {
    context.beginPath();
    context.moveTo(x + radius, y);
    for (const [a, b, c, d] of [[x + wide, y, x + wide, y + high], [x + wide, y + high, x, y + high], [x, y + high, x, y], [x, y, x + wide, y]]) {
        context.arcTo(a, b, c, d, radius);
    }
    context.closePath();
    context.fillStyle = fill;
    context.fill();
}

/** Writes a line of text, smaller if it would be too long. @param {CanvasRenderingContext2D} context */
export function writeFitting(context, text, x, y, space, size, weight) {
    const set = (pixels) => { context.font = `${weight} ${pixels}px system-ui, sans-serif`; };
    set(size);
    const wanted = context.measureText(text).width;
    if (wanted > space) set(Math.max(18, (size * space) / wanted));
    context.fillText(text, x, y, space);
}
