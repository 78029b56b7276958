/* A small port of ULID, for judge.py:
 *
 *     cc -std=c11 -Wall -Wextra -Werror -fsanitize=undefined -o port templates/c/port.c templates/c/protocol.c
 *     python3 judge.py --port ./port
 *
 * IDs are big-endian arrays of bytes: 6 bytes of the timestamp, and 10 random bytes. */
#include "port.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMESTAMP_SIZE = 6, RANDOMNESS_SIZE = 10, ID_SIZE = 16, TEXT_LENGTH = 26 };

static const char CROCKFORD[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Computes integer = integer * radix + digit. Returns false if the result doesn't fit. */
static bool append_digit(uint8_t *integer, size_t size, unsigned radix, unsigned digit) {
  for (size_t at = size; at-- > 0; digit >>= 8) {
    digit += integer[at] * radix;
    integer[at] = (uint8_t)digit;
  }
  return digit == 0;
}

/* Computes integer = integer / radix. Returns the remainder. */
static unsigned remove_digit(uint8_t *integer, size_t size, unsigned radix) {
  unsigned rest = 0;
  for (size_t at = 0; at < size; at++) {
    rest = rest << 8 | integer[at];
    integer[at] = (uint8_t)(rest / radix);
    rest %= radix;
  }
  return rest;
}

/* Returns false if the number is negative, doesn't fit, or isn't an integer. */
static bool from_decimal(const char *decimal, uint8_t *integer, size_t size) {
  memset(integer, 0, size);
  do {
    if (*decimal < '0' || *decimal > '9') return false;
    if (!append_digit(integer, size, 10, (unsigned)(*decimal - '0'))) return false;
  } while (*++decimal != '\0');
  return true;
}

static void answer_decimal(const char *key, const uint8_t *integer, size_t size) {
  char digits[] = "000000000000000000000000000000000000000"; /* 2^128 has 39 digits. */
  const char *first = digits;
  uint8_t rest[ID_SIZE];
  memcpy(rest, integer, size);
  for (size_t at = sizeof digits - 1; at-- > 0;) digits[at] = (char)('0' + remove_digit(rest, size, 10));
  while (first[0] == '0' && first[1] != '\0') first++;
  answer(key, first);
}

static uint64_t to_uint64(const uint8_t *integer, size_t size) {
  uint64_t value = 0;
  for (size_t at = 0; at < size; at++) value = value << 8 | integer[at];
  return value;
}

static const char *from_text(const uint8_t *text, size_t length, Id *id, int *position) {
  bool fits = true;
  memset(id, 0, sizeof *id);
  if (length != TEXT_LENGTH) return "length";
  for (size_t at = 0; at < length; at++) {
    /* toupper() depends on the locale. */
    int upper = text[at] >= 'a' && text[at] <= 'z' ? text[at] - 'a' + 'A' : text[at];
    const char *digit = memchr(CROCKFORD, upper, strlen(CROCKFORD));
    if (digit == NULL) {
      *position = (int)at;
      return "digit";
    }
    fits = append_digit(id->bytes, ID_SIZE, 32, (unsigned)(digit - CROCKFORD)) && fits;
  }
  return fits ? NULL : "overflow";
}

static void answer_text(const Id *id) {
  char text[TEXT_LENGTH + 1] = "";
  Id rest = *id;
  for (size_t at = TEXT_LENGTH; at-- > 0;) text[at] = CROCKFORD[remove_digit(rest.bytes, ID_SIZE, 32)];
  answer("text", text);
}

static void answer_id(const Id *id) {
  char hex[2 * ID_SIZE + 1];
  for (size_t at = 0; at < ID_SIZE; at++) snprintf(hex + 2 * at, 3, "%02x", id->bytes[at]);
  answer_text(id);
  answer("bytes", hex);
  answer_decimal("int", id->bytes, ID_SIZE);
  answer_decimal("unix_ms", id->bytes, TIMESTAMP_SIZE);
  answer_decimal("timestamp", id->bytes, TIMESTAMP_SIZE);
  answer_decimal("randomness", id->bytes + TIMESTAMP_SIZE, RANDOMNESS_SIZE);
}

const char *start(void) {
  answer("protocol", "1");
  answer("name", "template in C");
  answer("schemes", "ulid");
  answer("abilities", "parse from_bytes from_int from_fields compare open");
  return NULL;
}

const char *parse(const uint8_t *text, size_t length, int *position) {
  Id id;
  const char *error = from_text(text, length, &id, position);
  if (error == NULL) answer_id(&id);
  return error;
}

const char *from_bytes(const uint8_t *bytes, size_t size) {
  Id id;
  if (size != ID_SIZE) return "rejected";
  memcpy(id.bytes, bytes, ID_SIZE);
  answer_id(&id);
  return NULL;
}

const char *from_int(const char *decimal) {
  Id id;
  if (!from_decimal(decimal, id.bytes, ID_SIZE)) return "rejected";
  answer_id(&id);
  return NULL;
}

const char *from_fields(const Question *question) {
  Id id;
  if (!from_decimal(value_of(question, "timestamp"), id.bytes, TIMESTAMP_SIZE)) return "timestamp";
  if (!from_decimal(value_of(question, "randomness"), id.bytes + TIMESTAMP_SIZE, RANDOMNESS_SIZE)) return "randomness";
  answer_id(&id);
  return NULL;
}

const char *compare(const char *a, const char *b) {
  Id first, second;
  int position;
  const char *error = from_text((const uint8_t *)a, strlen(a), &first, &position);
  if (error == NULL) error = from_text((const uint8_t *)b, strlen(b), &second, &position);
  if (error != NULL) return error;
  int order = memcmp(first.bytes, second.bytes, ID_SIZE);
  answer("order", order < 0 ? "less" : order > 0 ? "greater" : "equal");
  return NULL;
}

const char *generator_open(Generator *generator, const Question *config) {
  uint8_t allowance[8];
  int position;
  const char *resume_after = value_of(config, "resume_after");
  if (!from_decimal(value_of(config, "allowance_ms"), allowance, sizeof allowance)) return "allowance_ms";
  *generator = (Generator){
    .has_last = *resume_after != '\0',
    .resets = strcmp(value_of(config, "on_rollback"), "reset") == 0,
    .allowance_ms = to_uint64(allowance, sizeof allowance),
    .ceiling_unix_ms = UINT64_MAX, /* no ceiling */
  };
  if (!generator->has_last) return NULL;
  const char *error = from_text((const uint8_t *)resume_after, strlen(resume_after), &generator->last, &position);
  return error == NULL ? NULL : "resume_after";
}

void generator_set_ceiling(Generator *generator, const char *unix_ms) {
  generator->ceiling_unix_ms = strtoull(unix_ms, NULL, 10);
}

/* Returns false on an overflow. */
static bool increment_randomness(Id *id) {
  for (size_t at = ID_SIZE; at-- > TIMESTAMP_SIZE;)
    if (++id->bytes[at] != 0) return true;
  return false;
}

/* On an error, nothing changes. */
const char *generator_generate(Generator *generator, Source *source) {
  Id next;
  bool has_last = generator->has_last;
  if (!from_decimal(now(source), next.bytes, TIMESTAMP_SIZE)) return "out_of_range";
  uint64_t timestamp = to_uint64(next.bytes, TIMESTAMP_SIZE), last = to_uint64(generator->last.bytes, TIMESTAMP_SIZE);
  if (timestamp >= generator->ceiling_unix_ms || (has_last && last >= generator->ceiling_unix_ms)) return "after_ceiling";
  if (has_last && last > timestamp && last - timestamp > generator->allowance_ms) {
    if (!generator->resets) return "rollback";
    has_last = false;
  }
  if (has_last && timestamp <= last) {
    next = generator->last;
    if (!increment_randomness(&next)) return "overflow";
  } else {
    const char *randomness = draw(source, "randomness", 8 * RANDOMNESS_SIZE);
    if (randomness == NULL || !from_decimal(randomness, next.bytes + TIMESTAMP_SIZE, RANDOMNESS_SIZE)) return "rng";
  }
  generator->last = next;
  generator->has_last = true;
  answer_text(&next);
  return NULL;
}
