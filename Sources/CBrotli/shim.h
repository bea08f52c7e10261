#ifndef SIGHTLINE_CBROTLI_H
#define SIGHTLINE_CBROTLI_H
#include <brotli/decode.h>
#include <brotli/encode.h>
#endif
