// Why a model is not shown, in words. The engine says it in English, with the part of the file that is meant.

import { translated, translatedMessage } from "../studio/language/language.js";

/** What the engine's messages (Sources/Models/ModelError.swift) begin with, and what a person is told. */
const faults = {
    "the model is damaged: ": (part) => translated("The file is damaged. ({part})", { part }),
    "the model cannot be shown: ": (part) => translated("The file needs something that cannot be shown here. ({part})", { part }),
    "the model is too large: ": (part) => translated("The model is too large for a phone. ({part})", { part }),
    "the model needs the file ": (part) => translated("The model consists of several files. Save it as one .glb file. ({part})", { part: part.replace(", which was not given", "") }),
    "the model has no triangles": () => translated("The file has no triangles, so there is nothing to show."),
};

/** A message for a person, from the engine's or the library's. */
export function faultText(message) {
    const known = Object.keys(faults).find((start) => message.startsWith(start));
    return known ? faults[known](message.slice(known.length)) : translatedMessage(message);
}
