// Models on billboards: on a level one a model stands, on an upright one it stands out of the wall, as large as fits.

import { quaternionOfMatrix } from "../sightline/core/rigid.js";
import { PlacingTool, bytesOf } from "../sightline/placing.js";
import { faultText } from "../studio/model-fault-text.js";

/** A billboard whose normal is steeper than this is level: a model stands upright on it. */
const level = 0.8;
/** A model is put up again if its billboard was found to be elsewhere by this part of its width. */
const slip = 0.04;
/** The longest wait for a placed model's size, milliseconds. */
const patience = 3000;

const sum = (a, b, factor = 1) => a.map((value, axis) => value + factor * b[axis]);
const dot = (a, b) => a.reduce((total, value, axis) => total + value * b[axis], 0);
const unit = (a) => a.map((value) => value / Math.hypot(...a));
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** The models of a session's billboards. Made while nothing runs: models have an engine of their own. */
export class BoardModels {
    #session;
    #placing = new PlacingTool();
    #files = new Map();
    /** Addresses of models that cannot be shown; they are not tried again. */
    #failed = new Set();
    #standing = new Map();
    #loaded = null;
    #isBusy = false;
    #heard = null;

    constructor(session) {
        this.#session = session;
        session.use(this.#placing);
        this.#placing.onchange = (state) => this.#heard?.(state);
    }

    /** A run begins, without models. */
    begin() {
        this.#standing.clear();
        this.#loaded = null;
    }

    /**
     * Puts up what billboards show, `[{ identifier, corners, address }]`, and takes the other models away. Throws once, in
     * words, for a model that cannot be shown.
     */
    async show(shown) {
        if (this.#isBusy) return;
        this.#isBusy = true;
        try {
            for (const [identifier, { address, board }] of this.#standing) {
                const present = shown.find((each) => each.identifier === identifier);
                if (present?.address !== address || hasSlipped(board, boardOf(present.corners))) await this.#remove(identifier);
            }
            for (const each of shown) if (!this.#standing.has(each.identifier) && !this.#failed.has(each.address)) await this.#tryToStand(each);
        } finally {
            this.#isBusy = false;
        }
    }

    async #tryToStand(shown) {
        try {
            await this.#stand(shown);
        } catch (error) {
            this.#failed.add(shown.address);
            this.#loaded = null;
            throw new Error(faultText(error.message));
        }
    }

    async #stand({ identifier, corners, address }) {
        const board = boardOf(corners);
        const placing = this.#placing;
        if (this.#loaded !== address) {
            if (!this.#files.has(address)) this.#files.set(address, await bytesOf(address));
            await placing.load(this.#files.get(address));
            this.#loaded = address;
        }
        let { model, anchor, size } = await this.#place(poseOf(board));
        const scale = board.isLevel ? Math.min(board.width, board.height) / Math.max(size[0], size[2]) : Math.min(board.width / size[0], board.height / size[1]);
        if (!board.isLevel) {
            // Its back touches the wall.
            await this.#free(model, anchor);
            ({ model, anchor, size } = await this.#place(poseOf(board, (size[2] * scale) / 2)));
            const eye = sum(this.#session.frame.worldFromCamera.translation, board.foot, -1);
            await placing.turn(-Math.atan2(dot(eye, board.right), dot(eye, board.normal)));
        }
        await placing.scaleBy(scale);
        this.#standing.set(identifier, { address, board, model, anchor });
    }

    /** Places the loaded model at a pose; returns it with its size. */
    async #place(pose) {
        const anchor = await this.#session.addAnchor({ pose });
        const sized = new Promise((done, fail) => {
            const end = setTimeout(() => fail(new Error("The model was not placed.")), patience);
            this.#heard = (state) => {
                if (state.chosen !== model || !model) return;
                clearTimeout(end);
                done(state.size);
            };
        });
        let model = null;
        sized.catch(() => {});
        model = await this.#placing.place({ anchor });
        if (this.#placing.state) this.#heard(this.#placing.state);
        return { model, anchor, size: await sized };
    }

    async #remove(identifier) {
        const { model, anchor } = this.#standing.get(identifier);
        this.#standing.delete(identifier);
        await this.#free(model, anchor);
    }

    async #free(model, anchor) {
        await this.#placing.remove(model);
        await this.#session.removeAnchor(anchor);
    }
}

/** A billboard by its corners, from the top left clockwise: its axes, its size, and where a model's foot stands. */
function boardOf([topLeft, topRight, bottomRight, bottomLeft]) {
    const right = unit(sum(topRight, topLeft, -1));
    const up = unit(sum(topLeft, bottomLeft, -1));
    const normal = unit(cross(right, up));
    const isLevel = normal[1] > level;
    const middle = [topLeft, topRight, bottomRight, bottomLeft].reduce((total, corner) => sum(total, corner, 0.25), [0, 0, 0]);
    const [width, height] = [Math.hypot(...sum(topRight, topLeft, -1)), Math.hypot(...sum(topLeft, bottomLeft, -1))];
    return { right, normal, up: cross(normal, right), isLevel, width, height, middle, foot: isLevel ? middle : sum(middle, up, -height / 2) };
}

/** The pose on which a model stands, out of the wall by metres. */
function poseOf({ right, up, normal, isLevel, foot }, out = 0) {
    if (isLevel) return { rotation: [0, 0, 0, 1], translation: foot };
    const matrix = [0, 1, 2].flatMap((row) => [right[row], up[row], normal[row]]);
    return { rotation: quaternionOfMatrix(matrix), translation: sum(foot, normal, out) };
}

const hasSlipped = (old, now) => Math.hypot(...sum(old.middle, now.middle, -1)) > slip * old.width || Math.abs(now.width / old.width - 1) > slip;
