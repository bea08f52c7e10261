#ifndef SIGHTLINE_CZLIB_H
#define SIGHTLINE_CZLIB_H
#include <zlib.h>

/// `deflateInit2`, which is a macro, for a gzip stream of the best quality; Z_OK or an error of zlib.
static inline int sightline_gzip_begin(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// `deflateInit2`, which is a macro, for raw data of the fastest kind; Z_OK or an error of zlib.
static inline int sightline_deflate_begin(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

/// `inflateInit2`, which is a macro, for raw data with any window; Z_OK or an error of zlib.
static inline int sightline_inflate_begin(z_stream *stream) {
    return inflateInit2(stream, -15);
}
#endif
