#pragma once
#include <stdint.h>

/// How many blocks of memory the program has asked for so far.
uint64_t allocation_count(void);
