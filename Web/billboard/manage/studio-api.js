// The studio's interface for its owner; errors have a message for a person.

import { translated } from "../../studio/language/language.js";

async function request(path, options = {}) {
    const response = await fetch(`../../api/${path}`, options);
    if (response.status === 204) return null;
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new Error(body?.error?.message ?? translated("The studio answered {status}.", { status: response.status }));
    return body;
}

const json = (method, value) => ({ method, body: JSON.stringify(value), headers: { "Content-Type": "application/json" } });

export const studio = {
    billboards: async () => (await request("billboards/all")).billboards,
    make: async (name) => (await request("billboards", json("POST", { name, items: [] }))).billboard,
    save: async (board) => (await request(`billboards/${board.identifier}`, json("PUT", board))).billboard,
    delete: (identifier) => request(`billboards/${identifier}`, { method: "DELETE" }),
    show: (identifier) => request(`billboards/${identifier}/show`, { method: "POST" }),
    upload: (file) => request("billboards/uploads", { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } }),
};
