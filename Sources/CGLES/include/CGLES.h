// The part of OpenGL ES 3.0 that Sightline draws with, for both of its worlds: natively these are the functions of
// libGLESv2; in WebAssembly they are imports of the module "gl", which Web/sightline/view/webgl.js gives on top of WebGL 2.
// Names, values and meanings are those of the Khronos Group's "OpenGL ES Version 3.0.6" specification.
#ifndef SIGHTLINE_CGLES_H
#define SIGHTLINE_CGLES_H

#include <stdint.h>

#ifdef __wasm__
#define SIGHTLINE_GL(name) __attribute__((import_module("gl"), import_name(#name)))
#else
#define SIGHTLINE_GL(name)
#endif

typedef uint32_t GLenum;
typedef uint32_t GLbitfield;
typedef uint32_t GLuint;
typedef uint8_t GLboolean;
typedef int32_t GLint;
typedef int32_t GLsizei;
typedef float GLfloat;
typedef char GLchar;
typedef intptr_t GLsizeiptr;
typedef intptr_t GLintptr;

#define GL_DEPTH_BUFFER_BIT 0x100
#define GL_COLOR_BUFFER_BIT 0x4000
#define GL_TRIANGLES 4
#define GL_TRIANGLE_STRIP 5
#define GL_ONE 1
#define GL_ZERO 0
#define GL_ONE_MINUS_SRC_ALPHA 0x0303
#define GL_ONE_MINUS_DST_ALPHA 0x0305
#define GL_ARRAY_BUFFER 0x8892
#define GL_ELEMENT_ARRAY_BUFFER 0x8893
#define GL_UNIFORM_BUFFER 0x8A11
#define GL_STATIC_DRAW 0x88E4
#define GL_DYNAMIC_DRAW 0x88E8
#define GL_STREAM_DRAW 0x88E0
#define GL_FRONT 0x0404
#define GL_BACK 0x0405
#define GL_CULL_FACE 0x0B44
#define GL_BLEND 0x0BE2
#define GL_DEPTH_TEST 0x0B71
#define GL_POLYGON_OFFSET_FILL 0x8037
#define GL_LESS 0x0201
#define GL_LEQUAL 0x0203
#define GL_ALWAYS 0x0207
#define GL_DEPTH 0x1801
#define GL_UNPACK_ALIGNMENT 0x0CF5
#define GL_PACK_ALIGNMENT 0x0D05
#define GL_MAX_TEXTURE_SIZE 0x0D33
#define GL_MAX_SAMPLES 0x8D57
#define GL_BYTE 0x1400
#define GL_UNSIGNED_BYTE 0x1401
#define GL_UNSIGNED_SHORT 0x1403
#define GL_UNSIGNED_INT 0x1405
#define GL_FLOAT 0x1406
#define GL_RED 0x1903
#define GL_RGBA 0x1908
#define GL_R8 0x8229
#define GL_RGBA8 0x8058
#define GL_DEPTH_COMPONENT 0x1902
#define GL_DEPTH_COMPONENT16 0x81A5
#define GL_DEPTH_COMPONENT24 0x81A6
#define GL_FRAGMENT_SHADER 0x8B30
#define GL_VERTEX_SHADER 0x8B31
#define GL_COMPILE_STATUS 0x8B81
#define GL_LINK_STATUS 0x8B82
#define GL_INVALID_INDEX 0xFFFFFFFFu
#define GL_NEAREST 0x2600
#define GL_LINEAR 0x2601
#define GL_NEAREST_MIPMAP_NEAREST 0x2700
#define GL_LINEAR_MIPMAP_NEAREST 0x2701
#define GL_LINEAR_MIPMAP_LINEAR 0x2703
#define GL_TEXTURE_BASE_LEVEL 0x813C
#define GL_TEXTURE_MAX_LEVEL 0x813D
#define GL_TEXTURE_MAG_FILTER 0x2800
#define GL_TEXTURE_MIN_FILTER 0x2801
#define GL_TEXTURE_WRAP_S 0x2802
#define GL_TEXTURE_WRAP_T 0x2803
#define GL_TEXTURE_COMPARE_MODE 0x884C
#define GL_TEXTURE_COMPARE_FUNC 0x884D
#define GL_COMPARE_REF_TO_TEXTURE 0x884E
#define GL_NONE 0
#define GL_REPEAT 0x2901
#define GL_CLAMP_TO_EDGE 0x812F
#define GL_TEXTURE_2D 0x0DE1
#define GL_TEXTURE0 0x84C0
#define GL_FRAMEBUFFER 0x8D40
#define GL_READ_FRAMEBUFFER 0x8CA8
#define GL_DRAW_FRAMEBUFFER 0x8CA9
#define GL_RENDERBUFFER 0x8D41
#define GL_COLOR_ATTACHMENT0 0x8CE0
#define GL_DEPTH_ATTACHMENT 0x8D00
#define GL_FRAMEBUFFER_COMPLETE 0x8CD5
#define GL_NO_ERROR 0

SIGHTLINE_GL(ActiveTexture) void glActiveTexture(GLenum texture);
SIGHTLINE_GL(AttachShader) void glAttachShader(GLuint program, GLuint shader);
SIGHTLINE_GL(BindBuffer) void glBindBuffer(GLenum target, GLuint buffer);
SIGHTLINE_GL(BindBufferBase) void glBindBufferBase(GLenum target, GLuint index, GLuint buffer);
SIGHTLINE_GL(BindFramebuffer) void glBindFramebuffer(GLenum target, GLuint framebuffer);
SIGHTLINE_GL(BindRenderbuffer) void glBindRenderbuffer(GLenum target, GLuint renderbuffer);
SIGHTLINE_GL(BindSampler) void glBindSampler(GLuint unit, GLuint sampler);
SIGHTLINE_GL(BindTexture) void glBindTexture(GLenum target, GLuint texture);
SIGHTLINE_GL(BindVertexArray) void glBindVertexArray(GLuint array);
SIGHTLINE_GL(BlendFunc) void glBlendFunc(GLenum source, GLenum destination);
SIGHTLINE_GL(BlitFramebuffer) void glBlitFramebuffer(GLint fromX0, GLint fromY0, GLint fromX1, GLint fromY1, GLint
    toX0, GLint toY0, GLint toX1, GLint toY1, GLbitfield mask, GLenum filter);
SIGHTLINE_GL(BufferData) void glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage);
SIGHTLINE_GL(BufferSubData) void glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data);
SIGHTLINE_GL(CheckFramebufferStatus) GLenum glCheckFramebufferStatus(GLenum target);
SIGHTLINE_GL(Clear) void glClear(GLbitfield mask);
SIGHTLINE_GL(ClearColor) void glClearColor(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha);
SIGHTLINE_GL(ColorMask) void glColorMask(GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha);
SIGHTLINE_GL(CompileShader) void glCompileShader(GLuint shader);
SIGHTLINE_GL(CreateProgram) GLuint glCreateProgram(void);
SIGHTLINE_GL(CreateShader) GLuint glCreateShader(GLenum type);
SIGHTLINE_GL(CullFace) void glCullFace(GLenum mode);
SIGHTLINE_GL(DeleteBuffers) void glDeleteBuffers(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DeleteFramebuffers) void glDeleteFramebuffers(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DeleteProgram) void glDeleteProgram(GLuint program);
SIGHTLINE_GL(DeleteRenderbuffers) void glDeleteRenderbuffers(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DeleteSamplers) void glDeleteSamplers(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DeleteShader) void glDeleteShader(GLuint shader);
SIGHTLINE_GL(DeleteTextures) void glDeleteTextures(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DeleteVertexArrays) void glDeleteVertexArrays(GLsizei count, const GLuint *names);
SIGHTLINE_GL(DepthFunc) void glDepthFunc(GLenum function);
SIGHTLINE_GL(DepthMask) void glDepthMask(GLboolean isWritten);
SIGHTLINE_GL(Disable) void glDisable(GLenum capability);
SIGHTLINE_GL(DrawArraysInstanced) void glDrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei
    instances);
SIGHTLINE_GL(DrawElements) void glDrawElements(GLenum mode, GLsizei count, GLenum type, const void *offset);
SIGHTLINE_GL(DrawElementsInstanced) void glDrawElementsInstanced(GLenum mode, GLsizei count, GLenum type, const void
    *offset, GLsizei instances);
SIGHTLINE_GL(Enable) void glEnable(GLenum capability);
SIGHTLINE_GL(EnableVertexAttribArray) void glEnableVertexAttribArray(GLuint index);
SIGHTLINE_GL(Finish) void glFinish(void);
SIGHTLINE_GL(FramebufferRenderbuffer) void glFramebufferRenderbuffer(GLenum target, GLenum attachment, GLenum kind,
    GLuint renderbuffer);
SIGHTLINE_GL(FramebufferTexture2D) void glFramebufferTexture2D(GLenum target, GLenum attachment, GLenum kind, GLuint
    texture, GLint level);
SIGHTLINE_GL(GenBuffers) void glGenBuffers(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenFramebuffers) void glGenFramebuffers(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenRenderbuffers) void glGenRenderbuffers(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenSamplers) void glGenSamplers(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenTextures) void glGenTextures(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenVertexArrays) void glGenVertexArrays(GLsizei count, GLuint *names);
SIGHTLINE_GL(GenerateMipmap) void glGenerateMipmap(GLenum target);
SIGHTLINE_GL(GetError) GLenum glGetError(void);
SIGHTLINE_GL(GetIntegerv) void glGetIntegerv(GLenum name, GLint *value);
SIGHTLINE_GL(GetProgramInfoLog) void glGetProgramInfoLog(GLuint program, GLsizei capacity, GLsizei *length, GLchar
    *text);
SIGHTLINE_GL(GetProgramiv) void glGetProgramiv(GLuint program, GLenum name, GLint *value);
SIGHTLINE_GL(GetShaderInfoLog) void glGetShaderInfoLog(GLuint shader, GLsizei capacity, GLsizei *length, GLchar *text);
SIGHTLINE_GL(GetShaderiv) void glGetShaderiv(GLuint shader, GLenum name, GLint *value);
SIGHTLINE_GL(GetUniformBlockIndex) GLuint glGetUniformBlockIndex(GLuint program, const GLchar *name);
SIGHTLINE_GL(GetUniformLocation) GLint glGetUniformLocation(GLuint program, const GLchar *name);
SIGHTLINE_GL(InvalidateFramebuffer) void glInvalidateFramebuffer(GLenum target, GLsizei count, const GLenum
    *attachments);
SIGHTLINE_GL(LinkProgram) void glLinkProgram(GLuint program);
SIGHTLINE_GL(PixelStorei) void glPixelStorei(GLenum name, GLint value);
SIGHTLINE_GL(PolygonOffset) void glPolygonOffset(GLfloat factor, GLfloat units);
SIGHTLINE_GL(ReadPixels) void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum
    type, void *pixels);
SIGHTLINE_GL(RenderbufferStorageMultisample) void glRenderbufferStorageMultisample(GLenum target, GLsizei samples,
    GLenum format, GLsizei width, GLsizei height);
SIGHTLINE_GL(SamplerParameteri) void glSamplerParameteri(GLuint sampler, GLenum name, GLint value);
SIGHTLINE_GL(ShaderSource) void glShaderSource(GLuint shader, GLsizei count, const GLchar *const *texts, const GLint
    *lengths);
SIGHTLINE_GL(TexImage2D) void glTexImage2D(GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei
    height, GLint border, GLenum format, GLenum type, const void *pixels);
SIGHTLINE_GL(TexParameteri) void glTexParameteri(GLenum target, GLenum name, GLint value);
SIGHTLINE_GL(TexSubImage2D) void glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width,
    GLsizei height, GLenum format, GLenum type, const void *pixels);
SIGHTLINE_GL(Uniform1i) void glUniform1i(GLint location, GLint value);
SIGHTLINE_GL(UniformBlockBinding) void glUniformBlockBinding(GLuint program, GLuint block, GLuint binding);
SIGHTLINE_GL(UseProgram) void glUseProgram(GLuint program);
SIGHTLINE_GL(VertexAttribDivisor) void glVertexAttribDivisor(GLuint index, GLuint divisor);
SIGHTLINE_GL(VertexAttribPointer) void glVertexAttribPointer(GLuint index, GLint size, GLenum type, GLboolean
    isNormalized, GLsizei stride, const void *offset);
SIGHTLINE_GL(Viewport) void glViewport(GLint x, GLint y, GLsizei width, GLsizei height);

// The context that the functions above draw with: natively an EGL context without a window, in a browser an OffscreenCanvas or
// the canvas that the page has given to the glue.

/// Makes a context and makes it current; its number from 1, or 0 if there is none to be had.
SIGHTLINE_GL(contextCreate) int32_t sightlineContextCreate(void);
/// Makes a context current on this thread; 0 if that fails.
SIGHTLINE_GL(contextMakeCurrent) int32_t sightlineContextMakeCurrent(int32_t context);
/// Ends a context and all that was made in it.
SIGHTLINE_GL(contextDestroy) void sightlineContextDestroy(int32_t context);

#endif
