// A small panel of buttons that stands before the viewer in a headset, painted by the page.

import { transformed } from "../core/projection.js";
import { fillRounded, writeFitting, writeLines } from "./painting.js";
import { facing, rectangleHit } from "./ray-geometry.js";

/** Metres. */
const width = 0.42;
const pixelsPerMetre = 2000;
/** Pixels of the picture. */
const [margin, gap, rowHeight, titleHeight, lineHeight] = [30, 16, 92, 66, 40];
/** Lines of the note below the title, at most. */
const noteLines = 3;
const statusHeight = titleHeight + noteLines * lineHeight + gap;
/** Where it stands before the viewer: metres away, metres below the eyes, and radians to the left, so that it leaves the middle free. */
const [ahead, below, aside] = [0.72, 0.22, 0.34];
/** It comes to where the viewer has gone if it is farther away than this, metres, or farther from the middle of the view, radians. */
const [leash, sight] = [1.3, 1.1];

/**
 * Buttons `{ id, label, color, isOn, isWide }` in rows, and a line of text above them; `color` (0xRRGGBB) makes a swatch. `onpress(id)` is
 * called with the button that a pointer selects.
 */
export class Panel {
    /** @type {((id: string) => void) | null} */
    onpress = null;
    /** Its pose in the reference space; null before the first frame. */
    pose = null;
    canvas = document.createElement("canvas");
    #rows = [];
    #text = { title: "", note: "" };
    #places = [];
    #hovered = null;
    #state = "";

    /** Sets the buttons, a list for each row, and the text: `{ title, note }`. */
    show(rows, text) {
        this.#rows = rows;
        this.#text = text;
    }

    /** Width and height, metres. */
    get size() {
        return [width, this.#height / pixelsPerMetre];
    }

    get #height() {
        return 2 * margin + statusHeight + this.#rows.length * (rowHeight + gap);
    }

    /** Keeps it before a viewer; it stays where it is while the viewer looks around a little, or a pointer is on it. */
    follow({ translation }, forward) {
        if (this.pose && this.#hovered) return;
        const away = this.pose?.translation.map((value, axis) => value - translation[axis]);
        const distance = away && Math.hypot(away[0], away[2]);
        const angle = away && Math.abs(Math.atan2(away[0] * forward[2] - away[2] * forward[0], away[0] * forward[0] + away[2] * forward[2]));
        if (away && distance < leash && angle < sight) return;
        const heading = Math.atan2(-forward[0], -forward[2]) + aside;
        const point = [translation[0] - ahead * Math.sin(heading), translation[1] - below, translation[2] - ahead * Math.cos(heading)];
        this.pose = facing(point, translation);
    }

    /** Where a ray meets it: `{ distance, button, point }`; null if it does not. */
    hit(ray) {
        const hit = this.pose && rectangleHit(this.pose, this.size, ray);
        if (!hit) return null;
        const [x, y] = [hit.x * this.canvas.width, hit.y * this.canvas.height];
        const place = this.#places.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
        const [w, h] = this.size;
        const point = transformed(this.pose, [(hit.x - 0.5) * w, (0.5 - hit.y) * h, 0.001]);
        return { distance: hit.distance, button: place?.button ?? null, point, pose: this.pose };
    }

    /** The middle of a button, (0, 0) top left, (1, 1) bottom right; null if it is not painted. */
    placeOf(id) {
        const place = this.#places.find(({ button }) => button.id === id);
        return place ? [(place.x + place.width / 2) / this.canvas.width, (place.y + place.height / 2) / this.canvas.height] : null;
    }

    /** Marks the button that a pointer is on, null for none. */
    hover(button) {
        this.#hovered = button;
    }

    /** Paints it if anything changed; returns whether it did. */
    paint() {
        const state = JSON.stringify([this.#rows, this.#text, this.#hovered?.id]);
        if (state === this.#state) return false;
        this.#state = state;
        const { canvas } = this;
        if (canvas.height !== this.#height) Object.assign(canvas, { width: width * pixelsPerMetre, height: this.#height });
        const context = canvas.getContext("2d");
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.direction = document.dir === "rtl" ? "rtl" : "ltr";
        fillRounded(context, 0, 0, canvas.width, canvas.height, 40, "rgba(14, 17, 22, 0.86)");
        this.#paintText(context);
        this.#places = [];
        this.#rows.forEach((row, index) => this.#paintRow(context, row, margin + statusHeight + index * (rowHeight + gap)));
        return true;
    }

    #paintText(context) {
        const isLeftward = context.direction === "rtl";
        const x = isLeftward ? this.canvas.width - margin : margin;
        context.textAlign = "start";
        context.textBaseline = "middle";
        context.fillStyle = "#ffffff";
        writeFitting(context, this.#text.title, x, margin + 28, this.canvas.width - 2 * margin, 46, 600);
        context.fillStyle = "rgba(255, 255, 255, 0.8)";
        writeLines(context, this.#text.note, x, margin + titleHeight + lineHeight / 2, this.canvas.width - 2 * margin, { size: 30, lineHeight, most: noteLines });
    }

    #paintRow(context, row, y) {
        const weights = row.map(({ isWide }) => (isWide ? 2 : 1));
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        const free = this.canvas.width - 2 * margin - gap * (row.length - 1);
        let x = margin;
        row.forEach((button, index) => {
            const wide = (free * weights[index]) / all;
            const place = { button, x: context.direction === "rtl" ? this.canvas.width - x - wide : x, y, width: wide, height: rowHeight };
            this.#places.push(place);
            this.#paintButton(context, place);
            x += wide + gap;
        });
    }

    #paintButton(context, { button, x, y, width: wide, height }) {
        const isHovered = this.#hovered?.id === button.id;
        const ground = button.isOn ? "#ffffff" : isHovered ? "rgba(255, 255, 255, 0.34)" : "rgba(255, 255, 255, 0.15)";
        if (button.color !== undefined) return paintSwatch(context, button, isHovered, x + wide / 2, y + height / 2, height / 2);
        fillRounded(context, x, y, wide, height, 24, ground);
        context.fillStyle = button.isOn ? "#0e1116" : "#ffffff";
        context.textAlign = "center";
        context.textBaseline = "middle";
        writeFitting(context, button.label, x + wide / 2, y + height / 2 + 2, wide - 20, 34, 500);
    }
}

function paintSwatch(context, { color, isOn }, isHovered, x, y, radius) {
    const disc = (size, fill) => {
        context.beginPath();
        context.arc(x, y, size, 0, 2 * Math.PI);
        context.fillStyle = fill;
        context.fill();
    };
    if (isOn || isHovered) disc(radius, isOn ? "#ffffff" : "rgba(255, 255, 255, 0.45)");
    disc(radius - 9, "#0e1116");
    disc(radius - 13, `#${color.toString(16).padStart(6, "0")}`);
}
