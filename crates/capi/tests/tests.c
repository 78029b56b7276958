#include "platform.h"

unsigned test_misuse(void);
unsigned test_vectors(void);

unsigned run_tests(void) {
    return test_misuse() + test_vectors();
}
