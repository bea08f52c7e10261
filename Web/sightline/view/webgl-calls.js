// The calls of WebGL 2 that a worker records and the page plays, if a worker's canvas has no WebGL.

/**
 * The arguments of each call, a letter each: `n` a number, `o` an object or null, `+` the object that it creates, `-`
 * the object that it deletes, `b` bytes, a size or null, `l` a list of numbers, `s` text, `p` an image. A call's number
 * is its index. The last five are not WebGL's own: `fillTexture` is `texImage2D` with an image, `findUniform` and
 * `bindBlock` look a name up on the page, `setWidth` and `setHeight` are the canvas's.
 */
export const calls = {
    activeTexture: "n", attachShader: "oo", bindBuffer: "no", bindBufferBase: "nno", bindFramebuffer: "no", bindRenderbuffer: "no", bindSampler: "no",
    bindTexture: "no", bindVertexArray: "o", blendFunc: "nn", blitFramebuffer: "nnnnnnnnnn", bufferData: "nbn", bufferSubData: "nnb", clear: "n",
    clearColor: "nnnn", colorMask: "nnnn", compileShader: "o", createBuffer: "+", createFramebuffer: "+", createProgram: "+", createRenderbuffer: "+",
    createSampler: "+", createShader: "+n", createTexture: "+", createVertexArray: "+", cullFace: "n", deleteBuffer: "-", deleteFramebuffer: "-",
    deleteProgram: "-", deleteRenderbuffer: "-", deleteSampler: "-", deleteShader: "-", deleteTexture: "-", deleteVertexArray: "-", depthFunc: "n",
    depthMask: "n", disable: "n", drawArraysInstanced: "nnnn", drawElements: "nnnn", drawElementsInstanced: "nnnnn", enable: "n",
    enableVertexAttribArray: "n", framebufferRenderbuffer: "nnno", framebufferTexture2D: "nnnon", generateMipmap: "n", invalidateFramebuffer: "nl",
    linkProgram: "o", pixelStorei: "nn", polygonOffset: "nn", renderbufferStorageMultisample: "nnnnn", samplerParameteri: "onn", scissor: "nnnn",
    shaderSource: "os", texImage2D: "nnnnnnnnb", texParameteri: "nnn", texSubImage2D: "nnnnnnnnb", uniform1i: "on", useProgram: "o",
    vertexAttribDivisor: "nn", vertexAttribPointer: "nnnnnn", viewport: "nnnn",
    fillTexture: "nnnnnp", findUniform: "+os", bindBlock: "osn", setWidth: "n", setHeight: "n",
};

/** The options of every context in which the engine draws. */
export const contextOptions = {
    alpha: true, antialias: false, depth: true, stencil: false, premultipliedAlpha: true, powerPreference: "high-performance",
};

/** The settings that the engine reads, which the page sends in advance. */
export const askedSettings = ["MAX_SAMPLES", "MAX_TEXTURE_SIZE"];
