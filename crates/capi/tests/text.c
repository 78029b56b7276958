#include "tests.h"

int text_equal(const char *a, const char *b) {
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int compare(const void *a, const void *b, size_t size) {
    const uint8_t *left = a, *right = b;
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static unsigned digit(char character) {
    return (unsigned)(character <= '9' ? character - '0' : character - 'a' + 10);
}

uint64_t hex(const char *text) {
    uint64_t number = 0;
    while (*text != 0) {
        number = number << 4 | digit(*text++);
    }
    return number;
}

size_t hex_bytes(const char *text, void *bytes, size_t size) {
    size_t count = 0;
    if (*text == '-') {
        return 0;
    }
    while (text[0] != 0 && text[1] != 0 && count < size) {
        ((uint8_t *)bytes)[count++] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
        text += 2;
    }
    return count;
}

void print_number(unsigned number) {
    char digits[11];
    char *start = &digits[10];
    *start = 0;
    do {
        *--start = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    platform_print(start);
}
