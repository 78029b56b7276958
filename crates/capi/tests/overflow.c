/* Passes a size larger than the buffer. No function can detect this, but AddressSanitizer does. */

#include "../include/sortid.h"

#include <stdlib.h>

int main(void) {
    sortid_ulid_id id = {{0}};
    char *buffer = malloc(SORTID_ULID_TEXT_SIZE - 1);
    sortid_code code = sortid_ulid_format(&id, buffer, SORTID_ULID_TEXT_SIZE);
    free(buffer);
    return code;
}
