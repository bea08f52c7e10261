// The floor plan: walls, zones, receivers, beacons, and all positions with their uncertainty.

import { numberText, translated } from "../studio/language/language.js";
import { draw, keep } from "./elements.js";

const margin = 18;
const trailLength = 24;
const colours = 6;

export class PlanView {
    #holder;
    #svg = null;
    #layers = {};
    #venue = null;
    #state = null;
    #scale = 1;
    #trails = new Map();
    #hues = new Map();
    #own = null;
    #walk = null;

    constructor(holder) {
        this.#holder = holder;
        new ResizeObserver(() => this.#venue && this.#rebuild()).observe(holder);
    }

    /** The drawing, for an editor; null if there is no plan. */
    get svg() {
        return this.#svg;
    }

    /** Shows the settings of a venue on one floor. */
    show(venue) {
        this.#venue = venue;
        this.#rebuild();
    }

    /** Shows the current positions. */
    move(state) {
        this.#state = state;
        if (this.#svg) this.#drawState();
    }

    /** The position on the floor, m, under a pointer. */
    place({ clientX, clientY }) {
        const box = this.#svg.getBoundingClientRect();
        const { width, depth } = this.#venue.plan;
        const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
        return { x: within((clientX - box.left - margin) / this.#scale, width), y: within(depth - (clientY - box.top - margin) / this.#scale, depth) };
    }

    /** The position in the drawing, px, of a point on the floor. */
    at(x, y) {
        return { x: margin + x * this.#scale, y: margin + (this.#venue.plan.depth - y) * this.#scale };
    }

    /** The layer of those who are truly there, in a simulation. */
    get people() {
        return this.#layers.people;
    }

    /** The colour of a carried beacon or receiver. */
    hue(key) {
        if (!this.#hues.has(key)) this.#hues.set(key, this.#hues.size % colours);
        return this.#hues.get(key);
    }

    /** Shows where the person with this device is, `{ x, y, major, minor, angle, direction }`; null for nowhere. */
    showOwn(own) {
        this.#own = own;
        if (this.#svg) this.#drawOwn();
    }

    /** Shows a walk's taps and its path, `{ marks, stretches }`, each place `{ x, y }`; null for none. */
    showWalk(walk) {
        if (!walk && !this.#walk) return;
        this.#walk = walk;
        if (this.#svg) this.#drawWalk();
    }

    #drawWalk() {
        const layer = this.#layers.walk;
        layer.replaceChildren();
        if (!this.#walk) return;
        for (const stretch of this.#walk.stretches) layer.append(draw("polyline", { class: "walk-way", points: this.points(stretch.map(({ x, y }) => [x, y])) }));
        for (const { x, y } of this.#walk.marks) layer.append(draw("circle", { class: "walk-mark", cx: this.at(x, y).x, cy: this.at(x, y).y, r: 7 }));
    }

    #drawOwn() {
        const layer = this.#layers.own;
        layer.replaceChildren();
        if (!this.#own) return;
        const { x, y, major, minor, angle, direction } = this.#own;
        const at = this.at(x, y);
        const turned = (radians) => `translate(${at.x} ${at.y}) rotate(${(-radians * 180) / Math.PI})`;
        layer.append(draw("ellipse", { class: "own-spread", rx: Math.max(major * this.#scale, 2), ry: Math.max(minor * this.#scale, 2), transform: turned(angle) }));
        if (direction !== null) layer.append(draw("path", { class: "own-heading", d: "M0 0L26 -11A28 28 0 0 1 26 11Z", transform: turned(direction) }));
        layer.append(draw("circle", { class: "own-mark", cx: at.x, cy: at.y, r: 7 }, draw("title", { text: translated("Where I am") })));
    }

    #rebuild() {
        const { plan } = this.#venue;
        this.#holder.replaceChildren();
        this.#svg = null;
        if (!(plan.width > 0 && plan.depth > 0)) {
            const words = document.createElement("p");
            words.className = "none";
            words.textContent = translated("No plan yet: set its size, draw the walls and place at least three receivers to see who is where.");
            this.#holder.append(words);
            return;
        }
        const room = this.#holder.clientWidth - 2 * margin - 2;
        const height = Math.max(innerHeight * 0.62, 260);
        this.#scale = Math.max(Math.min(room / plan.width, height / plan.depth), 4);
        const size = { width: plan.width * this.#scale + 2 * margin, height: plan.depth * this.#scale + 2 * margin };
        this.#svg = draw("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": translated("Floor plan, {width} by {depth} metres", { width: numberText(plan.width), depth: numberText(plan.depth) }) });
        for (const name of ["floor", "survey", "zones", "trails", "spreads", "walls", "things", "walkers", "people", "walk", "own", "hand"]) {
            this.#layers[name] = draw("g", { class: name });
            this.#svg.append(this.#layers[name]);
        }
        this.#svg.classList.toggle("crowded", this.#scale < 18);
        this.#drawFloor(plan);
        this.#drawThings();
        this.#holder.append(this.#svg);
        if (this.#state) this.#drawState();
        this.#drawOwn();
        this.#drawWalk();
    }

    #drawFloor({ width, depth, walls }) {
        const { floor } = this.#layers;
        const corner = this.at(0, depth);
        const area = { x: corner.x, y: corner.y, width: width * this.#scale, height: depth * this.#scale };
        floor.append(draw("rect", { class: "ground", ...area }));
        if (this.#venue.planPicture) floor.append(draw("image", { class: "plan-picture", ...area, href: this.#venue.planPicture, preserveAspectRatio: "none" }));
        const step = this.#scale > 14 ? 1 : 5;
        for (let x = step; x < width; x += step) floor.append(this.#line(x, 0, x, depth, x % 5 ? "grid" : "grid five"));
        for (let y = step; y < depth; y += step) floor.append(this.#line(0, y, width, y, y % 5 ? "grid" : "grid five"));
        const bar = this.at(width - Math.min(5, width), 0);
        floor.append(draw("path", { class: "ruler", d: `M${bar.x} ${bar.y + 6}v4h${Math.min(5, width) * this.#scale}v-4` }));
        floor.append(draw("text", { class: "ruler-text", x: bar.x - 4, y: bar.y + 13, "text-anchor": "end", text: `${Math.min(5, width)} m` }));
        for (const wall of walls) {
            const line = this.#line(wall.x1, wall.y1, wall.x2, wall.y2, "wall");
            line.setAttribute("stroke-width", Math.min(2 + (wall.loss ?? 5) / 4, 7));
            this.#layers.walls.append(line);
        }
    }

    #line(x1, y1, x2, y2, name) {
        const [from, to] = [this.at(x1, y1), this.at(x2, y2)];
        return draw("line", { class: name, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }

    #drawThings() {
        const { zones, receivers, beacons, survey = [], plan: { earth = [] }, isOwner } = this.#venue;
        for (const { x, y } of isOwner ? earth ?? [] : []) {
            const at = this.at(x, y);
            this.#layers.survey.append(draw("path", { class: "earth-mark", d: `M${at.x - 6} ${at.y}h12M${at.x} ${at.y - 6}v12` }, draw("title", { text: translated("Point on the earth") })));
        }
        for (const [x, y] of survey) this.#layers.survey.append(draw("circle", { cx: this.at(x, y).x, cy: this.at(x, y).y, r: 2.5 }));
        for (const zone of zones) {
            const group = draw("g", { class: "zone-area" }, this.#zoneShape(zone), draw("text", { ...this.#zoneLabel(zone), text: zone.name }));
            group.dataset.key = zone.id;
            this.#layers.zones.append(group);
        }
        for (const beacon of beacons.filter(({ x }) => x !== undefined && x !== null)) {
            const { x, y } = this.at(beacon.x, beacon.y);
            this.#layers.things.append(draw("g", { class: "thing hung" }, draw("title", { text: beacon.name }), draw("circle", { class: "hung-mark", cx: x, cy: y, r: 5 }), this.#label(x, y, beacon.name)));
        }
        for (const receiver of receivers.filter(({ x }) => x !== undefined && x !== null)) {
            const { x, y } = this.at(receiver.x, receiver.y);
            const mark = draw("path", { class: "receiver-mark", d: `M${x} ${y - 7}l7 7-7 7-7-7z` });
            const group = draw("g", { class: "thing receiver" }, draw("title", { text: receiver.name }), mark, this.#label(x, y, receiver.name));
            group.dataset.key = receiver.id;
            this.#layers.things.append(group);
        }
    }

    #zoneShape({ x, y, width, depth, outline }) {
        if (outline) return draw("polygon", { points: this.points(outline), "stroke-linejoin": "round" });
        const corner = this.at(x, y + depth);
        return draw("rect", { x: corner.x + 2, y: corner.y + 2, width: Math.max(width * this.#scale - 4, 1), height: Math.max(depth * this.#scale - 4, 1), rx: 4 });
    }

    /** Corners on the floor, each `[x, y]` in m, as the points of a drawn line. */
    points(corners) {
        return corners.map(([x, y]) => this.at(x, y)).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    }

    /** The position of a zone's name: at the first of its corners without a device; of an outline, in it at its first corner. */
    #zoneLabel({ x, y, width, depth, name, outline }) {
        if (outline) {
            const [first, middle] = [this.at(...outline[0]), this.at(x + width / 2, y + depth / 2)];
            const isRight = first.x > middle.x;
            return { x: first.x + (isRight ? -10 : 10), y: first.y + (first.y > middle.y ? -10 : 19), "text-anchor": isRight ? "end" : "start" };
        }
        const { receivers, beacons } = this.#venue;
        const hanging = [...receivers, ...beacons].filter((thing) => thing.x !== undefined && thing.x !== null).map((thing) => this.at(thing.x, thing.y));
        const [low, high] = [this.at(x, y), this.at(x + width, y + depth)];
        const room = name.length * 7.5;
        const corners = [[low.x + 10, high.y + 19], [low.x + 10, low.y - 10], [high.x - 10 - room, high.y + 19], [high.x - 10 - room, low.y - 10]];
        const isClear = ([left, base]) => hanging.every((thing) => thing.x < left - 8 || thing.x > left + room + 8 || thing.y < base - 20 || thing.y > base + 10);
        const [left, base] = corners.find(isClear) ?? corners[0];
        return { x: Math.max(left, low.x + 10), y: base };
    }

    /** A label within the plan: to the left of points near its right edge. */
    #label(x, y, text) {
        const isRight = x > Number(this.#svg.getAttribute("width")) - 90;
        return draw("text", { x: isRight ? x - 11 : x + 11, y: y + 4, "text-anchor": isRight ? "end" : "start", text });
    }

    #drawState() {
        const { beacons, receivers, places } = this.#state;
        const names = new Map(this.#venue.receivers.map(({ id, name }) => [id, name]));
        const isHere = ({ position }) => position && position.floor === this.#venue.floor?.id;
        const walkers = [
            ...receivers.filter(isHere).map(({ id, position }) => ({ key: id, name: names.get(id) ?? id, position })),
            ...beacons.filter(isHere).map(({ beacon, name, position }) => ({ key: beacon, name: name ?? beacon.split("/").slice(1).join("/"), position })),
        ];
        for (const group of this.#layers.zones.children) {
            const place = places.find(({ id }) => id === group.dataset.key);
            group.classList.toggle("occupied", place?.state === "inside");
        }
        for (const group of this.#layers.things.querySelectorAll(".receiver")) {
            const receiver = receivers.find(({ id }) => id === group.dataset.key);
            group.classList.toggle("deaf", !(receiver?.isConnected && receiver.authorisation === "allowed"));
        }
        this.#drawTrails(walkers);
        this.#keep(this.#layers.spreads, walkers, () => draw("g", {}, draw("ellipse", { class: "spread" })), (group, { position }) => {
            const { x, y } = this.at(position.x, position.y);
            group.style.transform = `translate(${x}px, ${y}px)`;
            const ellipse = group.firstChild;
            ellipse.classList.toggle("unsure", position.isFloorSure === false);
            ellipse.setAttribute("rx", Math.max(position.major * this.#scale, 2));
            ellipse.setAttribute("ry", Math.max(position.minor * this.#scale, 2));
            ellipse.setAttribute("transform", `rotate(${(-position.angle * 180) / Math.PI})`);
        });
        this.#keep(this.#layers.walkers, walkers, () => draw("g", {}, draw("circle", { class: "walker-mark", r: 6 }), draw("text", { y: -11, "text-anchor": "middle" })), (group, { name, position }) => {
            const { x, y } = this.at(position.x, position.y);
            group.style.transform = `translate(${x}px, ${y}px)`;
            this.#nameWalker(group.lastChild, position.isFloorSure === false ? translated("{name}: floor unsure", { name }) : name, x);
        });
    }

    /** A name above its mark, shifted so that it stays on the plan. */
    #nameWalker(label, name, x) {
        label.textContent = name;
        const half = label.getComputedTextLength() / 2;
        const width = Number(this.#svg.getAttribute("width"));
        label.setAttribute("x", Math.max(half, Math.min(width - half, x)) - x);
    }

    #keep(layer, walkers, create, update) {
        keep(layer, walkers, {
            key: ({ key }) => key,
            create: ({ key }) => {
                const group = create();
                group.setAttribute("class", `walker c${this.hue(key)}`);
                return group;
            },
            update,
        });
    }

    #drawTrails(walkers) {
        const present = new Set(walkers.map(({ key }) => key));
        for (const key of this.#trails.keys()) if (!present.has(key)) this.#trails.delete(key);
        for (const { key, position } of walkers) {
            const trail = this.#trails.get(key) ?? [];
            const last = trail.at(-1);
            if (!last || last.x !== position.x || last.y !== position.y) trail.push({ x: position.x, y: position.y });
            this.#trails.set(key, trail.slice(-trailLength));
        }
        this.#keep(this.#layers.trails, walkers, () => draw("polyline", {}), (line, { key }) => {
            const points = this.#trails.get(key).map(({ x, y }) => this.at(x, y));
            line.setAttribute("points", points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "));
        });
    }
}
