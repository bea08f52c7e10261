#ifndef SIGHTLINE_CCOMPRESSION_H
#define SIGHTLINE_CCOMPRESSION_H
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>

/// `deflateInit2`, which is a macro, for a gzip stream of the best quality; Z_OK or an error of zlib.
static inline int sightline_gzip_begin(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
#endif
