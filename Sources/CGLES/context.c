// The native contexts: EGL without a window or a screen, in hardware or in software, whichever the system offers.
#include "CGLES.h"

#ifndef __wasm__
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <pthread.h>
#include <stddef.h>

enum { CAPACITY = 64 };

static EGLDisplay display = EGL_NO_DISPLAY;
static EGLContext contexts[CAPACITY];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static EGLDisplay openDisplay(void) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay found = EGL_NO_DISPLAY;
    if (getPlatformDisplay) {
        found = getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, (void *)EGL_DEFAULT_DISPLAY, NULL);
        if (found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL)) return found;
    }
    found = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL)) return found;
    return EGL_NO_DISPLAY;
}

static EGLContext openContext(void) {
    const EGLint configuration[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    eglChooseConfig(display, configuration, &config, 1, &count);
    return eglCreateContext(display, count > 0 ? config : NULL, EGL_NO_CONTEXT, version);
}

int32_t sightlineContextCreate(void) {
    pthread_mutex_lock(&lock);
    int32_t number = 0;
    if (display == EGL_NO_DISPLAY) display = openDisplay();
    if (display != EGL_NO_DISPLAY && eglBindAPI(EGL_OPENGL_ES_API)) {
        while (number < CAPACITY && contexts[number] != NULL) number++;
        EGLContext made = number < CAPACITY ? openContext() : EGL_NO_CONTEXT;
        if (made != EGL_NO_CONTEXT) {
            contexts[number++] = made;
        } else {
            number = 0;
        }
    }
    pthread_mutex_unlock(&lock);
    return number > 0 && sightlineContextMakeCurrent(number) ? number : 0;
}

int32_t sightlineContextMakeCurrent(int32_t context) {
    if (context < 1 || context > CAPACITY || contexts[context - 1] == NULL) return 0;
    eglBindAPI(EGL_OPENGL_ES_API);
    if (eglGetCurrentContext() == contexts[context - 1]) return 1;
    return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts[context - 1]) ? 1 : 0;
}

void sightlineContextDestroy(int32_t context) {
    if (context < 1 || context > CAPACITY || contexts[context - 1] == NULL) return;
    pthread_mutex_lock(&lock);
    if (eglGetCurrentContext() == contexts[context - 1]) {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display, contexts[context - 1]);
    contexts[context - 1] = NULL;
    pthread_mutex_unlock(&lock);
}
#endif
