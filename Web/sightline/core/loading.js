// A response that reports its progress.

/**
 * The same response, with `onprogress(loaded, total)` called while its bytes arrive. For a compressed response the
 * server states the decompressed length in `X-Unpacked-Length`; `total` is null without it.
 */
export function withProgress(response, onprogress) {
    if (!response.ok || !response.body || typeof TransformStream === "undefined") return response;
    const { headers } = response;
    const length = Number(headers.get(headers.get("Content-Encoding") ? "X-Unpacked-Length" : "Content-Length"));
    const total = length > 0 ? length : null;
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
