/* Answers the questions of judge.py with a port. ../../protocol.md describes questions and answers.
 *
 * To test your library, keep this file, and replace port.c and the second half of port.h. */
#include "port.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 65536, MOST_STRINGS = 64 };

/* Keys and values in turn. They keep their JSON escapes, so `text` is read from `text_hex`. */
struct Question { char *strings[MOST_STRINGS]; size_t count; };
struct Source { const Question *question; char drawn[256]; int readings; };

/* Finds the strings of a line, and ends each in its place. */
static void split(char *at, Question *question) {
  question->count = 0;
  while ((at = strchr(at, '"')) != NULL && question->count < MOST_STRINGS) {
    question->strings[question->count++] = ++at;
    while (*at != '"' && *at != '\0') at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    if (*at == '"') *at++ = '\0';
  }
}

const char *value_of(const Question *question, const char *key) {
  for (size_t at = 0; at + 1 < question->count; at += 2)
    if (strcmp(question->strings[at], key) == 0) return question->strings[at + 1];
  return "";
}

/* Returns the number of bytes. */
static size_t from_hex(const char *hex, uint8_t *bytes) {
  size_t size = 0;
  for (; hex[0] != '\0' && hex[1] != '\0'; hex += 2)
    bytes[size++] = (uint8_t)strtoul((char[]){hex[0], hex[1], '\0'}, NULL, 16);
  return size;
}

const char *now(Source *source) {
  source->readings++;
  return value_of(source->question, "now");
}

const char *draw(Source *source, const char *field, unsigned bits) {
  char key[64], *end = strchr(source->drawn, '\0');
  snprintf(end, sizeof source->drawn - (size_t)(end - source->drawn), "%s%s:%u", end == source->drawn ? "" : " ", field, bits);
  snprintf(key, sizeof key, "draw_%s", field);
  const char *value = value_of(source->question, key);
  return strcmp(value, "fail") == 0 ? NULL : *value == '\0' ? "0" : value;
}

void answer(const char *key, const char *value) { printf(",\"%s\":\"%s\"", key, value); }

static void answer_number(const char *key, int number) { printf(",\"%s\":\"%d\"", key, number); }

static const char *generate(Generator *generator, const Question *question) {
  Source source = {.question = question};
  const char *ceiling = value_of(question, "ceiling_unix_ms");
  if (*ceiling != '\0') generator_set_ceiling(generator, ceiling);
  const char *error = generator_generate(generator, &source);
  answer("drawn", source.drawn);
  answer_number("readings", source.readings);
  return error;
}

static void answer_question(const Question *question) {
  static Generator generators[3];
  static uint8_t bytes[LONGEST_LINE];
  const char *what = value_of(question, "do"), *error = NULL;
  Generator *generator = &generators[strtoul(value_of(question, "generator"), NULL, 10) % 3];
  int position = -1;
  if (strcmp(what, "start") == 0) error = start();
  else if (strcmp(what, "parse") == 0) error = parse(bytes, from_hex(value_of(question, "text_hex"), bytes), &position);
  else if (strcmp(what, "from_bytes") == 0) error = from_bytes(bytes, from_hex(value_of(question, "bytes"), bytes));
  else if (strcmp(what, "from_int") == 0) error = from_int(value_of(question, "int"));
  else if (strcmp(what, "from_fields") == 0) error = from_fields(question);
  else if (strcmp(what, "compare") == 0) error = compare(value_of(question, "a"), value_of(question, "b"));
  else if (strcmp(what, "open") == 0) error = generator_open(generator, question);
  else if (strcmp(what, "generate") == 0) error = generate(generator, question);
  else answer("unsupported", "unknown question");
  if (error != NULL) answer("error", error);
  if (position >= 0) answer_number("position", position);
}

int main(void) {
  static char line[LONGEST_LINE + 2];
  while (fgets(line, sizeof line, stdin) != NULL) {
    Question question;
    split(line, &question);
    printf("{\"n\":\"%s\"", value_of(&question, "n"));
    answer_question(&question);
    printf("}\n");
    fflush(stdout);
  }
}
