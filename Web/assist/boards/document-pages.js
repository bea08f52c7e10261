// Pages of documents as pictures, which the studio draws; it keeps nothing of a document.

import { request } from "../call/room.js";

export class DocumentPages {
    #room;

    /** `room` is the room of a call, for which the studio draws. */
    constructor(room) {
        this.#room = room;
    }

    /** A page of a PDF document as a PNG; throws in words if it cannot be drawn. */
    render(document, number) {
        const { name, pass } = this.#room;
        return request(`rooms/${name}/page?number=${number}`, { method: "POST", pass, body: document, isPicture: true });
    }
}
