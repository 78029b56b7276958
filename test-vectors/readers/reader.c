/* Runs the codec, refused, order and typed cases of every scheme, -policy.json included: cc reader.c -o reader && ./reader [DIRECTORY OF THE VECTORS]
 *
 * To test your port, copy this file and replace the codec, which is small and works on big-endian bytes, with your library.
 * C has no JSON parser, so this file contains a small one for files with one case per line. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE36 "0123456789abcdefghijklmnopqrstuvwxyz"
enum { MAX_BYTES = 20, LINE = 1 << 17 };
typedef uint8_t Id[MAX_BYTES];
typedef struct { char name[32]; unsigned bits; } Field;
typedef struct { char alphabet[64]; unsigned radix, digits, length; bool hyphens[64]; } Form;
typedef struct { /* the layout of a scheme in index.json; the bits of the constant fields, and their values in every ID */
  char name[64]; Form forms[2], typed; Field fields[8]; unsigned bytes; Id largest, mask, ones; uint64_t tick, epoch;
} Scheme;

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
  for (unsigned at = 0; at < scheme->bytes; at++) if ((id[at] & scheme->mask[at]) != scheme->ones[at]) return false;
  return memcmp(id, scheme->largest, scheme->bytes) <= 0;
}
static unsigned bit_of(const uint8_t *id, long bit) { return bit < 0 ? 0 : id[bit / 8] >> (7 - bit % 8) & 1; }
/* if there are constant fields, each digit has whole bits */
static bool contradicts(const Scheme *scheme, const Form *form, unsigned place, unsigned digit) {
  for (unsigned value = form->radix / 2, bit = 0; value; value /= 2, bit++) {
    long at = 8L * scheme->bytes - (long)((form->digits - place) * (form->radix == 32 ? 5 : 4)) + bit;
    if (bit_of(scheme->mask, at) && bit_of(scheme->ones, at) != !!(digit & value)) return true;
  }
  return false;
}
/* returns NULL, or the reason; the position is -1 unless the reason is `digit`; a strict form is case-sensitive */
static const char *from_form(const Scheme *scheme, const Form *form, bool strict, const char *text, size_t length, uint8_t *id, long *position) {
  bool fits = true;
  *position = -1;
  if (!form->digits || form->length != length) return "length";
  memset(id, 0, scheme->bytes);
  for (size_t at = 0, place = 0; at < length; at++) {
    unsigned digit = 0;
    if (form->hyphens[at] && text[at] == '-') continue;
    /* tolower() depends on the locale for bytes above 127 */
    while (digit < form->radix && (text[at] < 0 || (strict ? form->alphabet[digit] != text[at] : tolower(form->alphabet[digit]) != tolower(text[at])))) digit++;
    if (form->hyphens[at] || digit == form->radix || contradicts(scheme, form, (unsigned)place++, digit)) return *position = (long)at, "digit";
    fits &= push(id, scheme->bytes, form->radix, digit);
  }
  return fits && memcmp(id, scheme->largest, scheme->bytes) <= 0 ? NULL : "overflow";
}
static const char *from_text(const Scheme *scheme, const char *text, size_t length, uint8_t *id, long *position) {
  return from_form(scheme, scheme->forms + (scheme->forms[0].length != length), false, text, length, id, position);
}
static bool is_prefix(const char *prefix, size_t length) {
  for (size_t at = 0; at < length; at++) if (prefix[at] != '_' && (prefix[at] < 'a' || prefix[at] > 'z')) return false;
  return length == 0 || (length <= 63 && prefix[0] != '_' && prefix[length - 1] != '_');
}
static Form uuid_form(void) {
  Form form = { .alphabet = "0123456789abcdef", .radix = 16, .digits = 32, .length = 36 };
  form.hyphens[8] = form.hyphens[13] = form.hyphens[18] = form.hyphens[23] = true;
  return form;
}
/* `forms` is the text_forms of a case, or empty */
static const char *from_typed(const Scheme *scheme, const char *prefix, size_t prefix_length, const char *forms, const char *text, size_t length, uint8_t *id, long *position) {
  size_t start = length;
  *position = -1;
  if (!is_prefix(prefix, prefix_length)) return "kind";
  while (start > 0 && text[start - 1] != '_') start--;
  if (!strcmp(forms, "uuid") || (*forms && start == 0 && memchr(text, '-', length))) {
    Form form = uuid_form();
    return from_form(scheme, &form, false, text, length, id, position);
  }
  if (start != prefix_length + (prefix_length > 0) || memcmp(text, prefix, prefix_length)) return "prefix";
  const char *rest = text + start, *reason = scheme->typed.digits
      ? from_form(scheme, &scheme->typed, true, rest, length - start, id, position) : from_text(scheme, rest, length - start, id, position);
  if (*position >= 0) *position += (long)start;
  return reason;
}
static void to_form(const Scheme *scheme, const Form *form, const uint8_t *id, char *text) {
  Id rest;
  memcpy(rest, id, scheme->bytes);
  for (unsigned at = form->length; at-- > 0;) text[at] = form->hyphens[at] ? '-' : form->alphabet[pop(rest, scheme->bytes, form->radix)];
  text[form->length] = 0;
}

static void to_text(const Scheme *scheme, const uint8_t *id, char *text) { to_form(scheme, scheme->forms, id, text); }

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
/* a number, or a decimal string if it is above 2^53 - 1 */
static bool from_fields(const Scheme *scheme, const char *json, uint8_t *id) {
  static char text[LINE];
  memset(id, 0, MAX_BYTES);
  for (const Field *field = scheme->fields; field->bits; field++) {
    uint8_t value[32];
    long length = get(json, field->name, text);
    if (!from_digits(text, (size_t)length, 10, value, sizeof value)) return false;
    for (unsigned bit = 256; bit-- > 0;) {
      unsigned set = value[31 - bit / 8] >> bit % 8 & 1;
      if (bit >= field->bits ? set : !push(id, scheme->bytes, 2, set)) return false;
    }
  }
  return in_range(scheme, id);
}

/* the object after `json` in an array, or NULL; the files have no braces in strings here */
static const char *next_object(const char *json) {
  int depth = 0;
  do depth += (*json == '{') - (*json == '}'); while (depth && *json++);
  return (json = strpbrk(json + 1, "{]")) && *json == '{' ? json : NULL;
}
static void read_form(const char *json, Form *form) {
  static char value[LINE];
  form->radix = (unsigned)get(json, "alphabet", form->alphabet);
  get(json, "digits", value), form->length = form->digits = (unsigned)atoi(value);
  get(json, "hyphens", value);
  for (char *at = strtok(value, "[],"); at; at = strtok(NULL, "[],")) form->hyphens[atoi(at)] = true, form->length++;
}
static void read_scheme(const char *json, Scheme *scheme) {
  static char layout[LINE], array[LINE], value[LINE];
  memset(scheme, 0, sizeof *scheme);
  get(json, "name", scheme->name), get(json, "layout", layout);
  Form *form = scheme->forms;
  get(layout, "forms", array);
  for (const char *next = array + 1; next; next = next_object(next)) read_form(next, form++);
  if (get(layout, "typed", array) >= 0) read_form(array, &scheme->typed);
  scheme->bytes = (unsigned)get(layout, "max", value) / 2;
  from_digits(value, 2 * scheme->bytes, 16, scheme->largest, scheme->bytes);
  get(layout, "tick_ms", value), scheme->tick = strtoull(value, NULL, 10);
  get(layout, "epoch_unix_ms", value), scheme->epoch = strtoull(value, NULL, 10);
  Field *field = scheme->fields;
  get(layout, "fields", array);
  for (const char *next = array + 1; next; next = next_object(next), field++) {
    get(next, "name", field->name), get(next, "bits", value), field->bits = (unsigned)atoi(value);
    bool constant = get(next, "constant", value) >= 0;
    for (unsigned bit = field->bits; bit-- > 0;) {
      push(scheme->mask, scheme->bytes, 2, constant);
      push(scheme->ones, scheme->bytes, 2, constant && strtoull(value, NULL, 10) >> bit & 1);
    }
  }
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
static bool valid_typed(const Scheme *scheme, const char *json) {
  static char prefix[LINE], forms[LINE], value[LINE], text[LINE + 64];
  Id id, other;
  long position, prefix_length = get(json, "prefix", prefix), length = get(json, "bytes", value);
  bool passes = from_bytes(scheme, value, length, id);
  Form form = uuid_form();
  if (get(json, "text_forms", forms) < 0) *forms = 0;
  if (!strncmp(forms, "uuid", 4)) to_form(scheme, &form, id, text);
  else to_form(scheme, scheme->typed.digits ? &scheme->typed : scheme->forms, id, text + sprintf(text, "%s%s", prefix, prefix_length ? "_" : ""));
  length = get(json, "text", value);
  passes &= !strcmp(text, value) && !from_typed(scheme, prefix, (size_t)prefix_length, forms, value, (size_t)length, other, &position) && !memcmp(id, other, scheme->bytes);
  get(json, "alternates", value);
  for (char *next = strtok(value, "[],\""); next; next = strtok(NULL, "[],\""))
    passes &= !from_typed(scheme, prefix, (size_t)prefix_length, forms, next, strlen(next), other, &position) && !memcmp(id, other, scheme->bytes);
  return passes;
}
static bool invalid(const Scheme *scheme, const char *json) {
  static char prefix[LINE], forms[LINE], text[LINE], reason[LINE], expected[LINE];
  Id id;
  long position, length = get(json, "text", text), prefix_length = get(json, "prefix", prefix);
  if (get(json, "text_forms", forms) < 0) *forms = 0;
  const char *found = prefix_length < 0 ? from_text(scheme, text, (size_t)length, id, &position)
      : from_typed(scheme, prefix, (size_t)prefix_length, forms, text, (size_t)length, id, &position);
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
static int compare(const void *one, const void *other) { return memcmp(one, other, MAX_BYTES); }
static bool order(const Scheme *scheme, const char *json) {
  static char value[LINE], sorted[LINE], text[64];
  static Id ids[1000];
  size_t count = 0;
  long position;
  get(json, "shuffled", value);
  for (char *next = strtok(value, "[],\""); next; next = strtok(NULL, "[],\"")) {
    memset(ids[count], 0, MAX_BYTES);
    if (from_text(scheme, next, strlen(next), ids[count++], &position)) return false;
  }
  qsort(ids, count, MAX_BYTES, compare);
  get(json, "sorted", sorted);
  size_t at = 0;
  for (char *next = strtok(sorted, "[],\""); next; next = strtok(NULL, "[],\"")) {
    to_text(scheme, ids[at++], text);
    if (strcmp(next, text)) return false;
  }
  return at == count;
}

int main(int count, char **arguments) {
  static char path[LINE + 4096], line[LINE], from[LINE], id[LINE], index[LINE], schemes[LINE], vectors[LINE], name[LINE], kind[LINE], of[LINE];
  static Scheme read, *scheme = &read;
  int failures = 0;
  snprintf(path, sizeof path, "%s/index.json", count > 1 ? arguments[1] : "..");
  FILE *file = fopen(path, "r");
  if (!file) return perror(path), 1;
  size_t length = 0;
  for (int quoted = 0, next; (next = getc(file)) != EOF && length < LINE - 1;) {
    quoted ^= next == '"';
    if (quoted || !isspace(next)) index[length++] = (char)next;
  }
  fclose(file);
  if (get(index, "schemes", schemes) < 0 || get(index, "vectors", vectors) < 0) return fprintf(stderr, "%s: expected schemes and vectors\n", path), 1;
  for (const char *object = schemes + 1; object; object = next_object(object)) {
    read_scheme(object, scheme);
    for (const char *next = vectors + 1; next; next = next_object(next)) {
      get(next, "path", name), get(next, "scheme", of), get(next, "kind", kind);
      if (strcmp(of, scheme->name) || !strstr("codec refused order typed", kind)) continue;
      snprintf(path, sizeof path, "%s/%s", count > 1 ? arguments[1] : "..", name);
      if (!(file = fopen(path, "r"))) return perror(path), 1;
      int expected = 0, passed = 0, failed = 0, skipped = 0;
      while (fgets(line, sizeof line, file)) {
        sscanf(line, " \"count\": %d", &expected);
        if (strncmp(line, "    {\"id\":", 10)) continue;
        const char *json = line + 4;
        bool is_value = get(json, "from", from) >= 0;
        if (is_value && !strcmp(from, "config")) { skipped++; continue; } /* needs a generator */
        bool passes = is_value ? refused(scheme, json, from) : !strcmp(kind, "order") ? order(scheme, json)
            : get(json, "reason", from) >= 0 ? invalid(scheme, json) : !strcmp(kind, "typed") ? valid_typed(scheme, json) : valid(scheme, json);
        passed += passes, failed += !passes;
        if (!passes) get(json, "id", id), printf("%s: case %s fails\n", path, id);
      }
      fclose(file);
      printf("%s: %d cases, %d passed, %d failed, %d skipped\n", name, expected, passed, failed, skipped);
      failures += failed + (passed + failed + skipped != expected);
    }
  }
  return failures > 0;
}
