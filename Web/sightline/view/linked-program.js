// Programs of WebGL.

/**
 * A linked program of two shaders, whose attributes have the indexes of their names in the list. Whether it could be linked is the program's
 * `LINK_STATUS`.
 *
 * @param {WebGL2RenderingContext} gl @param {string} vertexShader @param {string} fragmentShader @param {string[]} attributes
 */
export function linkedProgram(gl, vertexShader, fragmentShader, attributes) {
    const program = gl.createProgram();
    for (const [kind, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]])) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    for (const [index, name] of attributes.entries()) gl.bindAttribLocation(program, index, name);
    gl.linkProgram(program);
    return program;
}
