// How people are called on the page.

import { translated } from "../../studio/language/language.js";

/** The names that the page gives to those who gave none; they travel in English. */
const usual = { "On site": translated("On site"), "Expert": translated("Expert") };

/** A member's name as it is shown. */
export const personName = (name) => usual[name] ?? name;
