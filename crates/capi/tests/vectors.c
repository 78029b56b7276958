/* Checks every scheme against the test vectors in `table`, in the format that `cargo xtask capi` writes: one line
 * for each case or step, with single spaces between words. Numbers are in hexadecimal, and so are the bytes of strings
 * that are not the text of an ID. "-" stands for an empty or missing value. */

#include "tests.h"

enum { MAX_LINE = 1024, MAX_WORDS = 24 };

static char line[MAX_LINE];
static unsigned line_number;
static char *words[MAX_WORDS];
static size_t word_count;

#define CHECK(condition) check((condition), "table", line_number, #condition)

/* Splits the next line into words. Returns 0 after the last line. */
static int next_line(void) {
    size_t length = 0;
    int byte = platform_read();
    line_number++;
    words[0] = line;
    word_count = 1;
    while (byte >= 0 && byte != '\n' && length + 1 < MAX_LINE) {
        line[length++] = byte == ' ' ? 0 : (char)byte;
        if (byte == ' ' && word_count < MAX_WORDS) {
            words[word_count++] = &line[length];
        }
        byte = platform_read();
    }
    line[length] = 0;
    return byte >= 0;
}

static int is_named(sortid_code code, const char *name) {
    return text_equal(sortid_code_name(code), name);
}

/* file SCHEME */
static void start_file(void) {
    for (unsigned i = 0; i < SCHEMES; i++) {
        if (text_equal(schemes[i].name, words[1])) {
            current = &schemes[i];
        }
    }
    CHECK(text_equal(current->name, words[1]));
}

/* The ID of the current valid case. */
static uint8_t valid_id[MAX_ID];

/* valid TEXT BYTES UNIX_MS FIELDS... */
static void check_valid(void) {
    char text[MAX_TEXT];
    uint8_t id[MAX_ID], bytes[MAX_ID], of_fields[MAX_ID] = {0x5a}, copy[MAX_ID] = {0x5a}, bound[MAX_ID];
    uint64_t unix_ms = 0, bound_unix_ms;
    size_t position = 999;
    CHECK(hex_bytes(words[2], valid_id, sizeof valid_id) == current->bytes);

    CHECK(current->parse(words[1], current->text_size - 1, id, &position) == SORTID_OK);
    CHECK(compare(id, valid_id, current->bytes) == 0);
    CHECK(position == 999);
    CHECK(current->from_bytes(valid_id, current->bytes, id) == SORTID_OK);
    CHECK(current->format(id, text, current->text_size) == SORTID_OK && text_equal(text, words[1]));
    CHECK(current->to_bytes(id, bytes, current->bytes) == SORTID_OK);
    CHECK(compare(bytes, valid_id, current->bytes) == 0);
    CHECK(current->unix_ms(id, &unix_ms) == SORTID_OK && unix_ms == hex(words[3]));
    /* Different fields give different IDs, so if the copy is equal, `to_fields` returned the fields of the line. */
    CHECK(current->from_fields(&words[4], of_fields) == SORTID_OK && compare(of_fields, id, current->bytes) == 0);
    CHECK(current->through_fields(id, copy) == SORTID_OK && compare(copy, id, current->bytes) == 0);
    CHECK(current->min_at(unix_ms, bound) == SORTID_OK && compare(bound, id, current->bytes) <= 0);
    CHECK(current->unix_ms(bound, &bound_unix_ms) == SORTID_OK && bound_unix_ms == unix_ms);
    CHECK(current->max_at(unix_ms, bound) == SORTID_OK && compare(bound, id, current->bytes) >= 0);
    CHECK(current->unix_ms(bound, &bound_unix_ms) == SORTID_OK && bound_unix_ms == unix_ms);
}

/* alternate STRING: a different text of the valid case */
static void check_alternate(void) {
    char text[MAX_TEXT];
    uint8_t id[MAX_ID];
    size_t length = hex_bytes(words[1], text, sizeof text);
    CHECK(current->parse(text, length, id, NULL) == SORTID_OK && compare(id, valid_id, current->bytes) == 0);
}

/* invalid STRING REASON POSITION */
static void check_invalid(void) {
    static char text[MAX_LINE / 2];
    uint8_t id[MAX_ID] = {0x5a, 0x5a}, unchanged[MAX_ID] = {0x5a, 0x5a};
    size_t position = 999;
    size_t length = hex_bytes(words[1], text, sizeof text);
    sortid_code code = current->parse(text, length, id, &position);
    CHECK(is_named(code, words[2]) && code != SORTID_EXHAUSTED);
    CHECK(position == (words[3][0] == '-' ? 999 : hex(words[3])));
    CHECK(compare(id, unchanged, sizeof id) == 0);
}

static sortid_code parse_node(sortid_scru64_node_spec *node) {
    static char text[MAX_LINE / 2];
    size_t length = hex_bytes(words[1], text, sizeof text);
    return sortid_scru64_node_spec_parse(text, length, node);
}

/* node STRING NODE_ID NODE_ID_SIZE NODE_PREV */
static void check_node(void) {
    sortid_scru64_node_spec node = {0};
    char prev[MAX_TEXT] = "-";
    CHECK(parse_node(&node) == SORTID_OK);
    CHECK(node.node_id == hex(words[2]) && node.node_id_size == hex(words[3]));
    CHECK(node.has_node_prev == 0 || sortid_scru64_format(&node.node_prev, prev, sizeof prev) == SORTID_OK);
    CHECK(text_equal(prev, words[4]));
}

/* not_node STRING */
static void check_not_node(void) {
    sortid_scru64_node_spec node;
    CHECK(parse_node(&node) == SORTID_NODE_SPEC);
}

/* The number of readings in a step, and the word of the line that the next draw returns. */
static unsigned readings, next_draw;

static int32_t read_clock(void *context, uint64_t *reading) {
    CHECK(context == &readings);
    readings++;
    *reading = hex(words[1]);
    return 0;
}

static int32_t draw(void *context, uint32_t *word) {
    CHECK(context == &next_draw);
    CHECK(next_draw < word_count);
    const char *drawn = next_draw < word_count ? words[next_draw++] : "x";
    *word = (uint32_t)hex(drawn);
    return drawn[0] == 'x' ? -1 : 0;
}

/* The first generator reads the clock. The second gets its readings from the caller. */
static any_generator generators[2];
static int is_reset;

/* trace ALLOWANCE_MS IS_RESET RESUME_AFTER SETTINGS... */
static void start_trace(void) {
    sortid_limits limits = {hex(words[1]), 0, UINT64_MAX};
    sortid_sources sources = {read_clock, &readings, draw, &next_draw};
    is_reset = words[2][0] == '1';
    for (unsigned i = 0; i < 2; i++) {
        sources.clock = i == 0 ? read_clock : NULL;
        CHECK(current->init(&generators[i], current->generator_size, &words[4], &limits, &sources) == SORTID_OK);
        if (words[3][0] != '-') {
            uint8_t id[MAX_ID];
            CHECK(current->parse(words[3], current->text_size - 1, id, NULL) == SORTID_OK);
            CHECK(current->resume_after(&generators[i], id) == SORTID_OK);
        }
    }
}

/* step NOW CEILING EXPECTED DRAWS..., where EXPECTED is "=" and the text of an ID, or the name of an error, and "x" is a
 * draw that fails */
static void check_step(void) {
    uint64_t now = hex(words[1]);
    for (unsigned i = 0; i < 2; i++) {
        void *generator = &generators[i];
        uint8_t id[MAX_ID], before[MAX_ID] = {0}, last[MAX_ID] = {0};
        sortid_code had_last = current->last(generator, before);
        readings = 0;
        next_draw = 4;
        if (words[2][0] != '-') {
            CHECK(current->set_ceiling_unix_ms(generator, hex(words[2])) == SORTID_OK);
        }
        sortid_code code;
        if (i == 0) {
            code = is_reset ? current->generate_or_reset(generator, id) : current->generate(generator, id);
        } else {
            code = is_reset ? current->generate_or_reset_at(generator, now, id) : current->generate_at(generator, now, id);
        }
        CHECK(readings == (i == 0));
        CHECK(next_draw == word_count);
        sortid_code has_last = current->last(generator, last);
        if (words[3][0] == '=') {
            char text[MAX_TEXT];
            CHECK(code == SORTID_OK);
            CHECK(current->format(id, text, sizeof text) == SORTID_OK && text_equal(text, words[3] + 1));
            CHECK(has_last == SORTID_OK && compare(id, last, current->bytes) == 0);
        } else {
            CHECK(is_named(code, words[3]) && code != SORTID_OVERFLOW);
            CHECK(has_last == had_last && compare(before, last, current->bytes) == 0);
        }
    }
}

static const struct {
    const char *name;
    void (*run)(void);
    int is_case;
} kinds[] = {
    {"file", start_file, 0},
    {"valid", check_valid, 1},
    {"alternate", check_alternate, 0},
    {"invalid", check_invalid, 1},
    {"node", check_node, 1},
    {"not_node", check_not_node, 1},
    {"trace", start_trace, 1},
    {"step", check_step, 0},
};

unsigned test_vectors(void) {
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    unsigned cases = 0;
    while (next_line()) {
        unsigned kind = 0;
        while (kind < KINDS && !text_equal(kinds[kind].name, words[0])) {
            kind++;
        }
        CHECK(kind < KINDS);
        if (kind < KINDS) {
            kinds[kind].run();
            cases += (unsigned)kinds[kind].is_case;
        }
    }
    return cases;
}
