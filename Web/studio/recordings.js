// The studio's recordings, and the list in which a person chooses one.

import { translated } from "./language/language.js";
import { root } from "./root.js";

/** The recordings of this studio: `[{ name, url }]`; none if there are none. */
export async function fetchRecordings() {
    const response = await fetch(new URL("api/recordings", root));
    const { recordings } = response.ok ? await response.json() : { recordings: [] };
    return recordings;
}

/**
 * Fills a `select` with the recordings; `play` is the button that needs one. Returns the recording in the page's
 * address (`?recording=NAME`), which is selected, and all of them.
 */
export async function offerRecordings(list, play = null) {
    let recordings = [];
    let instead = translated("None on this server");
    try {
        recordings = await fetchRecordings();
    } catch {
        instead = translated("None could be fetched");
    }
    const options = recordings.map(({ name, url }) => new Option(name, url));
    list.replaceChildren(...(options.length > 0 ? options : [new Option(instead, "")]));
    list.disabled = options.length === 0;
    if (play) play.disabled = list.disabled;
    const wanted = recordings.find(({ name }) => name === new URLSearchParams(location.search).get("recording")) ?? null;
    if (wanted) list.value = wanted.url;
    return { wanted, recordings };
}
