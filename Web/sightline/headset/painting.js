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

/** Writes a text in lines that fit; where a language has no spaces, lines break between its letters. The last line is made to fit what is left. */
export function writeLines(context, text, x, y, space, { size, lineHeight, most }) {
    context.font = `400 ${size}px system-ui, sans-serif`;
    const parts = text.match(/[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*/gu) ?? [];
    const lines = [""];
    for (const part of parts) {
        const isFull = lines.at(-1) && context.measureText((lines.at(-1) + part).trimEnd()).width > space;
        if (isFull && lines.length < most) lines.push("");
        lines.push(lines.pop() + part);
    }
    lines.forEach((line, index) => writeFitting(context, line.trimEnd(), x, y + index * lineHeight, space, size, 400));
}
