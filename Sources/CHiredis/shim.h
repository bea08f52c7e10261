#ifndef SIGHTLINE_CHIREDIS_H
#define SIGHTLINE_CHIREDIS_H
#include <hiredis/hiredis.h>
#include <hiredis/async.h>
#endif
