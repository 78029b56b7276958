/* Functions that the tests need from the machine they run on. */

#ifndef PLATFORM_H
#define PLATFORM_H

#include <stddef.h>

/* Reads up to `size` bytes of the file `table`. Returns the number of bytes, or 0 at the end. */
size_t platform_read(char *buffer, size_t size);

/* Prints a string. */
void platform_print(const char *text);

/* Runs the tests. Returns the number of failures. */
unsigned run_tests(void);

#endif
