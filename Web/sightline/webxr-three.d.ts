export interface AttachOptions {
    /** A WebGLRenderer made with `alpha: true`. */
    renderer: any;
    scene: any;
    /** "local" unless told. */
    referenceSpace?: string;
    /** The room's light, where the session has `light-estimation`. */
    light?: boolean;
    /** Shadows on planes, where the session has `plane-detection`. */
    shadows?: boolean;
    /** `scene.environment` from the session's cube map. */
    reflections?: boolean;
}

/** Presents a scene in a session, with the room's light, and shadows on its planes. `THREE` is the module three.js. */
export function attach(THREE: any, session: any, options: AttachOptions): Promise<{ group: any; detach(): void }>;
