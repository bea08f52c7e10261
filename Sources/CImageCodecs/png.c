#include "CImageCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

static sightline_codec_result failure(png_image *image, uint8_t *bytes) {
    sightline_codec_result result;
    memset(&result, 0, sizeof result);
    snprintf(result.message, SIGHTLINE_MESSAGE_LENGTH, "%s", image->message[0] ? image->message : "out of memory");
    free(bytes);
    png_image_free(image);
    return result;
}

static void start(png_image *image) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
}

sightline_codec_result sightline_png_decode(const uint8_t *bytes, size_t count, int32_t channels) {
    png_image image;
    start(&image);
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return failure(&image, NULL);
    if ((size_t)image.width * image.height > 100000000u) {
        snprintf(image.message, sizeof image.message, "too many pixels");
        return failure(&image, NULL);
    }
    image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGBA;
    // 16 bits without a gamma are what a camera wrote, not linear light.
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    size_t size = PNG_IMAGE_SIZE(image);
    uint8_t *pixels = malloc(size);
    // A warning means data that do not fit together (a cut file, a bad checksum).
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) return failure(&image, pixels);
    sightline_codec_result result = {(int32_t)image.width, (int32_t)image.height, channels, pixels, size, {0}};
    return result;
}

static sightline_codec_result encode(const void *pixels, int32_t width, int32_t height, int32_t channels, png_uint_32 format) {
    png_image image;
    start(&image);
    image.width = (png_uint_32)width;
    image.height = (png_uint_32)height;
    image.format = format;
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(size);
    if (!bytes || !png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL)) return failure(&image, bytes);
    sightline_codec_result result = {width, height, channels, bytes, size, {0}};
    return result;
}

sightline_codec_result sightline_png_encode(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels) {
    return encode(pixels, width, height, channels, channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGBA);
}

sightline_codec_result sightline_png_encode_16(const uint16_t *pixels, int32_t width, int32_t height) {
    return encode(pixels, width, height, 1, PNG_FORMAT_LINEAR_Y);
}
