#include "tests.h"

const scheme *current;
static unsigned failures, checks;

void check(int holds, const char *file, unsigned line, const char *condition) {
    checks++;
    if (holds) {
        return;
    }
    failures++;
    platform_print(current != NULL ? current->name : "all");
    platform_print(": ");
    platform_print(file);
    platform_print(":");
    print_number(line);
    platform_print(": expected ");
    platform_print(condition);
    platform_print("\n");
}

unsigned run_tests(void) {
    test_misuse();
    unsigned cases = test_vectors();
    print_number(cases);
    platform_print(" cases of the vectors, ");
    print_number(checks);
    platform_print(" checks\n");
    return failures;
}
