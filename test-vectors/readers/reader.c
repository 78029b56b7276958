/* Runs codec.json, refused.json and order.json of every scheme: cc reader.c -o reader && ./reader [FOLDER OF THE VECTORS]
 *
 * To test your port, copy this file and replace the codec, which is small and works on big-endian bytes, by your library.
 * There is no JSON parser in C's library, so this file has just enough of one for files with one case per line. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE36 "0123456789abcdefghijklmnopqrstuvwxyz"
#define CROCKFORD "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
enum { MOST_BYTES = 20, LINE = 1 << 17 };
typedef uint8_t Id[MOST_BYTES];
typedef struct { const char *name; unsigned bits; } Field;
typedef struct { /* the largest ID in hex, and what a timestamp of 0 and one tick mean in milliseconds */
  const char *name, *alphabet; unsigned digits, radix, bytes; const char *largest; Field fields[5]; uint64_t tick, epoch;
} Scheme;
static const Scheme schemes[] = {
  {"scru160", "0123456789ABCDEFGHIJKLMNOPQRSTUV", 32, 32, 20, "ffffffffffffffffffffffffffffffffffffffff",
   {{"timestamp", 48}, {"counter", 16}, {"random16", 16}, {"random80", 80}}, 1, 0},
  {"scru128", BASE36, 25, 36, 16, "ffffffffffffffffffffffffffffffff",
   {{"timestamp", 48}, {"counter_hi", 24}, {"counter_lo", 24}, {"entropy", 32}}, 1, 0},
  {"scru64", BASE36, 12, 36, 8, "41c21cb8e0ffffff", {{"timestamp", 40}, {"node_ctr", 24}}, 256, 0},
  {"ulid", CROCKFORD, 26, 32, 16, "ffffffffffffffffffffffffffffffff", {{"timestamp", 48}, {"randomness", 80}}, 1, 0},
  {"ulid-flake", CROCKFORD, 13, 32, 8, "7fffffffffffffff", {{"timestamp", 44}, {"randomness", 20}}, 1, 1704067200000},
  {"ulid-flake-scalable", CROCKFORD, 13, 32, 8, "7fffffffffffffff",
   {{"timestamp", 44}, {"randomness", 15}, {"scalability", 5}}, 1, 1704067200000}};

/* id = id * radix + digit; false if it does not fit */
static bool push(uint8_t *id, unsigned bytes, unsigned radix, unsigned digit) {
  for (unsigned at = bytes; at-- > 0; digit >>= 8) id[at] = (uint8_t)(digit += id[at] * radix);
  return digit == 0;
}
/* id = id / radix; returns the remainder */
static unsigned pop(uint8_t *id, unsigned bytes, unsigned radix) {
  unsigned rest = 0;
  for (unsigned at = 0; at < bytes; at++, rest %= radix) id[at] = (uint8_t)((rest = rest << 8 | id[at]) / radix);
  return rest;
}
static bool from_digits(const char *text, size_t length, unsigned radix, uint8_t *id, unsigned bytes) {
  memset(id, 0, bytes);
  for (size_t at = 0; at < length; at++) {
    const char *digit = strchr(BASE36, text[at]);
    if (!digit || !text[at] || (unsigned)(digit - BASE36) >= radix || !push(id, bytes, radix, (unsigned)(digit - BASE36))) return false;
  }
  return length > 0;
}
static bool in_range(const Scheme *scheme, const uint8_t *id) {
  Id largest;
  return from_digits(scheme->largest, strlen(scheme->largest), 16, largest, scheme->bytes) && memcmp(id, largest, scheme->bytes) <= 0;
}
/* returns NULL, or the reason; the position is -1 unless the reason is `digit` */
static const char *from_text(const Scheme *scheme, const char *text, size_t length, uint8_t *id, long *position) {
  bool hex = length == 40 && scheme->bytes == 20, fits = true;
  *position = -1;
  if (length != scheme->digits && !hex) return "length";
  memset(id, 0, scheme->bytes);
  for (size_t at = 0; at < length; at++) {
    unsigned digit = 0, radix = hex ? 16 : scheme->radix;
    /* tolower() depends on the locale for bytes above 127 */
    while (digit < radix && (text[at] < 0 || tolower(scheme->alphabet[digit]) != tolower(text[at]))) digit++;
    if (digit == radix) return *position = (long)at, "digit";
    fits &= push(id, scheme->bytes, radix, digit);
  }
  return fits && in_range(scheme, id) ? NULL : "overflow";
}
static void to_text(const Scheme *scheme, const uint8_t *id, char *text) {
  Id rest;
  memcpy(rest, id, scheme->bytes);
  for (unsigned at = scheme->digits; at-- > 0;) text[at] = scheme->alphabet[pop(rest, scheme->bytes, scheme->radix)];
  text[scheme->digits] = 0;
}

/* the value of a key of a JSON object; strings without quotes and escapes; returns its length, or -1 */
static long get(const char *json, const char *key, char *value) {
  static char name[LINE];
  for (json++; *json && *json != '}'; json += *json == ',') {
    char *into = name;
    for (int part = 0, depth = 0; part < 2; part++, json += part == 1, into = value) {
      bool string = *json == '"';
      long length = 0;
      if (string) for (json++; *json != '"'; json++) {
        unsigned code = (uint8_t)*json;
        if (*json == '\\' && *++json == 'u') sscanf(json + 1, "%4x", &code), json += 4; /* only below 128 in these files */
        else if (json[-1] == '\\') code = (uint8_t)(strchr("nrtbf", *json) ? "\n\r\t\b\f"[strchr("nrtbf", *json) - "nrtbf"] : *json);
        into[length++] = (char)code;
      } else for (bool quoted = false; quoted || depth || !strchr(",}", *json); json++) {
        if (*json == '"' && json[-1] != '\\') quoted = !quoted;
        if (!quoted) depth += (*json == '{' || *json == '[') - (*json == '}' || *json == ']');
        into[length++] = *json;
      }
      json += string;
      into[length] = 0;
      if (part == 1 && !strcmp(name, key)) return length;
    }
  }
  return -1;
}

static bool from_bytes(const Scheme *scheme, const char *hex, long length, uint8_t *id) {
  return length == 2 * scheme->bytes && from_digits(hex, (size_t)length, 16, id, scheme->bytes) && in_range(scheme, id);
}
static bool from_int(const Scheme *scheme, const char *decimal, uint8_t *id) {
  return from_digits(decimal, strlen(decimal), 10, id, scheme->bytes) && in_range(scheme, id);
}
/* fields of more than 53 bits are hex */
static bool from_fields(const Scheme *scheme, const char *json, uint8_t *id) {
  static char text[LINE];
  memset(id, 0, MOST_BYTES);
  for (const Field *field = scheme->fields; field->name; field++) {
    uint8_t value[32];
    long length = get(json, field->name, text);
    if (!from_digits(text, (size_t)length, field->bits > 53 ? 16 : 10, value, sizeof value)) return false;
    for (unsigned bit = 256; bit-- > 0;) {
      unsigned set = value[31 - bit / 8] >> bit % 8 & 1;
      if (bit >= field->bits ? set : !push(id, scheme->bytes, 2, set)) return false;
    }
  }
  return in_range(scheme, id);
}

static bool valid(const Scheme *scheme, const char *json) {
  static char value[LINE], text[64];
  Id id, other;
  long position, length = get(json, "text", value);
  if (from_text(scheme, value, (size_t)length, id, &position)) return false;
  to_text(scheme, id, text);
  bool passes = !strcmp(text, value);
  length = get(json, "bytes", value);
  passes &= from_bytes(scheme, value, length, other) && !memcmp(id, other, scheme->bytes);
  get(json, "int", value);
  passes &= from_int(scheme, value, other) && !memcmp(id, other, scheme->bytes);
  get(json, "fields", value);
  passes &= from_fields(scheme, value, other) && !memcmp(id, other, scheme->bytes);
  uint64_t timestamp = 0;
  for (unsigned bit = 0; bit < scheme->fields[0].bits; bit++) timestamp = timestamp << 1 | (id[bit / 8] >> (7 - bit % 8) & 1);
  get(json, "unix_ms", value);
  passes &= timestamp * scheme->tick + scheme->epoch == strtoull(value, NULL, 10);
  get(json, "alternates", value);
  for (char *next = strtok(value, "[],\""); next; next = strtok(NULL, "[],\""))
    passes &= !from_text(scheme, next, strlen(next), other, &position) && !memcmp(id, other, scheme->bytes);
  return passes;
}
static bool invalid(const Scheme *scheme, const char *json) {
  static char text[LINE], reason[LINE], expected[LINE];
  Id id;
  long position, length = get(json, "text", text);
  const char *found = from_text(scheme, text, (size_t)length, id, &position);
  get(json, "reason", reason), get(json, "position", expected);
  return found && !strcmp(found, reason) && position == (strcmp(expected, "null") ? atol(expected) : -1);
}
static bool refused(const Scheme *scheme, const char *json, const char *from) {
  static char value[LINE];
  Id id;
  long length = get(json, "value", value);
  if (!strcmp(from, "int")) return !from_int(scheme, value, id);
  if (!strcmp(from, "bytes")) return !from_bytes(scheme, value, length, id);
  return !strcmp(from, "fields") && !from_fields(scheme, value, id);
}
static int compare(const void *one, const void *other) { return memcmp(one, other, MOST_BYTES); }
static bool order(const Scheme *scheme, const char *json) {
  static char value[LINE], sorted[LINE], text[64];
  static Id ids[1000];
  size_t count = 0;
  long position;
  get(json, "shuffled", value);
  for (char *next = strtok(value, "[],\""); next; next = strtok(NULL, "[],\"")) {
    memset(ids[count], 0, MOST_BYTES);
    if (from_text(scheme, next, strlen(next), ids[count++], &position)) return false;
  }
  qsort(ids, count, MOST_BYTES, compare);
  get(json, "sorted", sorted);
  size_t at = 0;
  for (char *next = strtok(sorted, "[],\""); next; next = strtok(NULL, "[],\"")) {
    to_text(scheme, ids[at++], text);
    if (strcmp(next, text)) return false;
  }
  return at == count;
}

int main(int count, char **arguments) {
  static const char *kinds[] = {"codec", "refused", "order"};
  static char path[4096], line[LINE], from[LINE], id[LINE];
  int failures = 0;
  for (const Scheme *scheme = schemes; scheme < schemes + sizeof schemes / sizeof *schemes; scheme++) {
    for (int kind = 0; kind < 3; kind++) {
      snprintf(path, sizeof path, "%s/%s/%s.json", count > 1 ? arguments[1] : "..", scheme->name, kinds[kind]);
      FILE *file = fopen(path, "r");
      if (!file) return perror(path), 1;
      int expected = 0, passed = 0, failed = 0, skipped = 0;
      while (fgets(line, sizeof line, file)) {
        sscanf(line, " \"count\": %d", &expected);
        if (strncmp(line, "    {\"id\":", 10)) continue;
        const char *json = line + 4;
        bool is_value = get(json, "from", from) >= 0;
        if (is_value && !strcmp(from, "config")) { skipped++; continue; } /* there is no generator here */
        bool passes = is_value ? refused(scheme, json, from) : kind == 2 ? order(scheme, json)
            : get(json, "reason", from) >= 0 ? invalid(scheme, json) : valid(scheme, json);
        passed += passes, failed += !passes;
        if (!passes) get(json, "id", id), printf("%s: case %s fails\n", path, id);
      }
      fclose(file);
      printf("%s/%s.json: %d cases, %d passed, %d failed, %d skipped\n", scheme->name, kinds[kind], expected, passed, failed, skipped);
      failures += failed + (passed + failed + skipped != expected);
    }
  }
  return failures > 0;
}
