// Measuring in a headset: what is measured, and its reading, on a panel.

import { Headset, MeasureWithRays } from "../sightline/headset.js";
import { readingText, translated, translatedMessage } from "../studio/language/language.js";
import { toolName } from "./tools.js";

const kinds = [["distance", "chain", "area"], ["height", "angle", "volume"]];
const ready = translated("Point at a surface and pinch or pull the trigger. With a finger on the surface the point is under its tip.");

/** A headset for the measuring page; `acts` are what its buttons do: `choose(tool)`, `undo()`, `finish()`, `clear()`, and `refresh()` after a point was set. */
export function measuringHeadset(session, acts) {
    const tool = new MeasureWithRays(session, readingText);
    const headset = new Headset(session, tool);
    tool.onplace = () => acts.refresh();
    headset.onframe = () => show(headset, session.measuring.state);
    headset.panel.onpress = async (id) => {
        const [kind, value] = id.split(" ");
        if (kind === "leave") return headset.leave();
        await acts[kind](value);
        tool.refresh();
    };
    return headset;
}

function show(headset, state) {
    const reading = state?.live ?? state?.last;
    const note = !state ? translated("The engine is loading.") : state.advice === "normal" ? ready : translatedMessage(state.adviceText);
    headset.panel.show([
        ...kinds.map((row) => row.map((kind) => ({ id: `choose ${kind}`, label: toolName(kind), isOn: kind === state?.tool }))),
        [["undo", translated("Undo")], ["finish", translated("Finish")], ["clear", translated("Clear all")], ["leave", translated("Leave")]].map(([id, label]) => ({ id, label })),
    ], { title: reading ? isolated(readingText(reading.text)) : translated("Measure"), note });
}

/** Figures and their unit run from left to right in any language. */
const isolated = (text) => `\u2066${text}\u2069`;
