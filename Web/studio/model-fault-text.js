// The reasons why a model is not shown, as text. The engine's message is English and includes the part of the file.

import { translated, translatedMessage } from "./language/language.js";

/** The starts of the engine's messages (Sources/Models/ModelError.swift), and the texts for the user. */
const faults = {
    "the model is damaged: ": (part) => translated("The file is damaged. ({part})", { part }),
    "the model cannot be shown: ": (part) => translated("The file needs something that cannot be shown here. ({part})", { part }),
    "the model is too large: ": (part) => translated("The model is too large for a phone. ({part})", { part }),
    "the model needs the file ": (part) => translated("The model consists of several files. Save it as one .glb file. ({part})", { part: part.replace(", which was not given", "") }),
    "the model has no triangles": () => translated("The file has no triangles, so there is nothing to show."),
};

/** The omitted parts of a file: the engine's note (`Model.omissions`), and the text for the user. */
const omissions = {
    "lines and points are not drawn": translated("lines and points"),
    "a mesh without positions is not drawn": translated("a mesh without positions"),
    "colours of vertices are not drawn": translated("colours of vertices"),
    "morph targets are not drawn": translated("morph targets"),
    "animations of other properties are left out": translated("animations of other properties"),
    "cameras are left out": translated("cameras"),
    "lights are left out": translated("lights"),
    "masks are drawn with soft edges": translated("sharp edges of masks"),
    "light that a surface gives off is not drawn": translated("light that surfaces give off"),
    "maps of hidden light are left out": translated("maps of hidden light"),
    "maps of one surface lie all as the first does": translated("places of their own for the maps of a surface"),
    "an image could not be decoded": translated("an image that cannot be decoded"),
};

/** Notes of the engine in one sentence. */
export const omissionText = (notes) => translated("Not shown: {what}", { what: notes.map((note) => omissions[note] ?? note).join(", ") });

/** A message for the user, from the engine's or the library's. */
export function faultText(message) {
    const known = Object.keys(faults).find((start) => message.startsWith(start));
    return known ? faults[known](message.slice(known.length)) : translatedMessage(message);
}
