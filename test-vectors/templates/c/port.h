/* The functions by which protocol.c and port.c call each other. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In protocol.c. Numbers are decimal strings. */

typedef struct Question Question;
/* The clock and the random source of one call. */
typedef struct Source Source;

/* Returns the value of a key, or an empty string if the question lacks the key. */
const char *value_of(const Question *question, const char *key);
const char *now(Source *source);
/* Draws a random number. Returns NULL if the random source fails. */
const char *draw(Source *source, const char *field, unsigned bits);
/* Adds a key to the answer. The value must not contain quotes, backslashes or control characters. */
void answer(const char *key, const char *value);

/* In port.c. Each function adds its result to the answer, and returns NULL or the reason of an error. */

typedef struct { uint8_t bytes[16]; } Id;

typedef struct {
  Id last;
  bool has_last, resets;
  uint64_t allowance_ms, ceiling_unix_ms;
} Generator;

const char *start(void);
/* Sets the position of a wrong digit. */
const char *parse(const uint8_t *text, size_t length, int *position);
const char *from_bytes(const uint8_t *bytes, size_t size);
const char *from_int(const char *decimal);
const char *from_fields(const Question *question);
const char *compare(const char *a, const char *b);
const char *generator_open(Generator *generator, const Question *config);
void generator_set_ceiling(Generator *generator, const char *unix_ms);
const char *generator_generate(Generator *generator, Source *source);
