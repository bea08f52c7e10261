#include "CImageCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    char *message;
} error_state;

static void escape_with_message(j_common_ptr info) {
    error_state *state = (error_state *)info->err;
    char text[JMSG_LENGTH_MAX];
    (*info->err->format_message)(info, text);
    snprintf(state->message, SIGHTLINE_MESSAGE_LENGTH, "%s", text);
    longjmp(state->escape, 1);
}

// A file that ends early is only a warning to libjpeg, which fills the rest with gray; here it is an error.
static void escape_where_data_are_missing(j_common_ptr info, int level) {
    if (level >= 0) return;
    int code = info->err->msg_code;
    if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER) escape_with_message(info);
}

static struct jpeg_error_mgr *install(error_state *state, char *message) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&state->base);
    manager->error_exit = escape_with_message;
    manager->emit_message = escape_where_data_are_missing;
    state->message = message;
    return manager;
}

sightline_codec_result sightline_jpeg_decode(const uint8_t *bytes, size_t count, int32_t channels) {
    static _Thread_local sightline_codec_result result;
    struct jpeg_decompress_struct info;
    error_state state;
    memset(&result, 0, sizeof result);
    info.err = install(&state, result.message);
    if (setjmp(state.escape)) {
        jpeg_destroy_decompress(&info);
        free(result.bytes);
        result.bytes = NULL;
        return result;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, (unsigned char *)bytes, count);
    jpeg_read_header(&info, TRUE);
    info.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBA;
    if ((size_t)info.image_width * info.image_height > 100000000u) {
        snprintf(result.message, SIGHTLINE_MESSAGE_LENGTH, "%u x %u pixels are too many", info.image_width, info.image_height);
        jpeg_destroy_decompress(&info);
        return result;
    }
    jpeg_start_decompress(&info);
    size_t stride = (size_t)info.output_width * (size_t)channels;
    result.width = (int32_t)info.output_width;
    result.height = (int32_t)info.output_height;
    result.channels = channels;
    result.count = stride * info.output_height;
    result.bytes = malloc(result.count);
    while (result.bytes && info.output_scanline < info.output_height) {
        JSAMPROW row = result.bytes + stride * info.output_scanline;
        jpeg_read_scanlines(&info, &row, 1);
    }
    if (result.bytes) jpeg_finish_decompress(&info);
    else snprintf(result.message, SIGHTLINE_MESSAGE_LENGTH, "out of memory");
    jpeg_destroy_decompress(&info);
    return result;
}

sightline_codec_result sightline_jpeg_encode(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, int32_t quality) {
    static _Thread_local sightline_codec_result result;
    static _Thread_local unsigned char *buffer;
    static _Thread_local unsigned long length;
    struct jpeg_compress_struct info;
    error_state state;
    memset(&result, 0, sizeof result);
    buffer = NULL;
    length = 0;
    info.err = install(&state, result.message);
    if (setjmp(state.escape)) {
        jpeg_destroy_compress(&info);
        free(buffer);
        return result;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &buffer, &length);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBA;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)width * (size_t)channels * info.next_scanline);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    result.width = width;
    result.height = height;
    result.channels = channels;
    result.bytes = buffer;
    result.count = length;
    return result;
}
