// Members' names on the page.

import { translated } from "../../studio/language/language.js";

/** The page's default names for members without one; they are sent in English. */
const usual = { "On site": translated("On site"), "Expert": translated("Expert") };

/** The displayed name of a member. */
export const personName = (name) => usual[name] ?? name;
