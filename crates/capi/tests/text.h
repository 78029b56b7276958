/* Strings and numbers without a C library. */

#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

int text_equal(const char *a, const char *b);
/* Compares bytes like `memcmp`. */
int compare(const void *a, const void *b, size_t size);
/* Parses a hexadecimal number. */
uint64_t hex(const char *text);
/* Parses pairs of hexadecimal digits into bytes. Returns the number of bytes, 0 for "-". */
size_t hex_bytes(const char *text, void *bytes, size_t size);
void print_number(unsigned number);

#endif
