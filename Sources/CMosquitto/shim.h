#ifndef SIGHTLINE_CMOSQUITTO_H
#define SIGHTLINE_CMOSQUITTO_H
#include <mosquitto.h>
#endif
