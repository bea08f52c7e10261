// A floor plan as a drawing (SVG): rooms, walls, openings, what was not seen, names, numbers and lengths. The longest wall lies level.

import { numberText, translated } from "../studio/language/language.js";
import { lengthText, metresText, planAreaText } from "./results.js";

/** Shorter sides have no length in the drawing, metres. */
export const shortest = 0.3;

/** The name of a side by its number from 0 on and what stands along most of it. */
export function sideName({ kind }, side) {
    const number = numberText(side + 1);
    if (kind === "wall") return translated("Wall {number}", { number });
    return kind === "opening" ? translated("Opening {number}", { number }) : translated("Not seen {number}", { number });
}

/** A room's own name, or its number from 0 on. */
export const roomName = ({ name }, room) => name || translated("Room {number}", { number: numberText(room + 1) });

/** The rooms between which an opening is, in words. */
export function passageName({ rooms: numbers }, { rooms }) {
    const [first, second] = numbers.map((number) => roomName(rooms[number], number));
    return second === undefined ? translated("Opening out of {room}", { room: first }) : translated("Opening between {first} and {second}", { first, second });
}

/** An element of SVG with attributes and children. */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

/** Cosine and sine of the turn after which the longest side lies level. */
function levelTurn(sides) {
    const { start, end } = sides.reduce((longest, side) => (side.length > longest.length ? side : longest));
    const angle = Math.atan2(end[1] - start[1], end[0] - start[0]);
    // At most a quarter turn, so that ahead stays ahead.
    const level = Math.abs(angle) > Math.PI / 2 ? angle - Math.PI * Math.sign(angle) : angle;
    return [Math.cos(level), Math.sin(level)];
}

/** Where the points of a plan lie in a drawing. */
export class PlanLayout {
    #turn;
    #low;
    #margin;

    /**
     * The plan at the first of `scales`, units per metre, with which it fits `width` × `height` units, a `margin` around it
     * included; at whatever fits if none does. It is turned as another layout (`turnedAs`), so that a plan that is corrected
     * does not turn under the pointer.
     */
    constructor({ sides, partitions = [] }, { width, height, margin, scales = [], turnedAs = null }) {
        this.#turn = turnedAs ? turnedAs.#turn : levelTurn(sides);
        const corners = [...sides, ...partitions].flatMap(({ start, end }) => [this.#turned(start), this.#turned(end)]);
        const [low, high] = [Math.min, Math.max].map((extreme) => [0, 1].map((axis) => extreme(...corners.map((corner) => corner[axis]))));
        const span = [0, 1].map((axis) => high[axis] - low[axis]);
        const most = Math.min((width - 2 * margin) / span[0], (height - 2 * margin) / span[1]);
        this.#low = [low[0], high[1]];
        this.#margin = margin;
        /** Units per metre. */
        this.scale = scales.find((scale) => scale <= most) ?? most;
        this.size = span.map((metres) => metres * this.scale + 2 * margin);
    }

    #turned([x, y]) {
        const [cosine, sine] = this.#turn;
        return [cosine * x + sine * y, cosine * y - sine * x];
    }

    /** The point of the plan at a place of the drawing. */
    point([x, y]) {
        const [cosine, sine] = this.#turn;
        const [right, up] = [(x - this.#margin) / this.scale + this.#low[0], this.#low[1] - (y - this.#margin) / this.scale];
        return [cosine * right - sine * up, sine * right + cosine * up];
    }

    /** Whether all of a plan lies in the drawing. */
    holds({ sides, partitions = [] }) {
        const isIn = (point) => this.place(point).every((value, axis) => value >= 0 && value <= this.size[axis]);
        return [...sides, ...partitions].every(({ start, end }) => isIn(start) && isIn(end));
    }

    /** A point of the plan in the drawing, y downwards. */
    place(point) {
        const [x, y] = this.#turned(point);
        return [(x - this.#low[0]) * this.scale + this.#margin, (this.#low[1] - y) * this.scale + this.#margin];
    }
}

/** The direction of length 1 from a place of the drawing to another one, and that to its right, which is outside the room. */
export function directions([ax, ay], [bx, by]) {
    const length = Math.hypot(bx - ax, by - ay);
    const along = [(bx - ax) / length, (by - ay) / length];
    return { along, outward: [-along[1], along[0]] };
}

/**
 * What of a plan can be chosen: `{ key, kind: "moveWall" | "moveOpening" | "partition", number, shape, name }`; the key stays while
 * nothing is added or removed. Partitions cannot be moved.
 */
export function movables(plan) {
    const { sides, stretches, passages = [], partitions = [], rooms = [] } = plan;
    const wallName = (side, number) => (rooms.length > 1 ? translated("{wall}, {room}", { wall: sideName(side, number), room: roomName(rooms[side.room], side.room) }) : sideName(side, number));
    const walls = sides.map((side, number) => ({ key: `wall-${number}`, kind: "moveWall", number, shape: side, name: wallName(side, number) }));
    const openings = passages.map((passage, place) => ({
        key: `opening-${place}`, kind: "moveOpening", number: passage.stretch, shape: stretches[passage.stretch],
        name: rooms.length > 1 ? passageName(passage, plan) : translated("Opening in wall {number}", { number: numberText(stretches[passage.stretch].side + 1) }),
    }));
    const drawn = partitions.map((shape, number) => ({ key: `partition-${number}`, kind: "partition", number, shape, name: translated("Wall within a room {number}", { number: numberText(number + 1) }) }));
    return [...walls, ...drawn, ...openings];
}

/** The drawing; `isEditable` gives what can be moved a place for the pointer and the keyboard. `letter` is the letters' height, units. */
export function planDrawing(plan, layout, { letter, isEditable = false, selected = null }) {
    const [width, height] = layout.size;
    const drawing = element("svg", { viewBox: `0 0 ${width.toFixed(2)} ${height.toFixed(2)}`, class: "plan-drawing", "font-size": letter });
    const polygon = (className, points) => element("polygon", { class: className, points: points.map((point) => layout.place(point).map((value) => value.toFixed(2)).join()).join(" ") });
    const { rooms = [], bodies = [], passages = [], partitions = [], stretches } = plan;
    for (const body of bodies) drawing.append(polygon("body", body));
    rooms.forEach((_, room) => drawing.append(polygon("inside", plan.sides.filter((side) => side.room === room).map(({ start }) => start))));
    for (const { stretch, opposite } of passages) {
        if (opposite !== null) drawing.append(...jambs(stretches[stretch], stretches[opposite]).map((jamb) => line(layout, jamb, "wall jamb")));
    }
    for (const stretch of [...stretches, ...partitions]) drawing.append(line(layout, stretch, `${stretch.kind}${stretch.origin === "scanned" ? "" : " hand"}`));
    plan.sides.forEach((side, number) => drawing.append(...(rooms.length > 1 ? insideTexts : sideTexts)(plan, number, layout, letter)));
    if (rooms.length > 1) rooms.forEach((room, number) => drawing.append(...roomTexts(room, number, layout, letter)));
    if (isEditable) for (const movable of movables(plan)) drawing.append(handle(movable, layout, selected));
    return drawing;
}

function line(layout, { start, end }, className) {
    const [[x1, y1], [x2, y2]] = [layout.place(start), layout.place(end)];
    return element("line", { class: className, x1: x1.toFixed(2), y1: y1.toFixed(2), x2: x2.toFixed(2), y2: y2.toFixed(2) });
}

/** The ends of the walls beside an opening of two rooms. */
const jambs = (own, other) => [{ start: own.start, end: other.end }, { start: own.end, end: other.start }];

/** The number and the length of a side of one of several rooms, within the room: what of them the side has place for. */
function insideTexts(plan, number, layout, letter) {
    const side = plan.sides[number];
    const [from, to] = [layout.place(side.start), layout.place(side.end)];
    const { along, outward } = directions(from, to);
    const name = layout.place(plan.rooms[side.room].labelPlace);
    // In a narrow room the middle is the name's.
    const isNarrow = outward[0] * (from[0] - name[0]) + outward[1] * (from[1] - name[1]) < 4.5 * letter && side.length * layout.scale > 16 * letter;
    const place = from.map((value, axis) => value + (to[axis] - value) * (isNarrow ? 0.25 : 0.5) - outward[axis] * 0.85 * letter);
    const length = `${metresText(side.length)}${number === plan.knownSide ? " ✓" : ""}`;
    const room = side.length * layout.scale;
    const label = numberText(number + 1);
    if (room < letter) return [];
    if (room < 0.6 * letter * (label.length + length.length + 2)) return [text(place, 0, label, "number")];
    const made = text(place, readable(along), "", side.isLengthByHand ? "length hand" : "length");
    made.append(element("tspan", { class: "number" }, `${label} · `), length);
    return [made];
}

/** The name and the area of a room. */
function roomTexts(room, number, layout, letter) {
    const [x, y] = layout.place(room.labelPlace);
    return [text([x, y - 0.65 * letter], 0, roomName(room, number), "name"), text([x, y + 0.65 * letter], 0, planAreaText(room.area, null), "area")];
}

/** Whether a side's ends are a corner that stands in the room: outside of it is little place then. */
function isInNook({ sides }, number) {
    const turn = (side, next) => {
        const [[ax, ay], [bx, by]] = [side, next].map(({ start, end }) => [end[0] - start[0], end[1] - start[1]]);
        return ax * by - ay * bx;
    };
    const at = (index) => sides[(index + sides.length) % sides.length];
    return turn(at(number - 1), at(number)) < 0 || turn(at(number), at(number + 1)) < 0;
}

/** The number and the length of a side, on the two sides of it. */
function sideTexts(plan, number, layout, letter) {
    const side = plan.sides[number];
    const [from, to] = [layout.place(side.start), layout.place(side.end)];
    const out = isInNook(plan, number) ? -1 : 1;
    const { along, outward } = directions(from, to);
    const middle = from.map((value, axis) => (value + to[axis]) / 2);
    const at = (distance) => middle.map((value, axis) => value + outward[axis] * distance);
    const result = [text(at(-1.1 * out * letter), 0, numberText(number + 1), "number")];
    if (side.length > shortest) {
        const mark = number === plan.knownSide ? " ✓" : "";
        result.push(text(at(1.2 * out * letter), readable(along), `${metresText(side.length)}${mark}`, side.isLengthByHand ? "length hand" : "length"));
    }
    return result;
}

/** The angle of a text along a direction, degrees; within a hundredth of a degree an upright wall is read from one side. */
function readable([x, y]) {
    const angle = (Math.atan2(y, x) * 180) / Math.PI;
    if (angle > 90.01) return angle - 180;
    return angle <= -89.99 ? angle + 180 : angle;
}

function text([x, y], angle, words, className) {
    return element("text", { class: className, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle.toFixed(2)})` }, words);
}

function handle({ key, name, kind, shape }, layout, selected) {
    const reading = kind === "moveOpening" ? metresText(shape.length) : sideReading(shape);
    return element(
        "g",
        { class: "handle", "data-key": key, tabindex: 0, role: "button", "aria-pressed": key === selected, "aria-label": `${name}, ${reading}`, "aria-describedby": "plan-hint" },
        line(layout, shape, "reach"), line(layout, shape, "chosen"),
    );
}

/** A side's length with one standard deviation, or by hand if a wall at its ends was moved. */
export const sideReading = ({ length, lengthSigma, isLengthByHand }) => (isLengthByHand ? translated("{length}, by hand", { length: metresText(length) }) : lengthText(length, lengthSigma));
