// A response whose bytes are counted while they come.

/**
 * The same response, with `onprogress(loaded, total)` called as its bytes come; `total` is null where the server does not say it, or says
 * it of other bytes, as with a compressed answer.
 */
export function withProgress(response, onprogress) {
    if (!response.ok || !response.body || typeof TransformStream === "undefined") return response;
    const { headers } = response;
    const length = Number(headers.get("Content-Length"));
    const total = length > 0 && !headers.get("Content-Encoding") ? length : null;
    let loaded = 0;
    const counter = new TransformStream({
        transform(bytes, controller) {
            loaded += bytes.byteLength;
            onprogress(loaded, total);
            controller.enqueue(bytes);
        },
    });
    return new Response(response.body.pipeThrough(counter), { headers, status: response.status, statusText: response.statusText });
}
