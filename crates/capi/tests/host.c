/* The tests on a computer. */

#include "tests.h"

#include <stdio.h>

static FILE *table;

int platform_read(void) {
    return fgetc(table);
}

void platform_print(const char *text) {
    fputs(text, stdout);
}

int main(int count, char **arguments) {
    table = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (table == NULL) {
        fputs("expected the path of a table that can be read\n", stderr);
        return 2;
    }
    unsigned failures = run_tests();
    fclose(table);
    return failures > 0;
}
