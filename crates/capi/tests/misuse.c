/* Tests the caller's mistakes that are error codes, for every scheme. */

#include "tests.h"

#define CHECK(condition) check((condition), "misuse.c", __LINE__, #condition)

static const uint64_t NOW = 1800000000000;

/* Settings of each scheme, in the order of a line of the table. */
static char *const settings[SCHEMES][5] = {
    {"f", "0", "0", "0", "0"}, {0}, {"2a", "8", "0"}, {0}, {"8", "18cc251f400"}, {"8", "18cc251f400", "3"},
};

static const sortid_limits limits = {10000, 0, UINT64_MAX};

static int32_t clock_now(void *context, uint64_t *reading) {
    *reading = *(const uint64_t *)context;
    return 0;
}

static int32_t clock_fails(void *context, uint64_t *reading) {
    (void)context;
    *reading = NOW;
    return 7;
}

static int32_t random_counts(void *context, uint32_t *word) {
    *word = (*(uint32_t *)context += 0x01234567);
    return 0;
}

static int32_t random_fails(void *context, uint32_t *word) {
    (void)context;
    *word = 5;
    return -1;
}

static uint64_t now;
static uint32_t seed;
static const sortid_sources working = {clock_now, &now, random_counts, &seed};

static sortid_code init(const scheme *scheme, void *generator, const sortid_sources *sources) {
    return scheme->init(generator, scheme->generator_size, settings[scheme - schemes], &limits, sources);
}

static void test_pointers_and_sizes(void) {
    uint8_t id[MAX_ID] = {0};
    char text[MAX_TEXT];
    uint64_t number;
    size_t size = current->text_size;
    CHECK(current->min_at(NOW, id) == SORTID_OK);
    CHECK(current->format(id, text, sizeof text) == SORTID_OK);

    CHECK(current->parse(NULL, size - 1, id, NULL) == SORTID_NULL);
    CHECK(current->parse(text, size - 1, NULL, NULL) == SORTID_NULL);
    CHECK(current->parse(text, 0, NULL, NULL) == SORTID_NULL);
    CHECK(current->parse(text, 0, id, NULL) == SORTID_LENGTH);
    CHECK(current->parse(text, SIZE_MAX, id, NULL) == SORTID_LENGTH);
    CHECK(current->format(NULL, text, size) == SORTID_NULL);
    CHECK(current->format(id, NULL, size) == SORTID_NULL);
    CHECK(current->unix_ms(NULL, &number) == SORTID_NULL);
    CHECK(current->unix_ms(id, NULL) == SORTID_NULL);
    CHECK(current->min_at(NOW, NULL) == SORTID_NULL);
    CHECK(current->min_at(UINT64_MAX, id) == SORTID_OUT_OF_RANGE);
    CHECK(current->from_bytes(NULL, current->bytes, id) == SORTID_NULL);
    CHECK(current->from_bytes(id, current->bytes, NULL) == SORTID_NULL);
    CHECK(current->from_bytes(id, current->bytes - 1, id) == SORTID_LENGTH);
    CHECK(current->from_bytes(id, current->bytes + 1, id) == SORTID_LENGTH);
    CHECK(current->to_bytes(NULL, id, current->bytes) == SORTID_NULL);
    CHECK(current->to_bytes(id, NULL, current->bytes) == SORTID_NULL);

    /* Buffers of every size up to the right size. */
    for (size_t room = 0; room <= size; room++) {
        char buffer[size];
        for (size_t i = 0; i < size; i++) {
            buffer[i] = 'x';
        }
        sortid_code code = current->format(id, buffer, room);
        CHECK(code == (room < size ? SORTID_SHORT_BUFFER : SORTID_OK));
        CHECK(room < size ? buffer[0] == 'x' && buffer[size - 1] == 'x' : text_equal(buffer, text));
    }
    for (size_t room = 0; room <= current->bytes; room++) {
        uint8_t buffer[room == 0 ? 1 : room];
        CHECK(current->to_bytes(id, buffer, room) == (room < current->bytes ? SORTID_SHORT_BUFFER : SORTID_OK));
    }
    /* Strings and IDs need no alignment. */
    any_generator aligned;
    void *unaligned = (char *)&aligned + 1;
    CHECK(current->parse(text, size - 1, unaligned, NULL) == SORTID_OK);
    CHECK(compare(unaligned, id, current->bytes) == 0);
    CHECK(current->unix_ms(id, unaligned) == SORTID_OK);
}

static void test_memory(void) {
    uint8_t id[MAX_ID] = {0}, other[MAX_ID] = {0};
    uint64_t number;
    size_t size = current->generator_size;
    now = NOW;

    /* Arrays of exactly the right size, so that on a computer, an access beyond their end is detected. */
    uint64_t generator[size / 8], copy[size / 8];
    for (size_t i = 0; i < size / 8; i++) {
        generator[i] = 0;
    }
    /* Never initialised: zeros, and anything else. */
    CHECK(current->generate(generator, id) == SORTID_NOT_INITIALISED);
    generator[0] = 0xa5a5a5a5a5a5a5a5;
    CHECK(current->generate_at(generator, NOW, id) == SORTID_NOT_INITIALISED);
    CHECK(current->last(generator, id) == SORTID_NOT_INITIALISED);
    CHECK(current->set_ceiling_unix_ms(generator, NOW) == SORTID_NOT_INITIALISED);

    CHECK(init(current, NULL, &working) == SORTID_NULL);
    CHECK(init(current, generator, NULL) == SORTID_NULL);
    CHECK(current->init(generator, size - 1, settings[current - schemes], &limits, &working) == SORTID_SHORT_BUFFER);
    CHECK(current->init(generator, 0, settings[current - schemes], &limits, &working) == SORTID_SHORT_BUFFER);
    CHECK(init(current, (char *)generator + 4, &working) == SORTID_UNALIGNED);
    CHECK(current->generate((char *)generator + 1, id) == SORTID_UNALIGNED);
    sortid_sources without_random = {clock_now, &now, NULL, NULL};
    CHECK(init(current, generator, &without_random) == SORTID_NULL);
    CHECK(current->generate(generator, id) == SORTID_NOT_INITIALISED);

    CHECK(init(current, generator, &working) == SORTID_OK);
    CHECK(current->last(generator, id) == SORTID_NO_LAST);
    CHECK(current->generate(NULL, id) == SORTID_NULL);
    CHECK(current->generate(generator, NULL) == SORTID_NULL);
    /* No ID was generated and then lost. */
    CHECK(current->last(generator, id) == SORTID_NO_LAST);
    CHECK(current->resume_after(generator, NULL) == SORTID_NULL);
    CHECK(current->resume_after_instant(generator, UINT64_MAX) == SORTID_OUT_OF_RANGE);
    CHECK(current->ahead_ms_at(generator, NOW, NULL) == SORTID_NULL);
    CHECK(current->generate(generator, id) == SORTID_OK);
    CHECK(current->last(generator, other) == SORTID_OK && compare(id, other, current->bytes) == 0);
    CHECK(current->last(generator, NULL) == SORTID_NULL);
    CHECK(current->ahead_ms_at(generator, NOW, &number) == SORTID_OK && number == 0);
    CHECK(current->ahead_ms_at(generator, NOW - 1000, &number) == SORTID_OK && number > 740 && number <= 1000);

    /* A copy would repeat the IDs. */
    for (size_t i = 0; i < size / 8; i++) {
        copy[i] = generator[i];
    }
    CHECK(current->generate(copy, other) == SORTID_COPIED);
    CHECK(current->generate(generator, other) == SORTID_OK);

    /* The IDs increase, and a rollback is handled as requested. */
    CHECK(compare(id, other, current->bytes) < 0);
    now = NOW - 20000;
    CHECK(current->generate(generator, id) == SORTID_ROLLBACK);
    CHECK(current->generate_at(generator, now, id) == SORTID_ROLLBACK);
    CHECK(current->generate_or_reset(generator, id) == SORTID_OK);
    CHECK(current->unix_ms(id, &number) == SORTID_OK && number <= now && number > now - 256);
}

static void test_sources(void) {
    uint8_t id[MAX_ID] = {0}, unchanged[MAX_ID] = {0};
    any_generator generator;
    now = NOW;
    sortid_sources sources = working;
    sources.clock = clock_fails;
    CHECK(init(current, &generator, &sources) == SORTID_OK);
    CHECK(current->generate(&generator, id) == SORTID_CLOCK);
    sources.clock = NULL;
    CHECK(init(current, &generator, &sources) == SORTID_OK);
    CHECK(current->generate(&generator, id) == SORTID_CLOCK);
    CHECK(current->last(&generator, id) == SORTID_NO_LAST);
    sources = working;
    sources.random = random_fails;
    CHECK(init(current, &generator, &sources) == SORTID_OK);
    CHECK(current->generate(&generator, id) == SORTID_RNG);
    CHECK(current->last(&generator, id) == SORTID_NO_LAST);
    CHECK(compare(id, unchanged, sizeof id) == 0);

    sortid_limits floor_and_ceiling = {10000, NOW, NOW + 10000};
    CHECK(current->init(&generator, current->generator_size, settings[current - schemes], &floor_and_ceiling, &working) == SORTID_OK);
    CHECK(current->generate_at(&generator, NOW - 1000, id) == SORTID_BEFORE_FLOOR);
    CHECK(current->generate_at(&generator, NOW + 20000, id) == SORTID_AFTER_CEILING);
    CHECK(current->set_ceiling_unix_ms(&generator, NOW + 30000) == SORTID_OK);
    CHECK(current->generate_at(&generator, NOW + 20000, id) == SORTID_OK);
    CHECK(current->generate_at(&generator, UINT64_MAX, id) == SORTID_OUT_OF_RANGE);
    CHECK(current->resume_after_instant(&generator, NOW + 25000) == SORTID_OK);
    CHECK(current->generate_at(&generator, NOW + 25600, id) == SORTID_OK);
}

/* A clock that uses its own generator and initialises its memory for every scheme. */
static struct {
    any_generator generator;
    sortid_code generated, initialised[SCHEMES];
} nested;

static int32_t clock_generates(void *context, uint64_t *reading) {
    uint8_t id[MAX_ID];
    (void)context;
    nested.generated = current->generate_at(&nested.generator, NOW, id);
    for (unsigned i = 0; i < SCHEMES; i++) {
        nested.initialised[i] = init(&schemes[i], &nested.generator, &working);
    }
    *reading = NOW;
    return 0;
}

static void test_two_calls_at_once(void) {
    uint8_t id[MAX_ID];
    sortid_sources sources = working;
    sources.clock = clock_generates;
    nested.generated = SORTID_OK;
    CHECK(init(current, &nested.generator, &sources) == SORTID_OK);
    CHECK(current->generate(&nested.generator, id) == SORTID_OK);
    CHECK(nested.generated == SORTID_BUSY);
    for (unsigned i = 0; i < SCHEMES; i++) {
        CHECK(nested.initialised[i] == SORTID_BUSY);
        nested.initialised[i] = SORTID_OK;
    }
    CHECK(current->generate_at(&nested.generator, NOW, id) == SORTID_OK);

    /* Once no call uses the memory, it can be initialised for any scheme. */
    for (unsigned i = 0; i < SCHEMES; i++) {
        CHECK(init(&schemes[i], &nested.generator, &working) == SORTID_OK);
        CHECK(schemes[i].generate_at(&nested.generator, NOW, id) == SORTID_OK);
        CHECK(&schemes[i] == current || current->generate_at(&nested.generator, NOW, id) == SORTID_OTHER_SCHEME);
    }
}

/* The memory of one scheme can be too small for a different scheme. */
static void test_another_scheme(void) {
    uint8_t id[MAX_ID];
    size_t size = current->generator_size;
    uint64_t generator[size / 8];
    for (unsigned i = 0; i < SCHEMES; i++) {
        const scheme *other = &schemes[i];
        CHECK(init(current, generator, &working) == SORTID_OK);
        sortid_code code = other->init(generator, size, settings[i], &limits, &working);
        CHECK(code == (size < other->generator_size ? SORTID_SHORT_BUFFER : SORTID_OK));
        const scheme *held = code == SORTID_OK ? other : current;
        CHECK(held->generate_at(generator, NOW, id) == SORTID_OK);
        /* If the sources are rejected, the generator is left unchanged. */
        sortid_sources without_random = {clock_now, &now, NULL, NULL};
        CHECK(current->init(generator, size, settings[current - schemes], &limits, &without_random) == SORTID_NULL);
        CHECK(held->last(generator, id) == SORTID_OK);
    }
}

/* Tests functions and settings that only some schemes have. */
static void test_settings(void) {
    any_generator generator;
    now = NOW;

    sortid_scru160_config scru160;
    CHECK(sortid_scru160_config_default(NULL) == SORTID_NULL);
    CHECK(sortid_scru160_config_default(&scru160) == SORTID_OK);
    CHECK(scru160.limits.allowance_ms == 10000 && scru160.limits.ceiling_unix_ms == UINT64_MAX);
    scru160.counter_init_bits = 16;
    CHECK(sortid_scru160_init(&generator.scru160, sizeof generator.scru160, &scru160, &working) == SORTID_OUT_OF_RANGE);
    scru160.counter_init_bits = 15;
    scru160.node_id_bits = 16;
    scru160.node_id = 65536;
    CHECK(sortid_scru160_init(&generator.scru160, sizeof generator.scru160, &scru160, &working) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru160_init(&generator.scru160, sizeof generator.scru160, NULL, &working) == SORTID_OK);
    sortid_scru160_id scru160_id;
    char hex_text[SORTID_SCRU160_HEX_SIZE];
    CHECK(sortid_scru160_generate(&generator.scru160, &scru160_id) == SORTID_OK);
    CHECK(sortid_scru160_format_hex(&scru160_id, hex_text, sizeof hex_text - 1) == SORTID_SHORT_BUFFER);
    CHECK(sortid_scru160_format_hex(&scru160_id, hex_text, sizeof hex_text) == SORTID_OK);
    /* A reading in the wrong unit is rejected and changes nothing. The vectors check the opposite case. */
    sortid_scru160_id in_unit, refused = {{0}}, unchanged = {{0}};
    CHECK(sortid_scru160_generate_at_us(&generator.scru160, NOW * 1000, &refused) == SORTID_OTHER_UNIT);
    CHECK(sortid_scru160_generate_or_reset_at_us(&generator.scru160, NOW * 1000, &refused) == SORTID_OTHER_UNIT);
    CHECK(compare(&refused, &unchanged, sizeof refused) == 0);
    CHECK(sortid_scru160_last(&generator.scru160, &in_unit) == SORTID_OK);
    CHECK(compare(&in_unit, &scru160_id, sizeof in_unit) == 0);
    sortid_scru160_id parsed;
    CHECK(sortid_scru160_parse(hex_text, sizeof hex_text - 1, &parsed, NULL) == SORTID_OK);
    CHECK(compare(&parsed, &scru160_id, sizeof parsed) == 0);

    sortid_scru64_node_spec node = {300, 8, 0, {{0}}};
    sortid_scru64_config scru64;
    CHECK(sortid_scru64_config_default(&node, &scru64) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru64_config_default(NULL, &scru64) == SORTID_NULL);
    CHECK(sortid_scru64_node_spec_parse("42/8", 4, NULL) == SORTID_NULL);
    CHECK(sortid_scru64_node_spec_parse("0u2r85hm2pt3/16", 15, &node) == SORTID_OK);
    CHECK(sortid_scru64_config_default(&node, &scru64) == SORTID_OK);
    CHECK(sortid_scru64_init(&generator.scru64, sizeof generator.scru64, &scru64, &working) == SORTID_OK);
    sortid_scru64_id last, beyond;
    CHECK(sortid_scru64_last(&generator.scru64, &last) == SORTID_OK);
    CHECK(compare(&last, &node.node_prev, sizeof last) == 0);
    scru64.node_spec.node_id++;
    CHECK(sortid_scru64_init(&generator.scru64, sizeof generator.scru64, &scru64, &working) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru64_init(&generator.scru64, sizeof generator.scru64, NULL, &working) == SORTID_NULL);
    /* Not all bytes are a valid ID, whoever wrote them. */
    for (unsigned i = 0; i < sizeof beyond; i++) {
        beyond.bytes[i] = 0xff;
    }
    char text[MAX_TEXT];
    uint64_t number;
    CHECK(sortid_scru64_format(&beyond, text, sizeof text) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru64_from_bytes(beyond.bytes, sizeof beyond, &last) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru64_from_u64(UINT64_MAX, &last) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru64_from_u64(110009624767914842, &last) == SORTID_OK);
    CHECK(sortid_scru64_to_u64(&last, &number) == SORTID_OK && number == 110009624767914842);
    CHECK(sortid_scru64_format(&last, text, sizeof text) == SORTID_OK && text_equal(text, "0u375nxqh5cq"));
    CHECK(sortid_scru64_resume_after(&generator.scru64, &beyond) != SORTID_OK);

    sortid_ulid_id ulid;
    /* Hyphens are dropped, but count towards the 48-byte limit. */
    const char *typed = "-----------------OLARZ3NDEK-TSV4RRFFQ69-G5FAV---";
    CHECK(sortid_ulid_parse_lenient(typed, 48, &ulid, NULL) == SORTID_OK);
    CHECK(sortid_ulid_format(&ulid, text, sizeof text) == SORTID_OK && text_equal(text, "01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    typed = "-----------------OLARZ3NDEK-TSV4RRFFQ69-G5FAV----";
    CHECK(sortid_ulid_parse_lenient(typed, 49, &ulid, NULL) == SORTID_LENGTH);

    sortid_uuid7_id uuid;
    CHECK(sortid_uuid7_parse_lenient("{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", 38, &uuid, NULL) == SORTID_OK);
    CHECK(sortid_uuid7_format(&uuid, text, sizeof text) == SORTID_OK && text_equal(text, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));

    sortid_ulid_flake_id flake;
    CHECK(sortid_ulid_flake_min_at(NOW, &flake) == SORTID_OK);
    CHECK(sortid_ulid_flake_unix_ms_with_epoch(&flake, 0, &number) == SORTID_OK && number == NOW - 1704067200000);
    /* With a later epoch, the bounds equal the default bounds of an instant that is equally long after 2024. */
    sortid_ulid_flake_id largest, bound;
    CHECK(sortid_ulid_flake_max_at(NOW, &largest) == SORTID_OK && compare(&largest, &flake, sizeof flake) > 0);
    CHECK(sortid_ulid_flake_min_at_with_epoch(NOW + 1000, 1704067201000, &bound) == SORTID_OK);
    CHECK(compare(&bound, &flake, sizeof flake) == 0);
    CHECK(sortid_ulid_flake_max_at_with_epoch(NOW + 1000, 1704067201000, &bound) == SORTID_OK);
    CHECK(compare(&bound, &largest, sizeof flake) == 0);
    CHECK(sortid_ulid_flake_min_at_with_epoch(NOW, NOW + 1, &flake) == SORTID_OUT_OF_RANGE);
    sortid_ulid_flake_scalable_config scalable;
    CHECK(sortid_ulid_flake_scalable_config_default(32, &scalable) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_ulid_flake_scalable_config_default(31, &scalable) == SORTID_OK);
    CHECK(sortid_ulid_flake_scalable_init(&generator.ulid_flake_scalable, sizeof generator.ulid_flake_scalable, NULL,
                                          &working) == SORTID_NULL);
    scalable.scalability = 256;
    CHECK(sortid_ulid_flake_scalable_init(&generator.ulid_flake_scalable, sizeof generator.ulid_flake_scalable, &scalable,
                                          &working) == SORTID_OUT_OF_RANGE);

    /* IDs generated without a generator. */
    sortid_scru128_id sampled;
    CHECK(sortid_scru128_sample_at(NOW, random_counts, &seed, &sampled) == SORTID_OK);
    CHECK(sortid_scru128_unix_ms(&sampled, &number) == SORTID_OK && number == NOW);
    CHECK(sortid_scru128_sample_at(0, random_counts, &seed, &sampled) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_scru128_sample_at(NOW, random_fails, NULL, &sampled) == SORTID_RNG);
    CHECK(sortid_scru128_sample_at(NOW, NULL, NULL, &sampled) == SORTID_NULL);
    CHECK(sortid_ulid_flake_sample_at(NOW + 1, NULL, random_counts, &seed, &flake) == SORTID_OK);
    CHECK(sortid_ulid_flake_unix_ms(&flake, &number) == SORTID_OK && number == NOW + 1);
    CHECK(sortid_scru64_sample_at(NOW, NULL, random_counts, &seed, &last) == SORTID_NULL);
    CHECK(sortid_scru64_sample_at(NOW, &scru64, random_counts, &seed, &last) == SORTID_OUT_OF_RANGE);
    scru64.node_spec = node;
    sortid_scru64_fields fields;
    CHECK(sortid_scru64_sample_at(NOW, &scru64, random_counts, &seed, &last) == SORTID_OK);
    CHECK(sortid_scru64_to_fields(&last, &fields) == SORTID_OK && fields.timestamp == NOW / 256);
    CHECK(fields.node_ctr >> 8 == node.node_id);

    /* Scalable Ulid-Flake has no default scalability. */
    sortid_ulid_flake_scalable_id scalable_id;
    sortid_ulid_flake_scalable_fields scalable_fields;
    CHECK(sortid_ulid_flake_scalable_sample_at(NOW, NULL, random_counts, &seed, &scalable_id) == SORTID_NULL);
    CHECK(sortid_ulid_flake_scalable_sample_at(NOW, &scalable, random_counts, &seed, &scalable_id) == SORTID_OUT_OF_RANGE);
    CHECK(sortid_ulid_flake_scalable_config_default(31, &scalable) == SORTID_OK);
    CHECK(sortid_ulid_flake_scalable_sample_at(NOW, &scalable, random_counts, &seed, &scalable_id) == SORTID_OK);
    CHECK(sortid_ulid_flake_scalable_unix_ms(&scalable_id, &number) == SORTID_OK && number == NOW);
    CHECK(sortid_ulid_flake_scalable_to_fields(&scalable_id, &scalable_fields) == SORTID_OK);
    CHECK(scalable_fields.scalability == 31);

    CHECK(text_equal(sortid_code_name(SORTID_OTHER_UNIT), "other_unit"));
    CHECK(text_equal(sortid_code_name(SORTID_OK), "ok") && text_equal(sortid_code_name(SORTID_RNG), "rng"));
    CHECK(text_equal(sortid_code_name(-1), "unknown") && text_equal(sortid_code_name(1000), "unknown"));
}

void test_misuse(void) {
    test_settings();
    for (current = &schemes[0]; current < &schemes[SCHEMES]; current++) {
        test_pointers_and_sizes();
        test_memory();
        test_sources();
        test_two_calls_at_once();
        test_another_scheme();
    }
    current = &schemes[0];
}
