// The floor plan on a page of A4: drawing to scale with a scale bar, and a table of its walls. A browser also saves it as PDF.

import { dateText, numberText, translated } from "../studio/language/language.js";
import { element, passageName, planDrawing, PlanLayout, roomName, sideName } from "./plan-drawing.js";
import { lengthText, metresText, planAreaText } from "./results.js";

/** What the drawing may take of the page, and what stays free around it, millimetres. */
const sizes = { width: 180, height: 140, margin: 14 };
/** 1 : 20 to 1 : 500, millimetres per metre. */
const scales = [50, 20, 10, 5, 4, 2];
const letter = 3.4;
/** The same with several rooms. */
const smallLetter = 2.4;

/** Opens the browser's print dialog with a plan alone. */
export function printPlan(plan) {
    const sheet = printedPlan(plan, Date.now());
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
}

/** A plan as a page to print. */
export function printedPlan(plan, time) {
    const layout = new PlanLayout(plan, { ...sizes, scales });
    const drawing = planDrawing(plan, layout, { letter: plan.rooms.length > 1 ? smallLetter : letter });
    const [width, height] = layout.size;
    const bar = scaleBar(layout.scale);
    bar.setAttribute("transform", `translate(${sizes.margin} ${(height + 2).toFixed(2)})`);
    drawing.append(bar);
    // Millimetres of the page, so that it prints to scale.
    Object.entries({ width: `${width}mm`, height: `${height + 12}mm`, viewBox: `0 0 ${width} ${height + 12}` }).forEach((pair) => drawing.setAttribute(...pair));
    const sheet = made("article", { className: "printed" });
    const title = made("h1");
    // In the page's place whatever the name's direction is.
    title.append(made("bdi", { textContent: (plan.rooms.length === 1 && plan.name) || translated("Floor plan") }));
    sheet.append(
        title,
        made("p", { textContent: [dateText(time), scales.includes(layout.scale) && translated("scale {scale}", { scale: `1 : ${numberText(1000 / layout.scale)}` })].filter(Boolean).join(" · ") }),
        drawing, tableOf(plan), ...figuresOf(plan).map((textContent) => made("p", { textContent })),
    );
    return sheet;
}

/** A bar of whole metres, at most 5, in steps of one metre. */
function scaleBar(scale) {
    const metres = [5, 2, 1].find((length) => length * scale <= sizes.width / 2) ?? 1;
    const bar = element("g", { class: "scale-bar" });
    for (let metre = 0; metre < metres; metre++) {
        bar.append(element("rect", { x: metre * scale, y: 0, width: scale, height: 1.6, class: metre % 2 ? "light" : "dark" }));
    }
    bar.append(element("text", { x: 0, y: 6.5 }, numberText(0)), element("text", { x: metres * scale, y: 6.5 }, metresText(metres, 0)));
    return bar;
}

function tableOf(plan) {
    const table = made("table");
    const head = made("tr");
    head.append(...[translated("Side"), translated("Length"), translated("One standard deviation"), translated("Note")].map((textContent) => made("th", { textContent, scope: "col" })));
    table.createTHead().append(head);
    const rows = plan.sides.map((side, number) => {
        const row = made("tr");
        const cells = [metresText(side.length), side.isLengthByHand ? "–" : lengthText(side.length, side.lengthSigma).replace(/^.*±/u, "\u2066±"), noteOf(side, number, plan)];
        row.append(made("th", { textContent: sideName(side, number), scope: "row" }), ...cells.map((textContent) => made("td", { textContent })));
        return row;
    });
    plan.rooms.forEach((room, number) => {
        const body = table.createTBody();
        if (plan.rooms.length > 1) {
            const head = made("tr");
            const figures = [roomName(room, number), planAreaText(room.area, room.isAreaByHand ? null : room.areaSigma)];
            if (room.ceilingHeight !== null) figures.push(translated("Height of the room: {height}", { height: metresText(room.ceilingHeight) }));
            head.append(made("th", { textContent: figures.join(" · "), colSpan: 4, scope: "rowgroup" }));
            body.append(head);
        }
        body.append(...rows.filter((_, side) => plan.sides[side].room === number));
    });
    return table;
}

function noteOf({ origin, isLengthByHand, kind }, number, { knownSide, stretches }) {
    const notes = [
        number === knownSide && translated("known length"),
        origin === "movedWithWall" && translated("moved by hand"),
        origin === "drawn" && translated("drawn by hand"),
        isLengthByHand && origin !== "drawn" && translated("a wall beside it was placed by hand"),
        stretches.some((stretch) => stretch.side === number && stretch.origin === "changed") && translated("changed by hand"),
        stretches.some((stretch) => stretch.side === number && stretch.origin === "movedAlong") && translated("an opening was moved by hand"),
        kind !== "unseen" && stretches.some((stretch) => stretch.side === number && stretch.kind === "unseen") && translated("partly not seen"),
    ];
    return notes.filter(Boolean).join(", ");
}

/** Area, height and scale, a sentence each. */
function figuresOf(plan) {
    const { area, areaSigma, isAreaByHand, ceilingHeight, knownSide, scale, rooms, passages, stretches } = plan;
    return [
        ...(rooms.length > 1 ? passages.map((passage) => `${passageName(passage, plan)}: ${metresText(stretches[passage.stretch].length)}`) : []),
        isAreaByHand ? translated("Area within the walls, partly by hand: {area}", { area: planAreaText(area, null) }) : translated("Area within the walls: {area}", { area: planAreaText(area, areaSigma) }),
        ...(ceilingHeight === null || rooms.length > 1 ? [] : [translated("Height of the room: {height}", { height: metresText(ceilingHeight) })]),
        ...(knownSide === null ? [] : [translated("Scaled by a known length: × {factor}", { factor: numberText(scale, 3) })]),
    ];
}

const made = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);
