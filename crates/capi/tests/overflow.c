/* Passes a size larger than the buffer. No function can detect this, but AddressSanitizer does. As in the tests, the size
 * of the array is known only at run time. */

#include "../include/sortid.h"

int main(void) {
    sortid_ulid_id id = {{0}};
    volatile size_t size = SORTID_ULID_TEXT_SIZE;
    char buffer[size - 1];
    return sortid_ulid_format(&id, buffer, size);
}
