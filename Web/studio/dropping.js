// Files dropped anywhere on a page.

/** Shows `sign` while something is dragged over the page; `ondrop(transfer)` receives the dropped data. */
export function acceptDrops(sign, ondrop) {
    addEventListener("dragover", (event) => {
        event.preventDefault();
        sign.hidden = false;
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) sign.hidden = true; });
    addEventListener("drop", (event) => {
        event.preventDefault();
        sign.hidden = true;
        ondrop(event.dataTransfer);
    });
}
