// Drawing in a headset: the pen's choices on a panel beside the drawing.

import { DrawWithRays, Headset } from "../sightline/headset.js";
import { translated } from "../studio/language/language.js";
import { colors, modes } from "./choices.js";

const notes = {
    ink: translated("Point at a surface, pinch or pull the trigger, and draw. With a finger on the surface the ink is under its tip."),
    erase: translated("Pinch or pull the trigger, and move over ink to rub it out."),
    pull: translated("Pinch or pull the trigger on a line, and move up: a closed line becomes a solid."),
};

/** A headset for the drawing page; `pen` is the page's, `acts` are what its buttons do: `choose(mode)`, `setColor(color)`, `undo()`, `redo()`, `clear()`. */
export function drawingHeadset(session, pen, acts) {
    const headset = new Headset(session, new DrawWithRays(session));
    headset.onframe = () => show(headset, session.drawing.state, pen);
    headset.panel.onpress = (id) => {
        const [kind, value] = id.split(" ");
        if (kind === "leave") headset.leave();
        else acts[kind](kind === "setColor" ? Number(value) : value);
    };
    return headset;
}

function show(headset, state, pen) {
    headset.color = [16, 8, 0].map((shift) => ((pen.color >> shift) & 255) / 255);
    const note = !state ? translated("The engine is loading.") : state.surface || state.strokeCount > 0 ? notes[pen.mode] : translated("Look around slowly until a table, a floor or a wall is found.");
    headset.panel.show([
        Object.entries(modes).map(([mode, label]) => ({ id: `choose ${mode}`, label, isOn: mode === pen.mode })),
        colors.map(([label, color]) => ({ id: `setColor ${color}`, label, color, isOn: color === pen.color })),
        [["undo", translated("Undo")], ["redo", translated("Redo")], ["clear", translated("Clear all")], ["leave", translated("Leave")]].map(([id, label]) => ({ id, label })),
    ], { title: translated("Draw"), note });
}
