// In a simulation: the figures that truly carry the tags, which the owner leads by hand, and how far off the found positions are.

import { numberText, translated } from "../studio/language/language.js";
import { draw, keep, make, setText } from "./elements.js";
import { floorName, withFloor } from "./floor-switch.js";
import { shortKey } from "./words.js";

/** How often the studio is asked while a figure is dragged, ms. */
const leadInterval = 200;
/** How far an arrow key leads, m. */
const keyStep = 0.5;
/** Over how many states, one per second, a mean is taken. */
const memory = 60;
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Truth {
    /** Called with who is led, and where to on the shown floor. */
    onlead = () => {};
    #view;
    #byId;
    #venue = null;
    #state = null;
    #goals = new Map();
    #errors = new Map();
    #held = null;
    #sentAt = 0;

    constructor(view, byId) {
        this.#view = view;
        this.#byId = byId;
    }

    /** Shows the settings of a venue on one floor. */
    show(venue) {
        if (this.#venue?.channel !== venue.channel) {
            this.#goals.clear();
            this.#errors.clear();
        }
        this.#venue = venue;
    }

    /** Shows the live state. */
    move(state) {
        this.#state = state;
        const people = state.truth ?? [];
        this.#byId("truth").hidden = people.length === 0;
        this.#note(people);
        if (this.#view.svg) {
            this.#view.svg.setAttribute("role", people.length ? "group" : "img");
            this.#drawPeople(people);
        }
        const isElsewhere = ({ floor }) => this.#venue.floor && floor !== this.#venue.floor.id;
        keep(this.#byId("truth-list"), people, {
            key: ({ who }) => who,
            create: ({ who }) => make("li", {}, make("span", { class: `walker c${this.#view.hue(who)}` }, make("span", { class: "swatch" })), make("strong"), make("span", { class: "number label" }),
                make("button", { class: "button small for-owner", type: "button", text: translated("Bring here"), onclick: () => this.#bring(who) })),
            update: (item, person) => {
                setText(item.children[1], withFloor(this.#venue, person.floor, this.#nameOf(person.who)));
                setText(item.children[2], this.#errorText(person));
                item.lastChild.hidden = !isElsewhere(person);
            },
        });
    }

    #nameOf(who) {
        return this.#venue.beacons.find(({ beacon }) => beacon === who)?.name ?? this.#venue.receivers.find(({ id }) => id === who)?.name ?? shortKey(who);
    }

    #positionOf(who) {
        return this.#state.beacons.find(({ beacon }) => beacon === who)?.position ?? this.#state.receivers.find(({ id }) => id === who)?.position;
    }

    /** Remembers how far off each found position is. */
    #note(people) {
        for (const { who, x, y, floor } of people) {
            const found = this.#positionOf(who);
            const errors = this.#errors.get(who) ?? [];
            if (found?.floor === floor) errors.push(Math.hypot(found.x - x, found.y - y));
            this.#errors.set(who, errors.slice(-memory));
        }
    }

    #errorText({ who, floor }) {
        const errors = this.#errors.get(who);
        const found = this.#positionOf(who);
        if (!found) return translated("not found");
        if (found.floor !== floor) return translated("found on another floor: {floor}", { floor: floorName(this.#venue.floors.find(({ id }) => id === found.floor)) });
        const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
        return translated("{error} m, in the mean of a minute {mean} m", { error: numberText(errors.at(-1), 1), mean: numberText(mean, 1) });
    }

    #drawPeople(all) {
        const people = all.filter(({ floor }) => floor === this.#venue.floor?.id);
        keep(this.#view.people, people, {
            key: ({ who }) => who,
            create: ({ who }) => this.#person(who),
            update: (group, { who, x, y }) => {
                const at = this.#view.at(x, y);
                group.lastChild.style.transform = `translate(${at.x}px, ${at.y}px)`;
                if (this.#venue.isOwner) group.lastChild.setAttribute("aria-label", translated("{name}: lead with the arrow keys", { name: this.#nameOf(who) }));
                const goal = this.#goals.get(who);
                const isThere = !goal || Math.hypot(goal.x - x, goal.y - y) < 0.1;
                if (isThere && this.#held !== who) this.#goals.delete(who);
                this.#drawWay(group, at, isThere ? null : this.#view.at(goal.x, goal.y));
            },
        });
    }

    /** The dashed way from a figure to where it is led. */
    #drawWay(group, from, to) {
        const [way, goal] = group.children;
        way.setAttribute("d", to ? `M${from.x} ${from.y}L${to.x} ${to.y}` : "");
        goal.setAttribute("r", to ? 6 : 0);
        if (to) {
            goal.setAttribute("cx", to.x);
            goal.setAttribute("cy", to.y);
        }
    }

    #person(who) {
        const isLed = this.#venue.isOwner;
        const events = !isLed ? {} : {
            tabindex: 0,
            role: "button",
            onpointerdown: (event) => this.#take(event, who),
            onpointermove: (event) => this.#drag(event, who),
            onpointerup: (event) => this.#let(event, who),
            onpointercancel: () => (this.#held = null),
            onkeydown: (event) => this.#key(event, who),
        };
        const mark = draw("g", { class: "person", ...events },
            draw("circle", { class: "reach", r: 20 }),
            draw("path", { class: "person-mark", d: "M0 -14a4 4 0 1 1 0 8 4 4 0 0 1 0 -8M-7 9c0 -7 2.5 -12 7 -12s7 5 7 12z" }));
        return draw("g", { class: `walker c${this.#view.hue(who)}` }, draw("path", { class: "person-way" }), draw("circle", { class: "person-goal" }), mark);
    }

    #take(event, who) {
        // Walls, zones and a survey are drawn through the figures.
        if (!["look", "move"].includes(this.#byId("plan").dataset.mode ?? "look")) return;
        event.preventDefault();
        event.stopPropagation();
        this.#held = who;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
    }

    #drag(event, who) {
        if (this.#held !== who) return;
        this.#lead(who, this.#view.place(event));
    }

    #let(event, who) {
        if (this.#held !== who) return;
        this.#held = null;
        if (this.#goals.has(who)) this.#lead(who, this.#view.place(event), true);
    }

    #key(event, who) {
        const step = arrows[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const from = this.#goals.get(who) ?? this.#state.truth.find((each) => each.who === who);
        this.#lead(who, this.#onFloor({ x: from.x + step[0] * keyStep, y: from.y + step[1] * keyStep }), true);
    }

    /** Leads a figure from another floor to the same point of the shown one. */
    #bring(who) {
        this.#lead(who, this.#onFloor(this.#state.truth.find((each) => each.who === who)), true);
    }

    #onFloor({ x, y }) {
        const { width, depth } = this.#venue.plan;
        const within = (value, most) => Math.min(Math.max(value, 0), most);
        return { x: within(x, width), y: within(y, depth) };
    }

    /** Leads a figure to a point: at once, or not more often than the studio needs to know. */
    #lead(who, point, isLast = false) {
        this.#goals.set(who, point);
        this.#drawPeople(this.#state.truth ?? []);
        const now = performance.now();
        if (!isLast && now - this.#sentAt < leadInterval) return;
        this.#sentAt = now;
        this.onlead(who, point);
    }
}
