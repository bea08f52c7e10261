// OpenGL ES 3.0 for the engine's WebAssembly, on top of WebGL 2: the imports of the module "gl" that
// Sources/CGLES/include/CGLES.h declares. Names are numbers in the engine and objects in the browser; this file has
// both lists.
//
//   const gl = new WebGLImports();
//   const { instance } = await WebAssembly.instantiate(bytes, { gl: gl.imports, ... });
//   gl.attach(instance.exports.memory);
//   gl.useCanvas(canvas);            // optional: what the next context draws to; otherwise an OffscreenCanvas
//   const name = gl.addTexture(t);   // a texture of the page's own, such as a video's, for setImage(externalTexture:)

import { contextOptions } from "./webgl-calls.js";

const FIRST = 1;

class Names {
  constructor() {
    this.items = [];
    this.free = [];
  }
  add(item) {
    const name = this.free.pop() ?? this.items.length + FIRST;
    this.items[name - FIRST] = item;
    return name;
  }
  get(name) {
    return name === 0 ? null : this.items[name - FIRST] ?? null;
  }
  remove(name) {
    const item = this.get(name);
    if (item !== null) {
      this.items[name - FIRST] = null;
      this.free.push(name);
    }
    return item;
  }
}

const KINDS = [
  ["Buffers", "createBuffer", "deleteBuffer"],
  ["Framebuffers", "createFramebuffer", "deleteFramebuffer"],
  ["Renderbuffers", "createRenderbuffer", "deleteRenderbuffer"],
  ["Samplers", "createSampler", "deleteSampler"],
  ["Textures", "createTexture", "deleteTexture"],
  ["VertexArrays", "createVertexArray", "deleteVertexArray"],
];

const BYTES_A_PIXEL = { 0x1903: 1, 0x1908: 4, 0x1902: 4 };

export class WebGLImports {
  #memory = null;
  #canvas = null;
  #contexts = new Names();
  #current = null;

  constructor() {
    this.imports = this.#makeImports();
  }

  /** Sets the engine's memory; call right after instantiation. */
  attach(memory) {
    this.#memory = memory;
  }

  /** The next context draws to this canvas, on the page or off-screen. */
  useCanvas(canvas) {
    this.#canvas = canvas;
  }

  /** The WebGL 2 context of the drawing, to fill own textures. */
  get context() {
    return this.#current?.gl ?? null;
  }

  /** Gives a texture of the page's own a name for the engine. */
  addTexture(texture) {
    return this.#current.Textures.add(texture);
  }

  /** Removes the name of a texture; the texture itself remains. */
  removeTexture(name) {
    this.#current.Textures.remove(name);
  }

  #create() {
    const isOwn = this.#canvas === null;
    const canvas = this.#canvas ?? new OffscreenCanvas(1, 1);
    this.#canvas = null;
    const gl = canvas.getContext("webgl2", contextOptions);
    if (!gl) return 0;
    const context = { gl, canvas, isOwn, Shaders: new Names(), Programs: new Names(), Locations: new Names() };
    for (const [kind] of KINDS) context[kind] = new Names();
    this.#current = context;
    return this.#contexts.add(context);
  }

  #bytes(pointer, count) {
    return new Uint8Array(this.#memory.buffer, pointer, count);
  }

  #words(pointer, count) {
    return new Uint32Array(this.#memory.buffer, pointer, count);
  }

  /** Text that ends with a zero. */
  #text(pointer) {
    const all = new Uint8Array(this.#memory.buffer, pointer);
    return new TextDecoder().decode(all.slice(0, all.indexOf(0)));
  }

  #putText(text, capacity, lengthPointer, pointer) {
    const bytes = new TextEncoder().encode(text ?? "").slice(0, Math.max(0, capacity - 1));
    this.#bytes(pointer, bytes.length).set(bytes);
    this.#bytes(pointer + bytes.length, 1)[0] = 0;
    if (lengthPointer) this.#words(lengthPointer, 1)[0] = bytes.length;
  }

  #pixels(pointer, width, height, format) {
    return pointer === 0 ? null : this.#bytes(pointer, width * height * BYTES_A_PIXEL[format]);
  }

  #makeImports() {
    const gl = () => this.#current.gl;
    const named = (kind, name) => this.#current[kind].get(name);
    const imports = {
      contextCreate: () => this.#create(),
      contextMakeCurrent: (number) => {
        const context = this.#contexts.get(number);
        if (context) this.#current = context;
        return context ? 1 : 0;
      },
      contextDestroy: (number) => {
        // A canvas of the page stays usable: its objects are deleted name by name.
        const context = this.#contexts.remove(number);
        if (!context?.isOwn) return;
        context.gl.getExtension("WEBGL_lose_context")?.loseContext();
        if (context === this.#current) this.#current = null;
      },
    };
    for (const [kind, create, remove] of KINDS) {
      imports[`Gen${kind}`] = (count, pointer) => {
        for (let i = 0; i < count; i++) this.#words(pointer, count)[i] = this.#current[kind].add(gl()[create]());
      };
      imports[`Delete${kind}`] = (count, pointer) => {
        if (!this.#current || gl().isContextLost()) return;
        for (const name of [...this.#words(pointer, count)]) gl()[remove](this.#current[kind].remove(name));
      };
    }
    // Calls whose arguments are numbers on both sides.
    for (const name of [
      "ActiveTexture", "BlendFunc", "BlitFramebuffer", "CheckFramebufferStatus", "Clear", "ClearColor", "ColorMask", "CullFace",
      "DepthFunc", "DepthMask", "Disable", "DrawArraysInstanced", "DrawElements", "DrawElementsInstanced", "Enable",
      "EnableVertexAttribArray", "Finish", "GenerateMipmap", "GetError", "PixelStorei", "PolygonOffset",
      "RenderbufferStorageMultisample", "TexParameteri", "VertexAttribDivisor", "VertexAttribPointer", "Viewport",
    ]) {
      const method = name[0].toLowerCase() + name.slice(1);
      imports[name] = (...numbers) => gl()[method](...numbers);
    }
    return Object.assign(imports, this.#bindings(gl, named), this.#shaders(gl, named), this.#transfers(gl));
  }

  #bindings(gl, named) {
    return {
      BindBuffer: (target, name) => gl().bindBuffer(target, named("Buffers", name)),
      BindBufferBase: (target, index, name) => gl().bindBufferBase(target, index, named("Buffers", name)),
      BindFramebuffer: (target, name) => gl().bindFramebuffer(target, named("Framebuffers", name)),
      BindRenderbuffer: (target, name) => gl().bindRenderbuffer(target, named("Renderbuffers", name)),
      BindSampler: (unit, name) => gl().bindSampler(unit, named("Samplers", name)),
      BindTexture: (target, name) => gl().bindTexture(target, named("Textures", name)),
      BindVertexArray: (name) => gl().bindVertexArray(named("VertexArrays", name)),
      FramebufferRenderbuffer: (target, attachment, kind, name) =>
        gl().framebufferRenderbuffer(target, attachment, kind, named("Renderbuffers", name)),
      FramebufferTexture2D: (target, attachment, kind, name, level) =>
        gl().framebufferTexture2D(target, attachment, kind, named("Textures", name), level),
      SamplerParameteri: (name, setting, value) => gl().samplerParameteri(named("Samplers", name), setting, value),
      GetIntegerv: (setting, pointer) => {
        this.#words(pointer, 1)[0] = Number(gl().getParameter(setting));
      },
    };
  }

  #shaders(gl, named) {
    const text = (pointer) => this.#text(pointer);
    return {
      CreateShader: (kind) => this.#current.Shaders.add(gl().createShader(kind)),
      CreateProgram: () => this.#current.Programs.add(gl().createProgram()),
      DeleteShader: (name) => gl().deleteShader(this.#current.Shaders.remove(name)),
      DeleteProgram: (name) => gl().deleteProgram(this.#current.Programs.remove(name)),
      ShaderSource: (name, count, texts, lengths) => {
        const starts = this.#words(texts, count);
        const sizes = this.#words(lengths, count);
        let source = "";
        for (let i = 0; i < count; i++) source += new TextDecoder().decode(this.#bytes(starts[i], sizes[i]).slice());
        gl().shaderSource(named("Shaders", name), source);
      },
      CompileShader: (name) => gl().compileShader(named("Shaders", name)),
      AttachShader: (program, shader) => gl().attachShader(named("Programs", program), named("Shaders", shader)),
      LinkProgram: (name) => gl().linkProgram(named("Programs", name)),
      UseProgram: (name) => gl().useProgram(named("Programs", name)),
      GetShaderiv: (name, setting, pointer) => {
        this.#words(pointer, 1)[0] = Number(gl().getShaderParameter(named("Shaders", name), setting));
      },
      GetProgramiv: (name, setting, pointer) => {
        this.#words(pointer, 1)[0] = Number(gl().getProgramParameter(named("Programs", name), setting));
      },
      GetShaderInfoLog: (name, capacity, length, pointer) =>
        this.#putText(gl().getShaderInfoLog(named("Shaders", name)), capacity, length, pointer),
      GetProgramInfoLog: (name, capacity, length, pointer) =>
        this.#putText(gl().getProgramInfoLog(named("Programs", name)), capacity, length, pointer),
      GetUniformBlockIndex: (name, pointer) => gl().getUniformBlockIndex(named("Programs", name), text(pointer)) | 0,
      UniformBlockBinding: (name, block, binding) => gl().uniformBlockBinding(named("Programs", name), block, binding),
      GetUniformLocation: (name, pointer) => {
        const location = gl().getUniformLocation(named("Programs", name), text(pointer));
        return location ? this.#current.Locations.add(location) : -1;
      },
      Uniform1i: (location, value) => {
        if (location > 0) gl().uniform1i(named("Locations", location), value);
      },
    };
  }

  #transfers(gl) {
    return {
      BufferData: (target, size, pointer, usage) =>
        gl().bufferData(target, pointer === 0 ? size : this.#bytes(pointer, size), usage),
      BufferSubData: (target, offset, size, pointer) => gl().bufferSubData(target, offset, this.#bytes(pointer, size)),
      TexImage2D: (target, level, stored, width, height, border, format, type, pointer) => {
        // Depth textures accept no bytes; all others here are bytes.
        const pixels = this.#pixels(pointer, width, height, format);
        gl().texImage2D(target, level, stored, width, height, border, format, type, pixels);
      },
      TexSubImage2D: (target, level, x, y, width, height, format, type, pointer) =>
        gl().texSubImage2D(target, level, x, y, width, height, format, type, this.#pixels(pointer, width, height, format)),
      ReadPixels: (x, y, width, height, format, type, pointer) =>
        gl().readPixels(x, y, width, height, format, type, this.#pixels(pointer, width, height, format)),
      InvalidateFramebuffer: (target, count, pointer) =>
        gl().invalidateFramebuffer(target, [...this.#words(pointer, count)]),
    };
  }
}
