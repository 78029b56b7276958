/* Generates IDs with a custom clock and random source. */

#include "sortid.h"

/* The build date, in milliseconds since 1970: 2026-11-22. A clock that reads earlier is not set. Take it from your build. */
#define BUILT_UNIX_MS UINT64_C(1795305600000)

/* A static is all zeros, so its use before `example_start` is an error code. It belongs to one task, or to one interrupt. */
static sortid_NAME_generator generator;

sortid_code example_start(const sortid_sources *sources);
sortid_code example_next(char *text, size_t size);

/* Starts the generator. */
sortid_code example_start(const sortid_sources *sources) {
    sortid_NAME_config config;
    DEFAULT
    if (code != SORTID_OK) {
        return code;
    }
    config.limits.floor_unix_ms = BUILT_UNIX_MS;
    return sortid_NAME_init(&generator, sizeof generator, &config, sources);
}

/* Writes the text form of the next ID. If the clock or the random source failed, call it again. After
 * SORTID_EXHAUSTED, call it again when the clock has passed the last ID. */
sortid_code example_next(char *text, size_t size) {
    sortid_NAME_id id;
    sortid_code code = sortid_NAME_generate(&generator, &id);
    return code == SORTID_OK ? sortid_NAME_format(&id, text, size) : code;
}

#if __STDC_HOSTED__

#include <stdio.h>
#include <time.h>

static int32_t read_clock(void *context, uint64_t *unix_ms) {
    struct timespec now;
    (void)context;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC) {
        return -1;
    }
    *unix_ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    return 0;
}

static int32_t draw(void *context, uint32_t *word) {
    return fread(word, sizeof *word, 1, (FILE *)context) == 1 ? 0 : -1;
}

int main(void) {
    FILE *random = fopen("/dev/urandom", "rb");
    if (random == NULL) {
        perror("/dev/urandom");
        return 1;
    }
    /* With a buffer, a forked child would inherit buffered words and use the same ones. */
    setvbuf(random, NULL, _IONBF, 0);
    sortid_sources sources = {read_clock, NULL, draw, random};
    sortid_code code = example_start(&sources);
    int printed = 0;
    while (printed < 3 && (code == SORTID_OK || code == SORTID_EXHAUSTED)) {
        char text[SORTID_UPPER_TEXT_SIZE];
        code = example_next(text, sizeof text);
        if (code == SORTID_OK) {
            puts(text);
            printed++;
        }
    }
    fclose(random);
    if (code != SORTID_OK) {
        fprintf(stderr, "failed to generate an ID: %s\n", sortid_code_name(code));
    }
    return code != SORTID_OK;
}

#endif
