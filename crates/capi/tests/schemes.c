#include "schemes.h"

#include "text.h"

/* The functions of a scheme that have the same form in all schemes. */
#define COMMON(P)                                                                                                \
    static sortid_code P##_parse(const char *text, size_t length, void *id, size_t *position) {                  \
        return sortid_##P##_parse(text, length, id, position);                                                   \
    }                                                                                                            \
    static sortid_code P##_format(const void *id, char *buffer, size_t size) {                                   \
        return sortid_##P##_format(id, buffer, size);                                                            \
    }                                                                                                            \
    static sortid_code P##_from_bytes(const uint8_t *bytes, size_t length, void *id) {                           \
        return sortid_##P##_from_bytes(bytes, length, id);                                                       \
    }                                                                                                            \
    static sortid_code P##_to_bytes(const void *id, uint8_t *buffer, size_t size) {                              \
        return sortid_##P##_to_bytes(id, buffer, size);                                                          \
    }                                                                                                            \
    static sortid_code P##_unix_ms(const void *id, uint64_t *unix_ms) {                                          \
        return sortid_##P##_unix_ms(id, unix_ms);                                                                \
    }                                                                                                            \
    static sortid_code P##_min_at(uint64_t unix_ms, void *id) {                                                  \
        return sortid_##P##_min_at(unix_ms, id);                                                                 \
    }                                                                                                            \
    static sortid_code P##_max_at(uint64_t unix_ms, void *id) {                                                  \
        return sortid_##P##_max_at(unix_ms, id);                                                                 \
    }                                                                                                            \
    static sortid_code P##_generate(void *generator, void *id) {                                                 \
        return sortid_##P##_generate(generator, id);                                                             \
    }                                                                                                            \
    static sortid_code P##_generate_or_reset(void *generator, void *id) {                                        \
        return sortid_##P##_generate_or_reset(generator, id);                                                    \
    }                                                                                                            \
    static sortid_code P##_resume_after(void *generator, const void *id) {                                       \
        return sortid_##P##_resume_after(generator, id);                                                         \
    }                                                                                                            \
    static sortid_code P##_resume_after_instant(void *generator, uint64_t unix_ms) {                             \
        return sortid_##P##_resume_after_instant(generator, unix_ms);                                            \
    }                                                                                                            \
    static sortid_code P##_last(void *generator, void *id) {                                                     \
        return sortid_##P##_last(generator, id);                                                                 \
    }                                                                                                            \
    static sortid_code P##_ahead_ms_at(void *generator, uint64_t unix_ms, uint64_t *ahead_ms) {                  \
        return sortid_##P##_ahead_ms_at(generator, unix_ms, ahead_ms);                                           \
    }                                                                                                            \
    static sortid_code P##_set_ceiling_unix_ms(void *generator, uint64_t unix_ms) {                              \
        return sortid_##P##_set_ceiling_unix_ms(generator, unix_ms);                                             \
    }

/* The functions of a scheme whose readings are always in milliseconds. */
#define AT_MILLISECONDS(P)                                                                                       \
    static sortid_code P##_generate_at(void *generator, uint64_t unix_ms, void *id) {                            \
        return sortid_##P##_generate_at(generator, unix_ms, id);                                                 \
    }                                                                                                            \
    static sortid_code P##_generate_or_reset_at(void *generator, uint64_t unix_ms, void *id) {                   \
        return sortid_##P##_generate_or_reset_at(generator, unix_ms, id);                                        \
    }

/* Creates a generator of a scheme whose only settings are the limits. */
#define ONLY_LIMITS(P)                                                                                           \
    static sortid_code P##_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits, \
                                const sortid_sources *sources) {                                                 \
        sortid_##P##_config config;                                                                              \
        (void)settings;                                                                                          \
        sortid_code code = sortid_##P##_config_default(&config);                                                 \
        config.limits = *limits;                                                                                 \
        return code != SORTID_OK ? code : sortid_##P##_init(generator, size, &config, sources);                  \
    }

#define ROW(P, U, NAME)                                                                                          \
    {NAME, sizeof(sortid_##P##_id), U##_TEXT_SIZE, sizeof(sortid_##P##_generator), P##_parse, P##_format,        \
     P##_from_bytes, P##_to_bytes, P##_unix_ms, P##_min_at, P##_max_at, P##_from_fields, P##_has_fields,         \
     P##_init, P##_generate, P##_generate_or_reset, P##_generate_at, P##_generate_or_reset_at,                   \
     P##_resume_after, P##_resume_after_instant, P##_last, P##_ahead_ms_at, P##_set_ceiling_unix_ms}

COMMON(scru160)
COMMON(scru128)
COMMON(scru64)
COMMON(ulid)
COMMON(ulid_flake)
COMMON(ulid_flake_scalable)
COMMON(uuid7)

AT_MILLISECONDS(scru128)
AT_MILLISECONDS(scru64)
AT_MILLISECONDS(ulid)
AT_MILLISECONDS(ulid_flake)
AT_MILLISECONDS(ulid_flake_scalable)
AT_MILLISECONDS(uuid7)

ONLY_LIMITS(scru128)
ONLY_LIMITS(ulid)
ONLY_LIMITS(uuid7)

/* A reading is in the generator's unit. The function for the other unit must reject it. */
static sortid_code scru160_generate_at(void *generator, uint64_t reading, void *id) {
    sortid_code code = sortid_scru160_generate_at(generator, reading, id);
    return code == SORTID_OTHER_UNIT ? sortid_scru160_generate_at_us(generator, reading, id) : code;
}

static sortid_code scru160_generate_or_reset_at(void *generator, uint64_t reading, void *id) {
    sortid_code code = sortid_scru160_generate_or_reset_at(generator, reading, id);
    return code == SORTID_OTHER_UNIT ? sortid_scru160_generate_or_reset_at_us(generator, reading, id) : code;
}

static sortid_code scru160_from_fields(char *const *fields, void *id) {
    sortid_scru160_fields parts = {hex(fields[0]), (uint16_t)hex(fields[1]), (uint16_t)hex(fields[2]), {0}};
    hex_bytes(fields[3], parts.random80, sizeof parts.random80);
    return sortid_scru160_from_fields(&parts, id);
}

static int scru160_has_fields(const void *id, char *const *fields) {
    sortid_scru160_fields found;
    uint8_t random80[10];
    hex_bytes(fields[3], random80, sizeof random80);
    return sortid_scru160_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           found.counter == hex(fields[1]) && found.random16 == hex(fields[2]) &&
           bytes_equal(found.random80, random80, sizeof random80);
}

static sortid_code scru160_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                                const sortid_sources *sources) {
    sortid_scru160_config config;
    int is_microseconds = decimal(settings[1]) != 0;
    sortid_code code = is_microseconds ? sortid_scru160_config_microseconds(&config) : sortid_scru160_config_default(&config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.counter_init_bits = (uint32_t)decimal(settings[0]);
    config.counter_extension_bits = (uint32_t)decimal(settings[2]);
    config.node_id_bits = (uint32_t)decimal(settings[3]);
    config.node_id = (uint32_t)decimal(settings[4]);
    return sortid_scru160_init(generator, size, &config, sources);
}

static sortid_code scru128_from_fields(char *const *fields, void *id) {
    sortid_scru128_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1]), (uint32_t)hex(fields[2]),
                                  (uint32_t)hex(fields[3])};
    return sortid_scru128_from_fields(&parts, id);
}

static int scru128_has_fields(const void *id, char *const *fields) {
    sortid_scru128_fields found;
    return sortid_scru128_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           found.counter_hi == hex(fields[1]) && found.counter_lo == hex(fields[2]) &&
           found.entropy == hex(fields[3]);
}

static sortid_code scru64_from_fields(char *const *fields, void *id) {
    sortid_scru64_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1])};
    return sortid_scru64_from_fields(&parts, id);
}

static int scru64_has_fields(const void *id, char *const *fields) {
    sortid_scru64_fields found;
    return sortid_scru64_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           found.node_ctr == hex(fields[1]);
}

static sortid_code scru64_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                               const sortid_sources *sources) {
    sortid_scru64_node_spec node = {(uint32_t)decimal(settings[0]), (uint32_t)decimal(settings[1]), 0, {{0}}};
    sortid_scru64_config config;
    sortid_code code = sortid_scru64_config_default(&node, &config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.guard_bits = (uint32_t)decimal(settings[2]);
    return sortid_scru64_init(generator, size, &config, sources);
}

static sortid_code ulid_from_fields(char *const *fields, void *id) {
    sortid_ulid_fields parts = {hex(fields[0]), {0}};
    hex_bytes(fields[1], parts.randomness, sizeof parts.randomness);
    return sortid_ulid_from_fields(&parts, id);
}

static int ulid_has_fields(const void *id, char *const *fields) {
    sortid_ulid_fields found;
    uint8_t randomness[10];
    hex_bytes(fields[1], randomness, sizeof randomness);
    return sortid_ulid_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           bytes_equal(found.randomness, randomness, sizeof randomness);
}

static sortid_code ulid_flake_from_fields(char *const *fields, void *id) {
    sortid_ulid_flake_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1])};
    return sortid_ulid_flake_from_fields(&parts, id);
}

static int ulid_flake_has_fields(const void *id, char *const *fields) {
    sortid_ulid_flake_fields found;
    return sortid_ulid_flake_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           found.randomness == hex(fields[1]);
}

static sortid_code ulid_flake_init(void *generator, size_t size, char *const *settings, const sortid_limits *limits,
                                   const sortid_sources *sources) {
    sortid_ulid_flake_config config;
    sortid_code code = sortid_ulid_flake_config_default(&config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.entropy_bits = (uint32_t)decimal(settings[0]);
    config.epoch_unix_ms = decimal(settings[1]);
    return sortid_ulid_flake_init(generator, size, &config, sources);
}

static sortid_code ulid_flake_scalable_from_fields(char *const *fields, void *id) {
    sortid_ulid_flake_scalable_fields parts = {hex(fields[0]), (uint32_t)hex(fields[1]), (uint8_t)hex(fields[2])};
    return sortid_ulid_flake_scalable_from_fields(&parts, id);
}

static int ulid_flake_scalable_has_fields(const void *id, char *const *fields) {
    sortid_ulid_flake_scalable_fields found;
    return sortid_ulid_flake_scalable_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) &&
           found.randomness == hex(fields[1]) && found.scalability == hex(fields[2]);
}

static sortid_code ulid_flake_scalable_init(void *generator, size_t size, char *const *settings,
                                            const sortid_limits *limits, const sortid_sources *sources) {
    sortid_ulid_flake_scalable_config config;
    sortid_code code = sortid_ulid_flake_scalable_config_default((uint32_t)decimal(settings[2]), &config);
    if (code != SORTID_OK) {
        return code;
    }
    config.limits = *limits;
    config.entropy_bits = (uint32_t)decimal(settings[0]);
    config.epoch_unix_ms = decimal(settings[1]);
    return sortid_ulid_flake_scalable_init(generator, size, &config, sources);
}

/* The second field is the version, the fourth the variant. */
static sortid_code uuid7_from_fields(char *const *fields, void *id) {
    sortid_uuid7_fields parts = {hex(fields[0]), (uint16_t)hex(fields[2]), hex(fields[4])};
    return sortid_uuid7_from_fields(&parts, id);
}

static int uuid7_has_fields(const void *id, char *const *fields) {
    sortid_uuid7_fields found;
    return sortid_uuid7_to_fields(id, &found) == SORTID_OK && found.timestamp == hex(fields[0]) && hex(fields[1]) == 7 &&
           found.rand_a == hex(fields[2]) && hex(fields[3]) == 2 && found.rand_b == hex(fields[4]);
}

const scheme schemes[SCHEMES] = {
    ROW(scru160, SORTID_SCRU160, "scru160"),
    ROW(scru128, SORTID_SCRU128, "scru128"),
    ROW(scru64, SORTID_SCRU64, "scru64"),
    ROW(ulid, SORTID_ULID, "ulid"),
    ROW(ulid_flake, SORTID_ULID_FLAKE, "ulid-flake"),
    ROW(ulid_flake_scalable, SORTID_ULID_FLAKE_SCALABLE, "ulid-flake-scalable"),
    ROW(uuid7, SORTID_UUID7, "uuid7"),
};
