// The annotations of a call on the page's side.

import { AssistingVerbs } from "../generated/verbs.js";

/**
 * The annotations of a session with `{ view: true, assisting: true }`; its `assisting`. A `frame` is a timestamp in
 * nanoseconds.
 */
export class AssistingTool extends AssistingVerbs {
    name = "assisting";
    module = new URL("./assisting-worker.js", import.meta.url).href;
}
