/* Checks every scheme against the test vectors in `table`, in the format that `cargo xtask capi` writes: one line
 * for each case or step, with single spaces between words. Strings are in hexadecimal, and "-" stands for an empty
 * value. */

#include "platform.h"
#include "schemes.h"
#include "text.h"

enum { MAX_LINE = 1024, MAX_WORDS = 24, MAX_DRAWN = 16 };

static struct {
    char bytes[4096];
    size_t length, next;
} input;

static char line[MAX_LINE];
static char *words[MAX_WORDS];
static size_t word_count;

/* Splits the next line into words. Returns 0 after the last line. */
static int next_line(void) {
    size_t length = 0;
    for (;;) {
        if (input.next == input.length) {
            input.length = platform_read(input.bytes, sizeof input.bytes);
            input.next = 0;
            if (input.length == 0) {
                return 0;
            }
        }
        char byte = input.bytes[input.next++];
        if (byte == '\n' || length + 1 == MAX_LINE) {
            break;
        }
        line[length++] = byte;
    }
    line[length] = 0;
    word_count = 1;
    words[0] = line;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == ' ' && word_count < MAX_WORDS) {
            line[i] = 0;
            words[word_count++] = &line[i + 1];
        }
    }
    return 1;
}

/* The case that is being checked. */
static const scheme *current;
static char case_id[16];
static unsigned step;
static unsigned case_failures;

static void expect(int holds, const char *what) {
    if (holds) {
        return;
    }
    case_failures++;
    platform_print(current->name);
    platform_print(": case ");
    platform_print(case_id);
    if (step > 0) {
        platform_print(", step ");
        print_number(step);
    }
    platform_print(": ");
    platform_print(what);
    platform_print("\n");
}

static int is_named(sortid_code code, const char *name) {
    return text_equal(sortid_code_name(code), name);
}

/* The ID of the current valid case. */
static uint8_t valid_id[MAX_ID];

/* Returns 1 if an ID is less than or equal to another, and 0 otherwise. */
static int is_up_to(const uint8_t *id, const uint8_t *other, size_t size) {
    size_t same = 0;
    while (same < size && id[same] == other[same]) {
        same++;
    }
    return same == size || id[same] < other[same];
}

static void check_valid(void) {
    char text[MAX_TEXT];
    uint8_t id[MAX_ID], bytes[MAX_ID];
    char found[MAX_TEXT];
    uint64_t unix_ms = 0;
    size_t position = 999;
    size_t length = hex_bytes(words[2], text, sizeof text);
    hex_bytes(words[3], valid_id, sizeof valid_id);

    expect(current->parse(text, length, id, &position) == SORTID_OK, "parse");
    expect(bytes_equal(id, valid_id, current->bytes), "the bytes of the string");
    expect(position == 999, "the position of a valid string");
    expect(current->from_bytes(valid_id, current->bytes, id) == SORTID_OK, "from_bytes");
    expect(current->format(id, found, current->text_size) == SORTID_OK, "format");
    expect(length + 1 == current->text_size && bytes_equal(found, text, length) && found[length] == 0, "the text");
    expect(current->to_bytes(id, bytes, current->bytes) == SORTID_OK, "to_bytes");
    expect(bytes_equal(bytes, valid_id, current->bytes), "the bytes");
    expect(current->unix_ms(id, &unix_ms) == SORTID_OK && unix_ms == decimal(words[4]), "unix_ms");
    expect(current->has_fields(id, &words[5]), "the fields");
    uint8_t of_fields[MAX_ID] = {0x5a};
    expect(current->from_fields(&words[5], of_fields) == SORTID_OK, "from_fields");
    expect(bytes_equal(of_fields, id, current->bytes), "the ID of the fields");
    uint8_t bound[MAX_ID];
    uint64_t bound_unix_ms;
    expect(current->min_at(unix_ms, bound) == SORTID_OK && is_up_to(bound, id, current->bytes), "min_at");
    expect(current->unix_ms(bound, &bound_unix_ms) == SORTID_OK && bound_unix_ms == unix_ms, "the time of min_at");
    expect(current->max_at(unix_ms, bound) == SORTID_OK && is_up_to(id, bound, current->bytes), "max_at");
    expect(current->unix_ms(bound, &bound_unix_ms) == SORTID_OK && bound_unix_ms == unix_ms, "the time of max_at");
}

static void check_alternate(void) {
    char text[MAX_TEXT];
    uint8_t id[MAX_ID];
    size_t length = hex_bytes(words[1], text, sizeof text);
    expect(current->parse(text, length, id, NULL) == SORTID_OK, "parse of an alternate string");
    expect(bytes_equal(id, valid_id, current->bytes), "the bytes of an alternate string");
}

static void check_invalid(void) {
    static char text[MAX_LINE / 2];
    uint8_t id[MAX_ID] = {0x5a, 0x5a}, unchanged[MAX_ID] = {0x5a, 0x5a};
    size_t position = 999;
    size_t length = hex_bytes(words[2], text, sizeof text);
    sortid_code code = current->parse(text, length, id, &position);
    expect(is_named(code, words[3]) && code != SORTID_EXHAUSTED, "the reason");
    expect(position == (words[4][0] == '-' ? 999 : decimal(words[4])), "the position");
    expect(bytes_equal(id, unchanged, sizeof id), "the ID after an error");
}

static void check_node_spec(int is_valid) {
    static char text[MAX_LINE / 2];
    size_t length = hex_bytes(words[2], text, sizeof text);
    sortid_scru64_node_spec node;
    sortid_code code = sortid_scru64_node_spec_parse(text, length, &node);
    if (!is_valid) {
        expect(code == SORTID_NODE_SPEC, "the reason");
        return;
    }
    char prev[MAX_TEXT] = {0}, found[MAX_TEXT] = {0};
    expect(code == SORTID_OK && node.node_id == decimal(words[3]) && node.node_id_size == decimal(words[4]), "the node");
    size_t prev_length = hex_bytes(words[5], prev, sizeof prev);
    expect((node.has_node_prev != 0) == (prev_length != 0), "whether there is an ID to continue after");
    if (prev_length != 0) {
        expect(sortid_scru64_format(&node.node_prev, found, sizeof found) == SORTID_OK, "the ID to continue after");
        expect(text_equal(prev, found), "the text of the ID to continue after");
    }
}

/* What the sources return in a step. */
static struct {
    uint64_t now;
    uint32_t words[MAX_DRAWN];
    size_t count, drawn;
    /* Whether the source fails after the last word. */
    int fails;
    unsigned readings;
} script;

static int32_t read_clock(void *context, uint64_t *reading) {
    expect(context == &script.readings, "the context of the clock");
    script.readings++;
    *reading = script.now;
    return 0;
}

static int32_t draw(void *context, uint32_t *word) {
    expect(context == script.words, "the context of the random source");
    if (script.drawn == script.count) {
        expect(script.fails, "a draw that the step does not have");
        script.fails = 0;
        return -1;
    }
    *word = script.words[script.drawn++];
    return 0;
}

/* The first generator reads the clock. The second gets its readings from the caller. */
static any_generator generators[2];
static int is_reset;

static void start_trace(void) {
    sortid_limits limits = {decimal(words[2]), 0, UINT64_MAX};
    sortid_sources sources = {read_clock, &script.readings, draw, script.words};
    is_reset = words[3][0] == '1';
    for (unsigned i = 0; i < 2; i++) {
        sources.clock = i == 0 ? read_clock : NULL;
        sortid_code code = current->init(&generators[i], current->generator_size, &words[5], &limits, &sources);
        expect(code == SORTID_OK, "init");
        char text[MAX_TEXT];
        size_t length = hex_bytes(words[4], text, sizeof text);
        if (length > 0) {
            uint8_t id[MAX_ID];
            expect(current->parse(text, length, id, NULL) == SORTID_OK, "the ID to resume after");
            expect(current->resume_after(&generators[i], id) == SORTID_OK, "resume_after");
        }
    }
}

/* step NOW CEILING WORDS EXPECTED, where EXPECTED is "=" and a string in hexadecimal, or the name of an error. */
static void check_step(void) {
    for (unsigned i = 0; i < 2; i++) {
        void *generator = &generators[i];
        uint8_t id[MAX_ID], before[MAX_ID] = {0}, last[MAX_ID] = {0};
        sortid_code had_last = current->last(generator, before);
        script.now = decimal(words[1]);
        script.count = script.drawn = 0;
        script.fails = 0;
        script.readings = 0;
        for (size_t word = 0; word < MAX_DRAWN; word++) {
            script.words[word] = 0;
        }
        for (const char *next = words[3]; *next != 0 && *next != '-'; next++) {
            if (*next == 'x') {
                script.fails = 1;
            } else if (*next == ',') {
                script.count++;
            } else {
                char one[2] = {*next, 0};
                script.words[script.count] = script.words[script.count] << 4 | (uint32_t)hex(one);
            }
        }
        int will_fail = script.fails;
        if (words[2][0] != '-') {
            expect(current->set_ceiling_unix_ms(generator, decimal(words[2])) == SORTID_OK, "set_ceiling_unix_ms");
        }
        sortid_code code;
        if (i == 0) {
            code = is_reset ? current->generate_or_reset(generator, id) : current->generate(generator, id);
        } else {
            code = is_reset ? current->generate_or_reset_at(generator, script.now, id)
                            : current->generate_at(generator, script.now, id);
        }
        expect(script.readings == (i == 0), "the number of the clock's readings");
        expect(script.drawn == script.count, "a missing draw");
        expect(!will_fail || !script.fails, "a missing failing draw");
        sortid_code has_last = current->last(generator, last);
        if (words[4][0] == '=') {
            char expected[MAX_TEXT] = {0}, text[MAX_TEXT] = {0};
            hex_bytes(words[4] + 1, expected, sizeof expected);
            expect(code == SORTID_OK && current->format(id, text, sizeof text) == SORTID_OK, sortid_code_name(code));
            expect(text_equal(text, expected), "the text");
            expect(has_last == SORTID_OK && bytes_equal(id, last, current->bytes), "the last ID");
        } else {
            expect(is_named(code, words[4]) && code != SORTID_OVERFLOW, "the error");
            expect(has_last == had_last && bytes_equal(before, last, current->bytes), "the last ID after an error");
        }
    }
}

static void print_tally(const char *kind, unsigned cases, unsigned passed) {
    platform_print(current->name);
    platform_print(" ");
    platform_print(kind);
    platform_print(" ");
    print_number(cases);
    platform_print(" ");
    print_number(passed);
    platform_print("\n");
}

unsigned test_vectors(void) {
    char kind[16] = "";
    unsigned cases = 0, passed = 0, failed = 0;
    int is_more = next_line();
    int is_case = 0;
    while (is_more || is_case) {
        const char *what = is_more ? words[0] : "";
        int is_step = text_equal(what, "step") || text_equal(what, "alternate");
        if (!is_step) {
            if (is_case) {
                cases++;
                passed += case_failures == 0;
                failed += case_failures != 0;
                is_case = 0;
            }
            if (!is_more || text_equal(what, "file")) {
                if (cases > 0) {
                    print_tally(kind, cases, passed);
                }
                cases = passed = 0;
            }
        }
        if (!is_more) {
            break;
        }
        if (text_equal(what, "file")) {
            current = NULL;
            for (unsigned i = 0; i < SCHEMES; i++) {
                if (text_equal(schemes[i].name, words[1])) {
                    current = &schemes[i];
                }
            }
            if (current == NULL) {
                platform_print("expected a scheme of the table\n");
                return 1;
            }
            for (unsigned i = 0; i + 1 < sizeof kind && words[2][i] != 0; i++) {
                kind[i] = words[2][i];
                kind[i + 1] = 0;
            }
        } else if (!is_step) {
            is_case = 1;
            case_failures = 0;
            step = 0;
            for (unsigned i = 0; i + 1 < sizeof case_id; i++) {
                case_id[i] = words[1][i];
                case_id[i + 1] = 0;
                if (words[1][i] == 0) {
                    break;
                }
            }
        }
        if (text_equal(what, "valid")) {
            check_valid();
        } else if (text_equal(what, "alternate")) {
            check_alternate();
        } else if (text_equal(what, "invalid")) {
            check_invalid();
        } else if (text_equal(what, "node")) {
            check_node_spec(1);
        } else if (text_equal(what, "not_node")) {
            check_node_spec(0);
        } else if (text_equal(what, "trace")) {
            start_trace();
        } else if (text_equal(what, "step")) {
            step++;
            check_step();
        } else if (!text_equal(what, "file")) {
            platform_print("unexpected line in the table\n");
            return 1;
        }
        is_more = next_line();
    }
    return failed;
}
