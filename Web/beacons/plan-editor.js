// Drawing on the plan: walls, zones, and the positions of receivers and beacons.

import { numberText, translated } from "../studio/language/language.js";
import { draw, make } from "./elements.js";

const modes = [
    { name: "look", words: translated("Look") },
    { name: "move", words: translated("Move"), advice: translated("Drag a receiver or a beacon to where it hangs; arrow keys move the chosen one by 0.1 m.") },
    { name: "wall", words: translated("Wall"), advice: translated("Drag from one end of a wall to the other.") },
    { name: "zone", words: translated("Zone"), advice: translated("Drag from one corner of the zone to the opposite one.") },
    { name: "outline", words: translated("Outline"), advice: translated("Tap the corners of a zone one after the other, then the first one again.") },
    { name: "earth", words: translated("Earth"), advice: translated("Tap a point whose coordinates you know, or where you stand; two points far apart tie the plan to the earth.") },
    { name: "erase", words: translated("Erase"), advice: translated("Tap a wall to take it away.") },
];

/** How near the first corner a tap closes an outline, m. */
const closeReach = 0.7;

export class PlanEditor {
    /**
     * Called with the drawn element: `{ x1, y1, x2, y2 }`, `{ x, y, width, depth, outline }`, a wall's number, or a receiver or
     * beacon and its new position.
     */
    onwall = () => {};
    onzone = () => {};
    onerase = () => {};
    onmove = () => {};
    /** Called with a known beacon and where it is now. */
    onsurvey = () => {};
    /** Called with what a tap on the plan does from now on. */
    onmode = () => {};
    /** Called with a point whose place on the earth is to be given. */
    onearth = () => {};
    #view;
    #byId;
    #mode = "look";
    #venue = null;
    #start = null;
    #held = null;
    #chosen = null;
    /** The beacon that surveys the floor. */
    #surveyor = null;
    /** The corners of an outline that is not closed yet, each `[x, y]`. */
    #corners = [];

    constructor(view, byId) {
        this.#view = view;
        this.#byId = byId;
        for (const { name, words } of modes) {
            byId("modes").append(make("button", { class: "button small", type: "button", text: words, "aria-pressed": String(name === "look"), "data-mode": name, onclick: () => this.#choose(name) }));
        }
        const plan = byId("plan");
        plan.addEventListener("pointerdown", (event) => this.#down(event));
        plan.addEventListener("pointermove", (event) => this.#drag(event));
        plan.addEventListener("pointerup", (event) => this.#up(event));
        plan.addEventListener("pointercancel", () => this.#let());
        plan.addEventListener("keydown", (event) => this.#key(event));
    }

    show(venue) {
        this.#venue = venue;
        this.#byId("modes").hidden = !(venue.isOwner && venue.plan.width > 0);
        this.#byId("plan").tabIndex = this.#mode === "move" ? 0 : -1;
    }

    #choose(name) {
        this.#mode = name;
        this.#corners = [];
        this.#let();
        for (const button of this.#byId("modes").children) button.setAttribute("aria-pressed", button.dataset.mode === name);
        this.advise(modes.find((mode) => mode.name === name)?.advice ?? "");
        this.#byId("plan").dataset.mode = name;
        this.#byId("plan").tabIndex = name === "move" ? 0 : -1;
        this.onmode(name);
    }

    /** Says what to do next. */
    advise(words) {
        this.#byId("plan-advice").textContent = words;
        this.#byId("plan-advice").hidden = !words;
    }

    /** From now on a tap on the plan says where a beacon is. */
    survey(beacon) {
        this.#surveyor = beacon;
        this.#choose("survey");
        this.advise(translated("Carry {name}: tap where you stand, walk straight on, tap again.", { name: beacon.name }));
        this.#byId("plan").scrollIntoView({ block: "nearest" });
    }

    #markPlace(place) {
        const at = this.#view.at(place.x, place.y);
        this.#layer().replaceChildren(draw("circle", { cx: at.x, cy: at.y, r: 8 }));
        this.onsurvey(this.#surveyor, place);
    }

    #down(event) {
        if (this.#mode === "look" || !this.#view.svg || !this.#venue.isOwner) return;
        event.preventDefault();
        const place = this.#view.place(event);
        if (this.#mode === "erase") return this.#erase(place);
        if (this.#mode === "outline") return this.#addCorner(place);
        if (this.#mode === "survey") return this.#markPlace(place);
        if (this.#mode === "earth") return this.onearth(place);
        if (this.#mode === "move") {
            this.#held = this.#chosen = this.#nearest(place);
            this.#byId("plan").focus();
        }
        this.#start = place;
        this.#byId("plan").setPointerCapture(event.pointerId);
    }

    #drag(event) {
        if (!this.#start) return;
        const [from, to] = [this.#start, this.#view.place(event)];
        const [a, b] = [this.#view.at(from.x, from.y), this.#view.at(to.x, to.y)];
        const size = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
        const metres = (value) => numberText(value, 1);
        const words = {
            wall: `${metres(Math.hypot(to.x - from.x, to.y - from.y))} m`,
            zone: `${metres(Math.abs(to.x - from.x))} × ${metres(Math.abs(to.y - from.y))} m`,
            move: this.#held ? `${this.#held.thing.name}: ${metres(to.x)}, ${metres(to.y)} m` : "",
        }[this.#mode];
        const mark = {
            wall: () => draw("line", { class: "wall", "stroke-width": 4, x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
            zone: () => draw("rect", size),
            move: () => draw("circle", { cx: b.x, cy: b.y, r: 10 }),
        }[this.#mode]();
        this.#layer().replaceChildren(mark, draw("text", { x: b.x, y: b.y - 14, "text-anchor": "middle", text: words }));
    }

    #up(event) {
        if (!this.#start) return;
        const [from, to, held] = [this.#start, this.#view.place(event), this.#held];
        this.#let();
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        if (this.#mode === "wall" && length >= 0.3) this.onwall({ x1: from.x, y1: from.y, x2: to.x, y2: to.y });
        if (this.#mode === "zone" && Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= 0.3) {
            this.onzone({ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), depth: Math.abs(to.y - from.y) });
        }
        if (this.#mode === "move" && held && length > 0) this.onmove(held, to);
    }

    #key(event) {
        const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
        if (!step || this.#mode !== "move") return;
        const held = this.#chosen && this.#things().find(({ thing }) => thing.id === this.#chosen.thing.id);
        if (!held) return;
        event.preventDefault();
        this.onmove(held, { x: Math.round((held.thing.x + step[0]) * 10) / 10, y: Math.round((held.thing.y + step[1]) * 10) / 10 });
    }

    /** One more corner of an outline; near the first one it is closed. */
    #addCorner({ x, y }) {
        const [first] = this.#corners;
        const isClosed = this.#corners.length > 2 && Math.hypot(first[0] - x, first[1] - y) < closeReach;
        if (!isClosed) {
            this.#corners.push([x, y]);
            const marks = this.#corners.map((corner) => this.#view.at(...corner)).map((at) => draw("circle", { cx: at.x, cy: at.y, r: 6 }));
            this.#layer().replaceChildren(draw("polyline", { points: this.#view.points(this.#corners) }), ...marks);
            return;
        }
        const [across, along] = [this.#corners.map((corner) => corner[0]), this.#corners.map((corner) => corner[1])];
        const least = { x: Math.min(...across), y: Math.min(...along) };
        this.onzone({ ...least, width: Math.max(...across) - least.x, depth: Math.max(...along) - least.y, outline: this.#corners });
        this.#corners = [];
        this.#layer().replaceChildren();
    }

    #erase({ x, y }) {
        const distances = this.#venue.plan.walls.map((wall) => fromWall(wall, x, y));
        const least = Math.min(...distances);
        if (least < 0.6) this.onerase(distances.indexOf(least));
    }

    #things() {
        const hung = ({ thing }) => thing.x !== undefined && thing.x !== null;
        return [...this.#venue.receivers.map((thing) => ({ kind: "receivers", thing })), ...this.#venue.beacons.map((thing) => ({ kind: "beacons", thing }))].filter(hung);
    }

    #nearest({ x, y }) {
        const far = ({ thing }) => Math.hypot(thing.x - x, thing.y - y);
        const [first] = this.#things().sort((left, right) => far(left) - far(right));
        return first && far(first) < 1.5 ? first : null;
    }

    #layer() {
        return this.#view.svg.querySelector(".hand");
    }

    #let() {
        this.#start = this.#held = null;
        if (this.#view.svg) this.#layer().replaceChildren();
    }
}

/** The distance of a point from a wall, m. */
function fromWall({ x1, y1, x2, y2 }, x, y) {
    const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const share = square > 0 ? Math.min(Math.max(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square, 0), 1) : 0;
    return Math.hypot(x1 + share * (x2 - x1) - x, y1 + share * (y2 - y1) - y);
}
