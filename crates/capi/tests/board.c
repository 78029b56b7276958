/* Runs the tests on a Cortex-M3 without a C library. Uses semihosting to read files and print. */

#include "tests.h"

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_READ = 0x06, SYS_EXIT_EXTENDED = 0x20 };
enum { APPLICATION_EXIT = 0x20026, MODE_READ = 1, MODE_WRITE = 4 };

static uintptr_t table, console;

static uintptr_t semihost(uintptr_t operation, const void *argument) {
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

int platform_read(void) {
    static char bytes[4096];
    static size_t length, next;
    if (next == length) {
        const uintptr_t block[3] = {table, (uintptr_t)bytes, sizeof bytes};
        length = sizeof bytes - semihost(SYS_READ, block);
        next = 0;
    }
    return next < length ? bytes[next++] : -1;
}

void platform_print(const char *text) {
    uintptr_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    const uintptr_t block[3] = {console, (uintptr_t)text, length};
    semihost(SYS_WRITE, block);
}

static uintptr_t open_file(const char *name, uintptr_t length, uintptr_t mode) {
    const uintptr_t block[3] = {(uintptr_t)name, mode, length};
    return semihost(SYS_OPEN, block);
}

static void leave(unsigned status) {
    const uintptr_t block[2] = {APPLICATION_EXIT, status};
    semihost(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[], stack_top[];

void reset(void) {
    const uint32_t *from = data_load;
    for (volatile uint32_t *to = data_start; to < data_end; to++) {
        *to = *from++;
    }
    for (volatile uint32_t *to = bss_start; to < bss_end; to++) {
        *to = 0;
    }
    console = open_file(":tt", 3, MODE_WRITE);
    table = open_file("table", 5, MODE_READ);
    leave(run_tests() > 0);
}

static void fault(void) {
    platform_print("the core has faulted\n");
    leave(3);
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    stack_top, (void *)reset, (void *)fault, (void *)fault, (void *)fault, (void *)fault, (void *)fault,
};
