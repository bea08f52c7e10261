#ifndef SIGHTLINE_CQRENCODE_H
#define SIGHTLINE_CQRENCODE_H
#include <qrencode.h>
#endif
