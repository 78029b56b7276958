/* What the tests need from the machine that they run on. */

#ifndef PLATFORM_H
#define PLATFORM_H

#include <stddef.h>

/* Reads up to `size` bytes of the file `table`. Returns their number, 0 at its end. */
size_t platform_read(char *buffer, size_t size);

/* Prints a text. */
void platform_print(const char *text);

/* The tests. Returns the number of failures. */
unsigned run_tests(void);

#endif
