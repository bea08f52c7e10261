// JPEG and PNG in memory, over libjpeg-turbo and libpng. C because both report errors by long jumps or macros Swift cannot see.
#ifndef SIGHTLINE_IMAGE_CODECS_H
#define SIGHTLINE_IMAGE_CODECS_H

#include <stddef.h>
#include <stdint.h>

#define SIGHTLINE_MESSAGE_LENGTH 200

// What a decoder gives: `bytes` is to be given back with free(); null if decoding failed, and `message` says why.
typedef struct {
    int32_t width;
    int32_t height;
    int32_t channels;
    uint8_t *bytes;
    size_t count;
    char message[SIGHTLINE_MESSAGE_LENGTH];
} sightline_codec_result;

// Decodes into `channels` bytes a pixel: 1 (gray), 4 (red, green, blue, alpha). A picture above 100 million pixels is refused.
sightline_codec_result sightline_jpeg_decode(const uint8_t *bytes, size_t count, int32_t channels);
sightline_codec_result sightline_png_decode(const uint8_t *bytes, size_t count, int32_t channels);

// Encodes from `channels` bytes a pixel: 1 (gray), 4 (red, green, blue, alpha; a JPEG loses alpha).
sightline_codec_result sightline_jpeg_encode(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, int32_t quality);
sightline_codec_result sightline_png_encode(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels);

// Encodes 16 bits a pixel, one channel: numbers, not shades.
sightline_codec_result sightline_png_encode_16(const uint16_t *pixels, int32_t width, int32_t height);

#endif
