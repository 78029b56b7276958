/* What the tests share, and the functions that they need from the machine they run on. */

#ifndef TESTS_H
#define TESTS_H

#include "schemes.h"
#include "text.h"

/* Reads the next byte of the file `table`. Returns a negative number at the end. */
int platform_read(void);

/* Prints a string. */
void platform_print(const char *text);

/* Runs the tests. Returns the number of failures. */
unsigned run_tests(void);

void test_misuse(void);
/* Returns the number of cases. */
unsigned test_vectors(void);

/* The scheme that is being tested, or null for functions that only some schemes have. */
extern const scheme *current;

/* Counts a check. If it fails, prints the scheme, the file and its line, and the condition. */
void check(int holds, const char *file, unsigned line, const char *condition);

#endif
