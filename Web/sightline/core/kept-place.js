// Places that outlast a session: a map with the anchors that have handles, in the browser's storage for this site. WebXR's
// persistent anchors (Anchors §6) are kept so, and what a page sets down itself.

const [database, store, usualKey] = ["sightline-webxr", "places", "last"];

function opened() {
    return new Promise((done, fail) => {
        const request = indexedDB.open(database, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(store);
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
}

async function withStore(mode, act) {
    const connection = await opened();
    try {
        return await new Promise((done, fail) => {
            const transaction = connection.transaction(store, mode);
            const request = act(transaction.objectStore(store));
            transaction.oncomplete = () => done(request.result);
            transaction.onabort = () => fail(transaction.error);
        });
    } finally {
        connection.close();
    }
}

/** The stored place: its map, and the identifiers of its anchors by their handles. */
export class KeptPlace {
    #key;

    /** The place stored under a key; null if there is none, or the browser stores nothing for this page. */
    static async load(key = usualKey) {
        const kept = await withStore("readonly", (place) => place.get(key)).catch(() => null);
        return kept ? new KeptPlace(kept.map, kept.handles, key) : null;
    }

    constructor(map = null, handles = new Map(), key = usualKey) {
        this.map = map;
        this.handles = handles;
        this.#key = key;
    }

    /** Stores an anchor with the present map; returns the anchor's handle. */
    async keep(identifier, map) {
        const known = [...this.handles].find(([, each]) => each === identifier)?.[0];
        const handle = known ?? crypto.randomUUID();
        this.handles.set(handle, identifier);
        this.map = map;
        await this.#save();
        return handle;
    }

    async forget(handle) {
        this.handles.delete(handle);
        await this.#save();
    }

    #save() {
        const { map, handles } = this;
        const key = this.#key;
        return withStore("readwrite", (place) => (handles.size > 0 ? place.put({ map, handles }, key) : place.delete(key)));
    }
}
